"""`python -m papamu`"""

from papamu.cli import main

main()
