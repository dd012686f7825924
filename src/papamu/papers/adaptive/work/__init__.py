"""Work functions of the adaptive agent's study: games of simulated people.

What is here:

    simulated_people  Simulated people: compiled games, one after the other, with exactly the policy and rating that a
                      person faces
"""
