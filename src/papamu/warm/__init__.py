"""Pre-compilation: what a first use would compile, as a list of jobs, and processes that compile it ahead of time.

What is here:

    compile_processes  Processes that compile ahead of time, beside whatever else is going on
    job_list           What a first use would compile, game by game, the most wanted first
"""

from papamu.warm.job_list import AGENTS as AGENTS
from papamu.warm.job_list import Job as Job
from papamu.warm.job_list import jobs as jobs
