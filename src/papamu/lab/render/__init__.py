"""Showing results: the report and training pages, charts, pictures of maps, CSV, JSON and Markdown.

`som_*.py` are about self-organizing maps, `svg_*.py` and `html_chart.py` draw, `chart_data.py` says what they draw.
`line_chart.js` is the script of `html_chart.py` and of the browser app.

What is here:

    alphazero_page  The page of a network that learned from its own games: losses, and how it did against the one
                    before
    chart_data      What the charts of a table show, before anything is drawn
    export          A comparison for other programs and for the documentation: CSV, JSON, Markdown, pictures
    heat_map        A grid of numbers as an SVG picture: each a colour, with a legend that says which number is which
    html_chart      Charts for pages that need nothing beside themselves, drawn by `line_chart.js` in the reader's
                    browser
    neuron_boards   Neurons of a map as small boards: a picture
    page_style      How the report's page looks, in the light and in the dark
    picture         A picture that a study shows beside its tables
    report_page     The report as one HTML file that needs nothing beside itself: no network, no fonts, no other files
    run_page        The page of a training run, whichever learner it was: what is known of it, and its curves or maps
    som_page        The maps of a file as one HTML page that needs nothing beside itself: facts, curves, pictures by
                    stage
    som_picture     Pictures of one stage's map: U-matrix, hits, values, and which squares come back
    som_stage       One stage's map, and the numbers that its pictures show
    svg_card        The card that an SVG picture is drawn on, and what is written on it
    svg_chart       A chart as an SVG picture: for documentation, where no script runs
    table_view      A table of a study as Python and a notebook show it: published figures next to ours
    training_page   One network's learning curve as an HTML file that needs nothing beside itself
"""
