"""Play at the opponent's strength: the adaptive policy, and proofs of short wins that it must not throw away.

What is here:

    adaptive_policy  The adaptive policy: plays the move that loses as much as the wanted strength allows
    win_proof        Proofs of short wins: does a move win against any play? For any number of players, and with
                     chance
"""
