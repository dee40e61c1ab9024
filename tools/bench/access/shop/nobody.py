"""Nobody logs in: the tokens are made by the benchmark."""


def verify(username: str, password: str) -> None:
    """Returns no claims."""
