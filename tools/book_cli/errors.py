"""The one exception that ends a command with a message instead of a traceback."""


class BookError(Exception):
    """Something the user can cure. The message says what, where, why, and what to do next."""
