"""What can go wrong. Every message is one sentence: the rule, the number that broke it, the remedy."""

from __future__ import annotations

import re

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
    "UrnfieldWarning",
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


class UrnfieldWarning(UserWarning):
    """A doubt about data: the answer is correct for what was given, which may be something else than what was meant."""

    __module__ = "urnfield"


class MissingFile(FileError, FileNotFoundError):
    """A file that is not there."""


class FileExists(FileError, FileExistsError):
    """A file that is there already."""


class ForbiddenFile(FileError, PermissionError):
    """A file that the system does not give."""


def _panicked(_class: object, what: object = "a panic", *_: object) -> Error:
    """What a panic of the compiled half becomes; ``PanicException`` calls it to make an exception."""
    if isinstance(what, Error):
        return what
    return Error(f"urnfield failed inside ({what}), which is a fault of its own; report it with what you asked")


_FLAGS = "drop_missing|drop_version|header|universe_header|every|exclusive|given|ignore_case|log_scale|mean|restrict|spread|table|trim|unquote|no_per_filter"
_FUNCTIONS = {"plan": "plans", "parquet plan": "parquet.plan", "": ""}


def _function(words: str) -> str:
    """What the words of a command are called here."""
    first, _, rest = words.partition(" ")
    if first == "estimate":
        return words.replace(" ", "_")
    return _FUNCTIONS.get(words, first if rest and first in ("figure", "law", "sample") else words)


def _option(found: re.Match[str]) -> str:
    name = found[1].replace("-", "_")
    if found[2]:
        return f"{name}={found[2].strip(' <>')}"
    return f"{name}=True" if re.fullmatch(_FLAGS, name) else f"{name}="


def _in_python(sentence: str) -> str:
    """A sentence that the shell's people know, with Python's words for options and commands; what is in double
    quotes is somebody's own."""
    if "--" not in sentence and "`urnfield" not in sentence:
        return sentence
    parts = sentence.split('"')
    for i in range(0, len(parts), 2):
        said = re.sub(r"see `urnfield ?([a-z ]*?) ?--help`", lambda found: f"see help({'.'.join(filter(None, ('urnfield', _function(found[1]))))})", parts[i])
        said = re.sub(r"`urnfield ([a-z ]+)`", lambda found: f"urnfield.{_function(found[1])}", said)
        said = re.sub(r"--([a-z][a-z-]*): ", lambda found: f"{found[1].replace('-', '_')}: ", said)
        said = re.sub(r"was made with --([a-z]+) (.*), which --\1 (.*) cannot change", r"was made with \1=\2, which \1=\3 cannot change", said)
        parts[i] = re.sub(r"--([a-z][a-z-]*)( <[A-Z]+>| [0-9][0-9a-z.,-]*)?", _option, said)
    return '"'.join(parts)
