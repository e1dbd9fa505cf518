"""Bloom filters that keep the rate they promise, and the probability behind them, certified.

>>> import urnfield as urn
>>> seen = urn.Filter.for_items(1_000_000, "1%")
>>> seen.update(["amphora", "krater"])
2
>>> "krater" in seen, "oinochoe" in seen
(True, False)

Two lists of 300 and 500 genes out of 20000 share 15. Chance?

>>> urn.Occupancy.lists(20_000, [300, 500]).at_least(15)
Certified(0.00884426850232889)

Numbers go in as int, str (``"1%"``, ``"1 in 500"``, ``"1e-9"``), Fraction, Decimal or float; a float means the decimal
it prints as, so 0.01 is one in a hundred. They come out as `Certified`, between two ends that surround them.
"""

from . import parquet
from ._answer import Answer, Answers
from ._core import (
    Certified,
    Design,
    Estimate,
    Filter,
    FilterChain,
    FilterView,
    Mask,
    Occupancy,
    ParquetFilter,
    Plan,
    Spread,
    __version__,
    plan,
    textbook,
    update_chain,
    update_file,
)
from ._errors import (
    DomainError,
    Error,
    FileError,
    FormatError,
    MismatchError,
    PrecisionError,
    TooCostly,
    Undecided,
    Unreachable,
    UrnfieldWarning,
)
from ._figure import Figure, figure
from ._filters import compare, info
from ._lists import Enrichment, Overlap, enrich, overlap
from ._questions import (
    birthday,
    critical,
    estimate_balls,
    estimate_committees,
    estimate_population,
    law,
    peak,
    plans,
    power,
    rate,
    sample,
)

__all__ = [
    "Answer",
    "Answers",
    "Certified",
    "Design",
    "DomainError",
    "Enrichment",
    "Error",
    "Estimate",
    "Figure",
    "FileError",
    "Filter",
    "FilterChain",
    "FilterView",
    "FormatError",
    "Mask",
    "MismatchError",
    "Occupancy",
    "Overlap",
    "ParquetFilter",
    "Plan",
    "PrecisionError",
    "Spread",
    "TooCostly",
    "Undecided",
    "Unreachable",
    "UrnfieldWarning",
    "__version__",
    "birthday",
    "compare",
    "critical",
    "enrich",
    "estimate_balls",
    "estimate_committees",
    "estimate_population",
    "figure",
    "info",
    "law",
    "overlap",
    "parquet",
    "peak",
    "plan",
    "plans",
    "power",
    "rate",
    "sample",
    "textbook",
    "update_chain",
    "update_file",
]
