"""`learning+som:…` and `learning+mlp:…`: a model that goes on learning from its person, a copy for each."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import papamu
from papamu.agents import person_store
from papamu.agents.agent import Ending
from papamu.agents.comparison import network_agent
from papamu.agents.mlp import MlpAgent
from papamu.agents.online_copy import LearningAgent
from papamu.agents.registry import agent
from papamu.agents.som import SomAgent
from papamu.core.errors import AgentError, ModelError, PapamuError
from papamu.games.position import Position
from papamu.kernel.random import stream
from papamu.learn.mlp.model_file import Model
from papamu.learn.online.course import Course
from papamu.learn.online.learn_from_record import games_learned_from, learn_from_game
from papamu.learn.online.session import Session
from papamu.learn.som.map_training import MapCourse, MapTraining
from papamu.learn.som.network import weights_of
from papamu.learn.som.td_session import Learning, MapSession
from papamu.learn.som.thresholds import ZERO, model_with_thresholds
from papamu.search.policy import Uniform, new_workspace

GAME = "reversi:4x4"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PAPAMU_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    course = MapCourse(GAME, "1-6,7-12", 3, 3, data=(40, 40), first=(60, 60), second=(60, 60))
    trained = [MapTraining(course, stage) for stage in (0, 1)]
    for training in trained:
        training.run()
    model = model_with_thresholds(course, np.array([weights_of(training.som) for training in trained]), ZERO)
    session = MapSession(model, Learning(games=20), lambda game: Uniform(new_workspace(game)))
    session.run()
    path = tmp_path / "maps.safetensors"
    session.learned().save(path)
    return path


@pytest.fixture
def network(tmp_path: Path) -> Path:
    course = Course(GAME, (4,), "tanh", start="xavier", lr=0.1, target=1.0, games=20)
    session = Session(course, lambda game: Uniform(new_workspace(game)))
    session.run()
    path = tmp_path / "net.safetensors"
    session.model().save(path)
    return path


def game_with(player: LearningAgent, seed: int = 1, seat: int = 0) -> Ending:
    """A whole game against somebody who draws their moves."""
    game = papamu.load(GAME)
    rng = np.random.default_rng(seed)
    player.begin(game, stream(seed))
    position: Position = game.start()
    while not position.is_over:
        mine = position.player == seat
        move = player.choose(position) if mine else int(rng.choice(list(map(int, position.legal_moves))))
        position = position.play(move)
    return Ending(position, seat, people=(1 - seat,))


def learning(text: str) -> LearningAgent:
    made = agent(text)
    assert isinstance(made, LearningAgent)
    return made


@pytest.mark.parametrize("kind", ["som", "mlp"])
def test_it_learns_from_its_person_and_remembers(kind: str, maps: Path, network: Path, home: Path) -> None:
    file = maps if kind == "som" else network
    written = file.read_bytes()
    player = learning(f"learning+{kind}:{file}")
    player.meet("Ann")
    assert player.end(game_with(player)) == ("It has learned from this game with Ann.",)
    assert player.end(game_with(player, 2)) == ("It has learned from 2 games with Ann.",)
    assert file.read_bytes() == written  # the file itself is nobody's
    (copy,) = (home / "people" / "ann").iterdir()
    assert copy.name.startswith(kind)
    # Another process, another day: it goes on where it was, and somebody else begins anew.
    again = learning(f"learning+{kind}:{file}")
    again.meet("ann")
    assert again.identity == player.identity != learning(f"learning+{kind}:{file}").identity
    assert again.end(game_with(again, 3)) == ("It has learned from 3 games with ann.",)
    other = learning(f"learning+{kind}:{file}")
    other.meet("Bob")
    assert other.end(game_with(other)) == ("It has learned from this game with Bob.",)
    # In a match it plays what Ann has taught it, and learns nothing.
    as_ann = learning(f"learning:player=ann+{kind}:{file}")
    assert as_ann.identity.split()[-1] == again.identity.split()[-1]
    before = copy.read_bytes()
    assert as_ann.end(game_with(as_ann)) == ()
    assert copy.read_bytes() == before
    papamu.match(GAME, as_ann, "random", games=4, seed=1)
    person_store.forget_person("Ann")
    assert not copy.exists() and person_store.names() == ["bob"]


def test_what_it_learns_is_what_the_equation_says(maps: Path) -> None:
    """MC, equation 8: after a won game every state on the way is worth 1000 / t more."""
    model = SomAgent({"file": str(maps)}).model
    told = {**model.facts["learning"], "way": "mc", "move": 0.0}
    model = type(model)(**{**vars(model), "facts": {**model.facts, "learning": told}})
    player = learning(f"learning+som:{maps}")
    ending = game_with(player)
    line = ending.position.line
    mine = [after.state for before, after in pairwise(line) if before.player == 0]
    learned = learn_from_game(model, mine, 0, (1.0, -1.0))
    assert games_learned_from(learned) == 1
    assert isinstance(learned, type(model))
    assert learned.values is not None and model.values is not None
    gained = learned.values.sum() - model.values.sum()
    assert gained == pytest.approx(sum(1000.0 / t for t in range(1, len(mine) + 1)))


def test_a_network_comes_nearer_to_what_happened(network: Path) -> None:
    """After a won game, learned from many times, it values its boards more; after a lost one less."""
    model = MlpAgent({"file": str(network)}).model
    player = learning(f"learning+mlp:{network}")
    ending = game_with(player)
    mine = [after.state for before, after in pairwise(ending.position.line) if before.player == ending.seat]
    first = ending.position.line[0]

    def worth(model: Model) -> float:
        return max(scored.value for scored in network_agent(model).explain(first).scores)

    won, lost = model, model
    for _ in range(30):
        won, lost = learn_from_game(won, mine, 0, (1.0, -1.0)), learn_from_game(lost, mine, 0, (-1.0, 1.0))  # type: ignore[assignment]
    assert worth(lost) < worth(won)


def test_who_gives_up_has_lost(maps: Path) -> None:
    player = learning(f"learning+som:{maps}")
    player.meet("Ann")
    ending = game_with(player)
    early = ending.position.line[5]
    assert player.end(Ending(early, 0, people=(1,), gave_up=(1,))) == (
        "It has learned from this game with Ann.",
    )


def test_refusals(maps: Path, network: Path, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="learning needs a model that can learn, and random is not one"):
        agent("learning+random")
    with pytest.raises(PapamuError, match="there is no player 'Ana'"):
        agent(f"learning:player=Ana+som:{maps}").identity  # noqa: B018
    with pytest.raises(AgentError, match="does not play reversi:6x6: its maps were made for reversi:4x4"):
        agent(f"learning+som:{maps}").check(papamu.load("reversi:6x6"))
    with pytest.raises(ModelError, match="holds no maps"):
        agent(f"som:{network}").check(papamu.load(GAME))
    with pytest.raises(ModelError, match="holds no network"):
        agent(f"mlp:{maps}").check(papamu.load(GAME))
    player = learning(f"learning+som:{maps}")
    player.meet("Ann")
    player.end(game_with(player))
    player.copy.write_bytes(b"nothing")
    with pytest.raises(ModelError, match="is not a model file, or is damaged"):
        learning(f"learning+som:{maps}").meet("Ann")


def test_with_a_closing_search_around_it(maps: Path) -> None:
    player = agent(f"endgame:plies=4+learning+som:{maps}")
    player.meet("Ann")
    inner = player.inner
    assert isinstance(inner, LearningAgent)
    assert player.end(game_with(player)) == ("It has learned from this game with Ann.",)  # type: ignore[arg-type]
