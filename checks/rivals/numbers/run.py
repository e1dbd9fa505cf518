"""Does urnfield ever say something wrong? `checks/rivals/numbers/run [ANSWERS] [SEED]`.

Draws questions over the whole domain (sizes to 2^64 − 1, corners, both sides of where the library changes its
route), has them answered by urnfield, and by truth.py, which shares no code with it. Counts answers, those whose ends
do not surround the truth, and those whose ends are further apart than promised. Ends with status 1 if there is one.
"""

import json
import os
import random
import select
import subprocess
import sys
import time
from collections import Counter

from flint import arb, fmpq, fmpz

import families

ASKED_AT_ONCE = 64

# What takes more seconds of a processor should have been refused.
PATIENCE = 20


def exactly(text):
    """A decimal or a fraction, as it is written."""
    if "/" in text:
        top, bottom = text.split("/")
        return fmpq(int(top), int(bottom))
    mantissa, power = decimal(text)
    return mantissa * fmpz(10) ** power if power >= 0 else fmpq(mantissa, fmpz(10) ** -power)


def decimal(text):
    """A decimal as a whole number and a power of ten, which may have twenty digits itself."""
    mantissa, _, exponent = text.partition("e")
    whole, _, part = mantissa.partition(".")
    return fmpz(int(whole + part)), int(exponent or 0) - len(part)


def end(text):
    """One end as a ball, at the precision of the moment."""
    mantissa, power = decimal(text)
    return arb(mantissa) * arb(10) ** fmpz(power)


def surrounds(low, high, truth):
    """Whether two ends surround the truth: True, False, or None where no ball was narrow enough to tell."""
    if isinstance(truth, fmpq):
        return exactly(low) <= truth <= exactly(high)
    for bits in (120, 400, 1600, 6400):
        ball = truth(bits)
        if ball is None:
            return None
        least, most = end(low), end(high)
        if ball >= least and ball <= most:
            return True
        if ball < least or ball > most:
            return False
    return None


def is_narrow(low, high, digits):
    """Whether the ends are no further apart than a part of 10^digits of the greater one."""
    (a, power), (b, other) = decimal(low), decimal(high)
    least = min(power, other)
    if max(power, other) - least > 2000:
        return False
    a, b = a * fmpz(10) ** (power - least), b * fmpz(10) ** (other - least)
    return (b - a) * fmpz(10) ** digits <= abs(b)


class Library:
    """The batch program, and another one where it takes too long."""

    def __init__(self, program):
        self.program = program
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def worked(self):
        """Seconds of a processor that it has had: a busy machine is not the library's fault."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            ticks = stat.read().rpartition(")")[2].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")

    def ask(self, address):
        self.process.stdin.write(address + "\n")
        self.process.stdin.flush()
        began = self.worked()
        while not select.select([self.process.stdout], [], [], 1)[0]:
            if self.worked() - began > PATIENCE:
                self.process.kill()
                self.process.wait()
                return self.start()
        return json.loads(self.process.stdout.readline())


def main():
    wanted = int(float(sys.argv[1])) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    batch = sys.argv[3]
    draws = random.Random(seed)
    library = Library(batch)
    counts, wrong, wide, slow, untold, refused = Counter(), [], [], [], Counter(), Counter()
    sentences, began, shown = Counter(), time.time(), 0
    while sum(counts.values()) < wanted:
        questions = [families.draw(draws) for _ in range(ASKED_AT_ONCE)]
        for family, address, digits, truths in questions:
            answer = library.ask(address)
            if answer is None:
                slow.append(address)
                print("SLOW", address, flush=True)
                continue
            if "refused" in answer:
                refused[family] += 1
                sentences[f"{family}: {answer['refused'][:110]}"] += 1
                continue
            for name, found, truth in truths(answer):
                if found is None:
                    refused[family] += 1
                    continue
                if isinstance(found, bool):
                    verdict, narrow = found, True
                elif found.get("label") == "bound":
                    # What is said of a probability that is out of reach; below or above it, as it is called.
                    upper = found["is"] == "upper"
                    verdict = surrounds("0" if upper else found["lo"], found["hi"] if upper else "1", truth)
                    narrow = True
                else:
                    verdict = surrounds(found["lo"], found["hi"], truth)
                    if verdict and "exact" in found and isinstance(truth, fmpq):
                        verdict = exactly(found["exact"]) == truth
                    narrow = is_narrow(found["lo"], found["hi"], digits)
                if verdict is None:
                    untold[family] += 1
                    continue
                counts[family] += 1
                if not verdict:
                    wrong.append((address, name, found))
                    print("WRONG", address, name, found, flush=True)
                if not narrow:
                    wide.append((address, name, found))
                    print("WIDE", address, name, found, flush=True)
        if sum(counts.values()) - shown >= 20_000:
            shown = sum(counts.values())
            print(f"{shown} answers, {time.time() - began:.0f} s", file=sys.stderr, flush=True)
    for family in sorted(counts):
        print(f"{family:12} {counts[family]:9} answers {refused[family]:6} refused {untold[family]:6} untold")
    for sentence, times in sentences.most_common(12):
        print(f"  {times:5} {sentence}")
    print(
        f"seed {seed}: {sum(counts.values())} answers, {len(wrong)} wrong, {len(wide)} wider than promised, "
        f"{len(slow)} not answered in {PATIENCE} s of a processor")
    sys.exit(bool(wrong or wide))


main()
