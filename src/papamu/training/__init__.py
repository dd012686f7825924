"""Training as a library: what `papamu train`, `papamu maps`, the browser, a study and a notebook share.

A request (a course, an opponent, a number of test games) goes in, a `TrainingRun` comes out:

    from papamu.training.request import MlpRequest
    from papamu.training.train import train

    run = train(MlpRequest(course=Course("clobber:4x4", games=20_000)))

The run has a folder of its own, named by its request: it resumes after a stop, and the same request is trained once.
Nothing here prints: progress goes to a callback, and to `progress.json` in the folder. No kernels live here.

What is here:

    alphazero_run   A residual network learns from its own games, is tested, and becomes a file: `papamu train
                    --learner alphazero`
    api             Training as a call from Python: `papamu.train("clobber:6x6", preset="fast")`
    command         The command that repeats a training, as short as it can be: `papamu train reversi --seed 2`
    config          Options of a training as a TOML file: `papamu train --config FILE.toml`, `--save-config FILE.toml`
    curve_picture   Learning curves as a small SVG picture, for notebooks
    earlier_runs    Runs of version 0.1.0, found by the commands that began them
    final_test      Test games: a finished model plays without learning, and what came of it in figures and in words
    health_report   What is wrong with a network and why, in two sentences, and what to try instead: `health_report`
    insight         What a network has learned, to look at: what stones and patterns are worth to it, which boards
                    excite its units
    loop            The one loop of long learning: from a checkpoint if there is one, with another every few seconds,
                    to the end
    manual_session  `papamu.Session`: a training by hand, game by game, with the opponent given by its name
    map_options     The options of `papamu maps`: those of the maps, of the values learned on them, and of the run
    mlp_run         A network learns from games, is tested, and becomes a file: `papamu train`
    observations    What a network thought while it learned: how far apart it rated moves, and what the first moves
                    were worth to it
    option_tables   The options as Markdown tables, for the documentation: made from the courses, so that they are
                    never out of date
    options         The options of `papamu train`: made from the dataclasses of its learners, read into a request, and
                    back
    progress        How a long run stands: to whoever called it, and to whoever looks into its folder
    request         What a training is asked to do: a course, an opponent, test games, and where the run is kept
    result          What comes out of a training: one run, or one run per seed
    run_folder      The folder of a training run: its name, its lock, what is in it, and the one way in which every
                    run goes
    som_run         Self-organizing maps are trained, values are learned on them, and both become a file: `papamu
                    maps`
    train           `train`: the one entry for all learners
    presets/        Presets: named courses for `papamu train`, a file per game that has its own
"""
