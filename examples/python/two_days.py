"""Which visitors of Tuesday were there on Monday, and how many there were together.

    python two_days.py MONDAY TUESDAY      one visitor on each line
"""

import sys
from pathlib import Path

import urnfield as urn


def main(monday_file, tuesday_file):
    tuesday_names = Path(tuesday_file).read_text().splitlines()

    # Filters of equal size can be merged: both are planned for the visitors of both days.
    monday = urn.Filter.for_items(2000, "0.1%")
    tuesday = urn.Filter.for_items(2000, "0.1%")
    monday.update(Path(monday_file).read_text().splitlines())
    tuesday.update(tuesday_names)

    # A name that is printed was there on Monday, or is a false positive.
    for name, there in zip(tuesday_names, monday.contains_many(tuesday_names)):
        if there:
            print(name)

    both = monday | tuesday  # the filter of both days, to the byte
    both.save("both.urn", replace=True)
    print("together:", both.estimate_items(), file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
