"""The front door's package. Standard library only: it runs before anything is installed."""
