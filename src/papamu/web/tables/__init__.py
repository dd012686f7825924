"""Tables: their state and store, the manager that changes them, the game loop, and the hub that notifies watchers.

What is here:

    agent_turns     An agent's turn at a table: its request in the pool, what the watchers see of it, and its move
    click_paths     Several moves that a person makes with one click: two and more hops of one piece in one turn
    game_end        The end of a game: its agents are notified one after the other, and their comments are kept at the
                    table
    game_loop       The game loop: commits every change of a table, and lets agents move until a person is on turn
    hub             The hub: who watches which table, and the messages that still have to be sent to each watcher
    position_view   A position as JSON: everything that a page needs to draw it, to play on and to read it aloud
    recovery        Recovery after a restart: the games in the store continue where they were
    table           One game at a table: its seats, its line of moves, and the actions that are possible
    table_cache     The tables in memory, in front of the store, and one lock per table
    table_errors    Errors about tables and other things that a page asks for
    table_manager   The table manager: opens tables, shows them, and applies what people do at them
    table_requests  What a table asks its agents: requests for the agent pool, made from a table and one of its seats
    table_store     The table store: every table in one SQLite file
    table_view      A table as the page sees it: its whole state as JSON, and the two messages that watchers get
"""
