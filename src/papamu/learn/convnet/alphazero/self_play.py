"""Self-play: games of a network with itself, many at the same time, and the positions to learn from them.

The outcome of a group of games depends on the course, the network and the group's number alone.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from papamu.games.game import Game
from papamu.games.registry import load as load_game
from papamu.games.rules import MOST_PLIES, Floats, Moves, chance, is_over, legal_moves, play, player, returns
from papamu.kernel.bits import State
from papamu.kernel.random import Stream, draw, streams, uniform
from papamu.learn.convnet.alphazero.batch_evaluator import BatchEvaluator
from papamu.learn.convnet.alphazero.course import AlphaZeroCourse
from papamu.learn.convnet.alphazero.planes import turns_here, turns_of
from papamu.learn.convnet.alphazero.replay_buffer import GameRecorder, ReplaySamples, join_samples
from papamu.learn.convnet.alphazero.residual_network import Residual
from papamu.search.mcts import puct
from papamu.search.mcts.tree import ROOT
from papamu.search.mcts.uct import new_uct, simulate_many, weigh_root
from papamu.search.policy import begin

SLOTS = 64  # games at the same time
_SURE = 0.95  # worth so much to somebody, a position is as good as won …
_LONG = 6  # … if it has been for so many plies: from there on a game is played quickly to its end
_SELDOM = 4  # then of so many positions one is recorded, and so much less is searched
_OWN, _WARM = 11, 12  # keys of the random streams

Report = Callable[[int], None]  # so many games are finished since the last report; may raise, to stop


def self_play_games(
    course: AlphaZeroCourse, net: Residual, group: int, games: int, report: Report = lambda _: None
) -> ReplaySamples:
    """So many games that a network (a folded one) plays with itself."""
    game = load_game(course.game)
    games_at_once = _SelfPlay(course, game, net, streams(course.seed, games, _OWN, group), report)
    games_at_once.play()
    return join_samples([samples for _, samples in sorted(games_at_once.finished.items())])


class _SelfPlay:
    """Games at the same time: as soon as one is over, the next takes its place."""

    def __init__(
        self, course: AlphaZeroCourse, game: Game, net: Residual, rngs: NDArray[np.uint64], report: Report
    ) -> None:
        self.course, self.game, self.report = course, game, report
        self.all_rngs = rngs  # [game]
        slots = min(SLOTS, len(rngs))
        self.forest = puct.new_forest(game, slots, max(course.sims, course.quick), c=course.c)
        self.evaluator = BatchEvaluator(game, net)
        self.turns = turns_of(game)
        self.rngs = np.zeros((slots, 2), dtype=np.uint64)
        self.number = np.full(slots, -1, dtype=np.int64)  # which game is played here; -1: none any more
        self.plies = np.zeros(slots, dtype=np.int64)
        self.sure = np.zeros(slots, dtype=np.int64)  # plies since it was not as good as won any more
        self.thorough = np.zeros(slots, dtype=bool)
        self.recorders = [GameRecorder(game) for _ in range(slots)]
        self.finished: dict[int, ReplaySamples] = {}
        self.begun = 0
        for slot in range(slots):
            self._begin(slot)

    def play(self) -> None:
        """Play all games to their end."""
        while (self.number >= 0).any():
            self.report(0)
            self.evaluator.step(self.forest, self.rngs)
            for slot in np.flatnonzero((self.forest.left == 0) & (self.number >= 0)):
                self._move(int(slot))

    def _begin(self, slot: int) -> None:
        """The next game here, if there is one."""
        if self.begun == len(self.all_rngs):
            self.number[slot] = -1
            return
        self.number[slot] = self.begun
        self.rngs[slot] = self.all_rngs[self.begun]
        self.begun += 1
        self.plies[slot] = 0
        self.sure[slot] = 0
        self.recorders[slot] = GameRecorder(self.game)
        state = self.game.start(seed=int(draw(self.rngs[slot], 2**31))).state
        puct.set_root(self.forest, slot, state)
        self._order(slot)

    def _order(self, slot: int) -> None:
        course, rng = self.course, self.rngs[slot]
        self.thorough[slot] = uniform(rng) < course.thorough
        forest = self.forest
        if legal_moves(self.game.rules, forest.roots[slot], forest.moves) == 1:
            self.thorough[slot] = False  # nothing to choose, and nothing to learn but the result
            puct.request_simulations(forest, slot, 1, 0.0, rng)
            return
        if self.sure[slot] >= _LONG:
            self.thorough[slot] = False
            puct.request_simulations(forest, slot, max(2, course.quick // _SELDOM), 0.0, rng)
            return
        sims, noise = (course.sims, course.noise) if self.thorough[slot] else (course.quick, 0.0)
        known = int(forest.trees.visits[slot, ROOT])
        puct.request_simulations(forest, slot, max(2, sims - known), noise, rng)

    def _move(self, slot: int) -> None:
        """All simulations are done: record the position, play a move."""
        forest, rules, rng = self.forest, self.game.rules, self.rngs[slot]
        n = int(puct.weigh_root(forest, rules, slot))
        root = forest.roots[slot]
        visits = forest.visits[:n]
        worth = puct.root_value(forest, slot)
        self.sure[slot] = decided_plies(int(self.sure[slot]), worth)
        if is_recorded(int(self.sure[slot])):
            ways = turns_here(self.game, self.turns, root)
            self.recorders[slot].add(root, forest.moves[:n], visits, bool(self.thorough[slot]), worth, ways)
        place = puct.most_visited(forest, n)
        if n > 1 and self.plies[slot] < self.course.curious:  # an only move may have no visits
            place = sample_by_visits(visits, rng)
        move = int(forest.moves[place])
        state = root.copy()
        play(rules, state, move)
        chance(rules, state, rng)
        self.plies[slot] += 1
        if is_over(rules, state) or self.plies[slot] >= MOST_PLIES:
            self._end(slot, state)
            return
        puct.advance_root(forest, slot, move, state)
        self._order(slot)

    def _end(self, slot: int, state: State) -> None:
        out = np.zeros(self.game.num_players)
        if is_over(self.game.rules, state):
            returns(self.game.rules, state, out)
        self.finished[int(self.number[slot])] = self.recorders[slot].finish(out)
        self.report(1)
        self._begin(slot)


def decided_plies(plies: int, worth: Floats) -> int:
    """For how many plies a game has been as good as won, if it was for so many before this one."""
    return plies + 1 if worth.max() >= _SURE else 0


def is_recorded(sure: int) -> bool:
    """Games that are as good as won go on for long, and teach the same again and again."""
    return sure < _LONG or sure % _SELDOM == 0


def sample_by_visits(visits: Moves, rng: Stream) -> int:
    """A place, each as likely as it was visited."""
    upto = np.cumsum(visits)
    return int(np.searchsorted(upto, draw(rng, int(upto[-1])), side="right"))


def warm_up_games(
    course: AlphaZeroCourse, group: int, games: int, report: Report = lambda _: None
) -> ReplaySamples:
    """So many games of a tree search with random rollouts against itself."""
    game = load_game(course.game)
    rules, turns = game.rules, turns_of(game)
    policy = new_uct(game, course.warm_sims)
    rngs = streams(course.seed, games, _WARM, group)
    finished: list[ReplaySamples] = []
    for number in range(games):
        rng = rngs[number]
        state = game.start(seed=int(draw(rng, 2**31))).state
        recorder = GameRecorder(game)
        plies = sure = 0
        while not is_over(rules, state) and plies < MOST_PLIES:
            n, place = int(legal_moves(rules, state, policy.workspace.moves)), 0
            if n > 1:
                report(0)
                begin(policy, rules)
                sims = course.warm_sims if sure < _LONG else max(2, course.warm_sims // _SELDOM)
                simulate_many(policy, rules, state, sims, rng)
                weigh_root(policy, n, int(player(rules, state)))
                visits = policy.visits[:n]
                worth = policy.tree.total[ROOT] / policy.tree.visits[ROOT]
                sure = decided_plies(sure, worth)
                if is_recorded(sure):
                    ways = turns_here(game, turns, state)
                    recorder.add(state, policy.workspace.moves[:n], visits, sure < _LONG, worth, ways)
                place = sample_by_visits(visits, rng) if plies < course.curious else int(np.argmax(visits))
            state = state.copy()
            play(rules, state, int(policy.workspace.moves[place]))
            chance(rules, state, rng)
            plies += 1
        out = np.zeros(game.num_players)
        if is_over(rules, state):
            returns(rules, state, out)
        finished.append(recorder.finish(out))
        report(1)
    return join_samples(finished)
