"""Agents at work: requests, their queue, the agent pool, and its users (reviews, live matches, levels).

What is here:

    agent_memory      What an agent process keeps from one request to the next: agents, lines, a solver, and a match's
                      referee
    agent_pool        The agent pool: a few processes in which agents think, and the thread that serves them from the
                      queue
    agent_process     A process of the agent pool: it answers one request after the other
    agent_request     What an agent process is asked and what it answers: plain data that goes through a pipe
    game_reviews      Game reviews for the page: positions are judged in the pool, and what was found replaces what
                      was found before
    live_matches      Live matches between agents: a few games at a time in the pool, in the background, with figures
                      after each
    offered_agents    The opponents that the page offers: levels with plain names, the studies' players, own models
    preparation       Preparation: all opponents are compiled in the background from the moment the server starts
    request_handlers  How an agent process answers each kind of request about a position: one function per kind
    request_queue     The queue in front of the agent pool
    stand_in          The stand-in: a process without compiled code, which answers people while the others still
                      compile
"""
