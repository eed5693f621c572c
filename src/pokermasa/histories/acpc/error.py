"""How this notation says no."""


class AcpcError(ValueError):
    """Text that is no game definition, state or log line; or a state its game does not lead to."""


def shortened(text: str, most: int = 60) -> str:
    """
    >>> shortened("MATCHSTATE:0:0:" + "c" * 1000, most=20)
    "'MATCHSTATE:0:0:ccccc…'"
    """
    return repr(text if len(text) <= most else text[:most] + "…")
