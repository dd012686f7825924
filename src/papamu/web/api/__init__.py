"""The HTTP interface: one module per group of endpoints; forms, validation and errors.

What is here:

    catalogue      The catalogue over HTTP: games with their options and rule cards, and the agents that play them
    dependencies   What endpoints need from the application: its table manager, and its threads for work that blocks
    docs           The documentation of the API as one plain page, made from its schema: it needs no network
    errors         How errors become answers: every mistake is one line in `detail`, with the HTTP status of its kind
    explain        Explanations over HTTP: the value of every legal move, from one agent or for a hint
    forms          The fields of every request, with their limits
    matches        Live matches over HTTP
    papers         The studies and the ladder over HTTP
    positions      The position that a request names: by a table, or by game, position text and moves
    preparation    How far the preparation of the opponents is, over HTTP
    reviews        Game reviews over HTTP: start one, look at it, stop it
    runs           Trainings and reproductions over HTTP: start, look, stop, resume, name, delete
    tables         Tables over HTTP: open one, look at it, move, undo, resign
    training_form  The form of a training: made from the options of `papamu train`, with the limits of a server that
                   others use
    websocket      The WebSocket: a page names the tables it watches, and gets a message at every change
"""
