#!/usr/bin/env python3
"""Writes complex_functions.json: sin and cos, atan2, exp, ln and ln Gamma by ball arithmetic (FLINT).

    python3 complex_functions.py [factor]     # needs python-flint; `factor` times as many points

The tests need the file and not this program. Points are seeded, exact binary fractions of at most
100 bits, and biased to corners: multiples of pi/2, tiny, huge, close to the axes and the unit circle.
"""

import json
import random
import sys

from flint import acb, arb, ctx, fmpq

ctx.prec = 4000
random.seed(20240229)


def dyadic(value, bits):
    """The integer and the exponent of a float, a fraction or a ball, cut to `bits` bits."""
    ball = arb(value)
    if ball == 0:
        return 0, 0
    mantissa, exponent = (int(part) for part in ball.mid().man_exp())
    cut = max(abs(mantissa).bit_length() - bits, 0)
    sign = -1 if mantissa < 0 else 1
    return sign * (abs(mantissa) >> cut), exponent + cut


def ball(number):
    mantissa, exponent = number
    return arb(fmpq(mantissa)) * arb(2) ** exponent


def decimal(value, digits):
    """`digits` significant digits; the truth is within one unit of the last."""
    if value == 0:
        return "0"
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    sign, mantissa = ("-", -mantissa) if mantissa < 0 else ("", mantissa)
    assert abs(value).rad() * arb(10) ** (digits + 5) < abs(value), "more precision is needed"
    numerator = mantissa << max(exponent, 0)
    denominator = 1 << max(-exponent, 0)
    place = len(str(numerator)) - len(str(denominator)) - digits
    if place < 0:
        numerator *= 10 ** -place
    else:
        denominator *= 10**place
    whole = (2 * numerator + denominator) // (2 * denominator)
    return f"{sign}{whole}e{place}"


def size(low, high):
    """A positive number, evenly by its logarithm."""
    return 10.0 ** random.uniform(low, high)


def sign():
    return random.choice((-1, 1))


def an_angle():
    kind = random.randrange(6)
    if kind == 0:  # close to a multiple of pi/2, as close as the bits allow
        multiple = random.choice((1, 2, 3, 4, 5, 1001, random.getrandbits(20), random.getrandbits(50)))
        return dyadic(sign() * multiple * arb.pi() / 2, random.choice((20, 53, 64, 100)))
    if kind == 1:
        return dyadic(sign() * size(-30, 0), 53)
    if kind == 2:
        return sign() * random.getrandbits(random.choice((1, 10, 64, 100))) | 1, random.choice((0, 1, 40, 60, 100, 500))
    if kind == 3:
        return random.choice(((0, 0), (1, -1), (1, 0), (-3, 0), (1, 60), (-1, 100), (1, 1000), (1, -400)))
    if kind == 4:
        return sign() * random.getrandbits(100), -random.randrange(60, 110)
    return dyadic(sign() * size(-3, 18), 53)


def a_part(scale):
    kind = random.randrange(4)
    if kind == 0:
        return dyadic(sign() * scale * random.random(), 53)
    if kind == 1:  # far smaller than the other part
        return dyadic(sign() * scale * size(-25, -1), 53)
    if kind == 2:
        return random.choice(((0, 0), dyadic(sign() * scale, 2), dyadic(sign() * scale, 7)))
    return dyadic(arb(sign() * scale) * arb(random.random()).exp(), 100)


def a_point():
    scale = random.choice((1.0, size(-3, 18), size(-3, 3), size(60, 90)))
    if random.randrange(8) == 0:  # close to the unit circle
        angle = arb(random.random() * 6.3)
        return dyadic(angle.cos(), random.choice((10, 53, 90))), dyadic(angle.sin(), random.choice((10, 53, 90)))
    point = a_part(scale), a_part(scale)
    return point if point[0][0] or point[1][0] else ((1, 0), (1, 0))


def a_right_point():
    """Re > 0, |z| from 1e-3 to 1e20."""
    kind = random.randrange(6)
    if kind == 0:  # whole and half numbers on the real axis
        return (random.choice((1, 2, 3, random.getrandbits(8) | 1, random.getrandbits(40) | 1)), random.choice((-1, 0))), (0, 0)
    scale = random.choice((size(-3, 3), size(-3, 20), size(0, 2)))
    if kind == 1:  # a large number and a small imaginary part
        return dyadic(scale, 53), dyadic(sign() * scale * size(-25, -1), 53)
    if kind == 2:  # close to the imaginary axis
        return dyadic(scale * size(-6, -1), 53), dyadic(sign() * scale, 53)
    angle = random.uniform(-1.57, 1.57)
    return dyadic(arb(scale) * arb(angle).cos(), 100), dyadic(arb(scale) * arb(angle).sin(), 100)


def complex_ball(point):
    return acb(ball(point[0]), ball(point[1]))


def row(name, digits):
    if name == "sin_cos":
        point = an_angle(), (0, 0)
        x = ball(point[0])
        values = x.sin(), x.cos()
    elif name == "atan2":
        point = a_point()
        values = arb.atan2(ball(point[1]), ball(point[0])), arb(0)
    elif name == "exp":
        point = random.choice(((0, 0), dyadic(sign() * size(-20, 3), 53))), an_angle()
        value = complex_ball(point).exp()
        values = value.real, value.imag
    elif name == "ln":
        point = a_point()
        values = complex_ball(point).log().real, complex_ball(point).log().imag
    else:
        point = a_right_point()
        value = complex_ball(point).lgamma()
        values = value.real, value.imag
    texts = [decimal(value, digits) for value in values]
    return [name, *(str(n) for n in point[0]), *(str(n) for n in point[1]), *texts]


def main():
    factor = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    counts = {"sin_cos": 400, "atan2": 250, "exp": 250, "ln": 350, "ln_gamma": 750}
    rows = []
    for name, count in counts.items():
        for i in range(factor * count):
            # One in six is long enough to say something about mantissas of 512 bits.
            rows.append(row(name, 165 if i % 6 == 0 else 80))
    with open("complex_functions.json", "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(r) for r in rows) + "\n]\n")


main()
