"""What can go wrong. Every message is one sentence: the rule, the number that broke it, the remedy."""

__all__ = [
    "DomainError",
    "Error",
    "FileError",
    "FormatError",
    "MismatchError",
    "PrecisionError",
    "TooCostly",
    "Undecided",
    "Unreachable",
]


class Error(Exception):
    """Anything that urnfield refuses."""

    __module__ = "urnfield"


class DomainError(Error, ValueError):
    """A parameter lies outside the domain of the question."""

    __module__ = "urnfield"


class FormatError(Error, ValueError):
    """Text that is no number, or bytes that are no filter."""

    __module__ = "urnfield"


class MismatchError(Error, ValueError):
    """Two filters, or a filter and a key, that do not go together."""

    __module__ = "urnfield"


class Unreachable(Error, ValueError):
    """No choice of what was left open satisfies the question."""

    __module__ = "urnfield"


class TooCostly(Error, OverflowError):
    """The answer would take more work than the limit that is stated."""

    __module__ = "urnfield"


class PrecisionError(Error, ArithmeticError):
    """The enclosure stayed too wide at the highest precision tried."""

    __module__ = "urnfield"


class Undecided(Error, ArithmeticError):
    """A comparison whose outcome is not certain."""

    __module__ = "urnfield"


class FileError(Error, OSError):
    """The system did not let a file be read or written."""

    __module__ = "urnfield"

    def __str__(self) -> str:
        return str(self.args[0])


class MissingFile(FileError, FileNotFoundError):
    """A file that is not there."""


class FileExists(FileError, FileExistsError):
    """A file that is there already."""


class ForbiddenFile(FileError, PermissionError):
    """A file that the system does not give."""
