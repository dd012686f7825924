"""The browser app: games, agents, studies and runs over HTTP, and the page that shows them."""
