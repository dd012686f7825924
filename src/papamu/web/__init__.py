"""The browser app: games, agents, studies and runs over HTTP, and the page that shows them.

What is here:

    app         The application: `make_app` opens the store and puts all parts together; its lifespan closes them
    guard       Access control: pages of this server only, and no request that is too large
    limits      Resource limits of the server, in one place: sizes, times, counts
    server      The running server: its address, its socket, and the browser that is opened
    validation  Games and agents as a page may name them: within the limits, and model files only by their names
    api/        The HTTP interface: one module per group of endpoints; forms, validation and errors
    catalogue/  What the browser app shows besides tables: ladder, rule cards, figures of papers, training runs
    tables/     Tables: their state and store, the manager that changes them, the game loop, and the hub that notifies
                watchers
    thinking/   Agents at work: requests, their queue, the agent pool, and its users (reviews, live matches, levels)
"""
