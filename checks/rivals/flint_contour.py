"""Circle integrals in python-flint: our own method, in the rival's arithmetic.

One probability of a union of n committees of k in m urns, by Newton interpolation as an integral of
H(w) = (w^(k)/m^(k))^n, w^(k) = w(w-1)...(w-k+1):

    P(X >= x) = m^(x)/2 pi i  o  H(w) dw / [w^(x) (w-m)]       round 0..x-1 and m
    P(X <  x) = m^(x)/2 pi i  o  H(w) dw / [w^(x) (m-w)]       round 0..x-1, not m
    P(X =  i) = m^(i)/2 pi i  o  H(w) dw / w^(i+1)
    P(r given urns occupied) = r!/2 pi i  o  H(w) dw / [(w-m)...(w-m+r)]

on a circle about the midpoint of the poles that H leaves. There the modulus is largest at the real
point W, of this and of every concentric circle, which bounds both errors of the trapezoidal rule:
nodes that are left out, and aliases. Where a wider or narrower circle crosses m, the residue 1 there
adds p^M/(1-p^M) exactly, which is taken off.

The rate of a standard filter is a coefficient of (1 + (e^u - 1)e^v)^m, by two circles.

Radii and numbers of nodes are guessed in f64; what they mean is then bounded in balls.
"""

from math import ceil, exp, expm1, log, log1p, log2, pi, sqrt

from flint import acb, arb

from flint_occupancy import TARGET, adaptive, all_accurate

# Products of at most this many factors are multiplied out.
MULTIPLIED = 12


# 1. Sums of reciprocals, for sizing only.


def digamma(z):
    """The digamma function for z > 0, to some seven digits."""
    shift = 0.0
    while z < 6:
        shift -= 1 / z
        z += 1
    return shift + log(z) - 1 / (2 * z) - 1 / (12 * z * z)


def trigamma(z):
    shift = 0.0
    while z < 6:
        shift += 1 / (z * z)
        z += 1
    return shift + 1 / z + 1 / (2 * z * z) + 1 / (6 * z**3)


def reciprocals(b, n):
    """sum_{t<n} 1/(b+t)."""
    if b > 1e4:
        return log1p(n / (b - 0.5))
    return digamma(b + n) - digamma(b) if n > 4 else sum(1 / (b + t) for t in range(n))


def square_reciprocals(b, n):
    """sum_{t<n} 1/(b+t)^2."""
    if b > 1e4:
        return n / ((b - 0.5) * (b + n - 0.5))
    return trigamma(b) - trigamma(b + n) if n > 4 else sum(1 / (b + t) ** 2 for t in range(n))


# 2. One circle.


class Circle:
    """An integral, its circle and its nodes. side: "at_least", "below", "point" or "joint"."""

    def __init__(self, m, n, k, side, end, start=0):
        self.m, self.n, self.k, self.side = m, n, k, side
        # The denominator is the product of w - l for start <= l < end.
        self.start, self.end = start, end
        self.first = max(k, start)
        self.base = m if side == "at_least" else end - 1
        self.beyond = self.saddle()
        twice = (self.base - self.first) + (self.base + 1 - end)
        self.rough = twice / 2 + self.beyond
        curvature = self.sum_over(square_reciprocals, self.beyond) + self.pole(self.beyond) ** 2
        self.spread = sqrt(max(1.0, self.rough**2 * curvature))
        depth = sqrt(2 * log(2) * (TARGET + 12 + log2(self.spread)))
        self.nodes = int(1.8 * depth * self.spread + 12) | 1

    def sum_over(self, reciprocals, beyond):
        """Of the poles, less that of the zeros."""
        product = lambda a, b: reciprocals(self.base + 1 - b + beyond, b - a)
        return product(self.start, self.end) - self.n * product(0, self.k)

    def pole(self, beyond):
        if self.side == "at_least":
            return 1 / beyond
        return -1 / (self.m - self.base - beyond) if self.side == "below" else 0.0

    def saddle(self):
        """W - base, where the logarithmic derivative passes zero."""
        low, high = 1e-9, self.m - self.base if self.side == "below" else 1e25
        falls = lambda beyond: self.sum_over(reciprocals, beyond) + self.pole(beyond) > 0
        # First the size, then the place.
        while high / low > 2:
            middle = sqrt(low * high)
            low, high = (middle, high) if falls(middle) else (low, middle)
        for _ in range(16):
            middle = (low + high) / 2
            low, high = (middle, high) if falls(middle) else (low, middle)
        return low

    # From here on in balls.

    def place(self):
        """The circle exactly: centre, radius and W - m."""
        self.centre = arb(self.first + self.end - 1) / 2
        self.radius = self.base - self.centre + arb(self.beyond)
        self.beyond_m = arb(self.base - self.m) + arb(self.beyond)

    def falling(self, w, a, b):
        """ln of the product of w - l, a <= l < b, up to full turns."""
        if b - a <= MULTIPLIED:
            product = w - a
            for l in range(a + 1, b):
                product *= w - l
            return product.log() if b > a else type(w)(0)
        return (w - a + 1).lgamma() - (w - b + 1).lgamma()

    def logs(self, w, from_m):
        """ln of what falls along the circle, and ln of the product over the poles."""
        k, start = self.k, self.start
        times = self.n - 1 if start == 0 else self.n
        zeros = times * self.falling(w, 0, k) if times else type(w)(0)
        if 0 < start < k:
            zeros -= self.falling(w, start, k)
        if self.side == "at_least":
            zeros -= from_m.log()
        elif self.side == "below":
            zeros -= (-from_m).log()
        return zeros, self.falling(w, self.first, self.end)

    def front(self):
        """ln of what stands before the integral."""
        fall = lambda m, k: (arb(m) + 1).lgamma() - (arb(m - k) + 1).lgamma()
        if self.side == "joint":
            front = (arb(self.m - self.start) + 1).lgamma()
        else:
            front = fall(self.m, self.end - (self.side == "point"))
        if self.k <= MULTIPLIED:
            return front - self.n * self.falling(arb(self.m), 0, self.k)
        return front - self.n * fall(self.m, self.k)

    def alias(self, radius, outward, top):
        """The aliases from a circle of another radius, relative to r F(W), and whether it has
        crossed m; None unless it is certain where poles and m are."""
        w, from_m = self.centre + radius, self.beyond_m + (radius - self.radius)
        if not w > self.end - 1:
            return None
        crossed = False
        if self.side in ("at_least", "below"):
            if not (from_m > 0 or from_m < 0):
                return None
            crossed = bool(from_m < 0 if self.side == "at_least" else from_m > 0)
        zeros, poles = self.logs(w, -from_m if crossed else from_m)
        ratio = (radius / self.radius).log()
        decay = (-ratio if outward else ratio) * self.nodes
        return (zeros - poles - top + ratio + decay).exp() / (1 - decay.exp()), crossed

    def aliases(self, top):
        """Both sides' best bounds, and whether one of them crossed m."""
        total, any_crossed = arb(0), False
        for outward in (True, False):
            tau = min(1.5, self.nodes / self.spread**2)
            to_m = None
            if self.side == "at_least" and not outward:
                to_m = self.beyond
            elif self.side == "below" and outward:
                to_m = self.m - self.base - self.beyond
            to_pole = float("inf") if outward else self.base + 1 - self.end + self.beyond
            found = []
            for share in (1.0, 0.5):
                ideal = abs(self.rough * expm1(tau * share if outward else -tau * share))
                places = [min(ideal, 0.9 * to_pole)]
                if to_m is not None and ideal >= 0.9 * to_m:
                    last = float("inf") if outward else to_m + 0.9 * (to_pole - to_m)
                    places = [to_m / 2, min(max(ideal, 1.5 * to_m), last)]
                for place in places:
                    radius = self.radius + (arb(place) if outward else -arb(place))
                    bound = self.alias(radius, outward, top)
                    if bound is not None:
                        found.append(bound)
            if not found:
                return None
            bound, crossed = min(found, key=lambda pair: pair[0].upper())
            total, any_crossed = total + bound, any_crossed or crossed
        return total, any_crossed

    def value(self):
        self.place()
        zeros0, poles0 = self.logs(self.centre + self.radius, self.beyond_m)
        top = zeros0 - poles0
        height = self.front() + top + self.radius.log()
        enough = arb(2) ** -(TARGET + 8 + int(log2(self.spread)))
        for _ in range(12):
            found = self.aliases(top)
            if found is not None and found[0] < enough:
                break
            self.nodes = (self.nodes * 3 // 2) | 1
        else:
            raise ArithmeticError("no circle is good enough")
        total, stop = arb(1), -(TARGET + 8) * log(2) - log(self.nodes)
        dropped = arb(0)
        for j in range(1, self.nodes // 2 + 1):
            turn = acb.exp_pi_i(acb(2 * j) / self.nodes)
            offset = self.radius * (turn - 1)
            zeros, poles = self.logs(self.centre + self.radius + offset, self.beyond_m + offset)
            total += 2 * ((zeros - poles - top).exp() * turn).real
            beyond = zeros.real - zeros0
            if beyond < stop:
                dropped = beyond.exp()
                break
        off = (dropped + found[0]).upper()
        answer = height.exp() * (total / self.nodes + arb(0, off))
        if found[1]:
            distance = self.radius - self.beyond_m
            p = distance / self.radius if self.side == "at_least" else self.radius / distance
            answer -= p**self.nodes / (1 - p**self.nodes)
        return answer


def bits(m, n, k):
    """Logarithms of the size nk ln m lose as many bits as their integer part has."""
    return TARGET + (max(n * k, m)).bit_length() + 40


def union_at_least(m, n, k, x):
    """P(X >= x), x at or above the mean."""
    return adaptive(bits(m, n, k), lambda: Circle(m, n, k, "at_least", x).value())


def overlap_at_least(m, c, k, x):
    """P(at least x urns are in all of c lists of k): the complements' union has at most m - x."""
    return adaptive(
        bits(m, c, m - k), lambda: Circle(m, c, m - k, "below", m - x + 1).value()
    )


def classic_rate(m, n, k):
    """f_C = P(k given bits are set)."""
    return adaptive(
        bits(m, n, k), lambda: Circle(m, n, k, "joint", m + 1, m - k).value()
    )


# 3. A window of the pmf of balls: a circle for a block of consecutive i.


def block(m, n, i, last):
    """P(X = i), P(X = i+1), ... from the nodes of one circle, each with its own radius."""
    circle = Circle(m, n, 1, "point", i + 1)
    circle.place()
    w0 = circle.centre + circle.radius
    zeros0, poles0 = circle.logs(w0, None)
    top = zeros0 - poles0
    count = circle.nodes
    # Later poles come closer to W, so a block is no longer than half the way there, and no longer
    # than the bump stays good.
    length = int(max(1, min(circle.spread / 2, circle.beyond / 2, last - i + 1)))
    tau = min(1.5, count / circle.spread**2)
    away = circle.rough * expm1(tau), min(-circle.rough * expm1(-tau), 0.4 * circle.beyond)
    probes = []
    for step in (away[0], -away[1]):
        radius = circle.radius + arb(step)
        bound, _ = circle.alias(radius, step > 0, top)
        probes.append([bound, circle.centre + radius])
    height = (circle.front() + top + circle.radius.log()).exp()
    values, stop = [(arb(1) / count, w0)], -(TARGET + 14) * log(2) - log(count)
    dropped = None
    for j in range(1, count // 2 + 1):
        turn = acb.exp_pi_i(acb(2 * j) / count)
        w = w0 + circle.radius * (turn - 1)
        zeros, poles = circle.logs(w, None)
        values.append(((zeros - poles - top).exp() * turn * (arb(2) / count), w))
        beyond = zeros.real - zeros0
        if beyond < stop:
            dropped = [beyond.exp(), w]
            break
    assert probes[1][1] > i + length - 1, "a pole would leave the circle"
    nodes = [w for _, w in values]
    now = [v * height for v, _ in values]
    bounds = [[b * height, w] for b, w in probes + ([dropped] if dropped else [])]
    answers = []
    for t in range(i, i + length):
        total = sum((v.real for v in now[1:]), now[0])
        off = sum((b for b, _ in bounds), arb(0)).upper()
        answers.append(total + arb(0, off))
        step = m - t
        now = [v * step / (w - (t + 1)) for v, w in zip(now, nodes)]
        bounds = [[b * step / abs(w - (t + 1)), w] for b, w in bounds]
    return answers


def balls_window(m, n, low, high):
    """P(X = low), ..., P(X = high)."""

    def compute():
        answers, i = [], low
        while i <= high:
            found = block(m, n, i, high)
            answers += found
            i += len(found)
        return answers

    return adaptive(bits(m, n, 1) + 16, compute, all_accurate)


# 4. The rate of a standard filter: two circles.


def two_circles(m, balls, hashes):
    """Radii and nodes through the saddle of z^m/(u^N v^k), z = 1 + (e^u - 1) e^v."""
    ln_expm1 = lambda r: log(expm1(r)) if r < 1 else r + log1p(-exp(-r))
    occupied = lambda r: -balls * expm1(-r) / r
    low, high = 1e-18, 1e4
    for _ in range(120):
        r = sqrt(low * high)
        x = occupied(r)
        small = x >= m or ln_expm1(r) + hashes / x - log(x / (m - x)) < 0
        low, high = (r, high) if small else (low, r)
    r, x = high, occupied(high)
    p, s, mean = x / m, hashes / x, balls / x
    a = x * mean * max(0.0, 1 + r - mean) + x * (1 - p) * mean**2
    b = x * s + x * (1 - p) * s * s
    both = x * (1 - p) * mean * s
    depth = (TARGET + 4) * log(2) + log(2 * pi * sqrt(max(1.0, a * b - both * both)))
    in_u = lambda tau: m * log1p(p * expm1(r * expm1(tau)) / -expm1(-r))
    in_v = lambda tau: m * log1p(p * expm1(s * expm1(tau)))
    return depth, nodes_for(r, balls, a, depth, in_u), nodes_for(s, hashes, b, depth, in_v)


def nodes_for(radius, mean, variance, depth, growth):
    """(radius, nodes, a larger and a smaller radius): the fewest nodes with both Chernoff bounds
    small enough."""
    depth += log(4)
    best = {}
    for sign in (1, -1):
        needed = lambda tau: (growth(sign * tau) - sign * tau * mean + depth) / tau
        taus = [sqrt(2 * depth / variance) * 1.1**e for e in range(-6, 7)]
        tau = min(taus, key=needed)
        best[sign] = radius * exp(sign * tau), needed(tau)
    nodes = ceil(max(best[1][1], min(best[-1][1], mean + 1))) | 1
    return radius, nodes, best[1][0], best[-1][0]


def standard_rate(m, n, k):
    """f_S = N! k!/m^(N+k) [u^N v^k] z^m, N = nk."""
    balls = n * k
    depth, first, second = two_circles(m, balls, k)

    def compute():
        r, s = arb(first[0]), arb(second[0])
        z = lambda r, s: 1 + r.expm1() * s.exp()
        top = z(r, s)
        off = arb(0)
        for (radius, nodes, larger, smaller), mean, at in (
            (first, balls, lambda q: z(q, s)),
            (second, k, lambda q: z(r, q)),
        ):
            # P(|A - mean| >= nodes), by Chernoff.
            tail = lambda q, edge: (at(q) / top) ** m * (arb(radius) / q) ** edge
            off += tail(arb(larger), mean + nodes)
            if mean >= nodes:
                off += tail(arb(smaller), mean - nodes)
        # Nodes with |z| <= least·z(R,S) are left out.
        least = 1 - arb(-expm1(-depth / m))
        off += least**m
        scale, square = 1 / top, least * least
        limit = least - scale

        def circle(count, number, j):
            """The j-th point of the unit circle, and e^(-i number theta)."""
            at = acb.exp_pi_i(acb(2 * j) / count)
            return at, -2 * arb.pi() * (number * j % count) / count

        columns = []

        def column(i):
            if i == len(columns):
                at, turn = circle(first[1], balls, i)
                # |e^u - 1| <= (e^(R c) - 1)/c from here on.
                most = (r * at.real).expm1() / at.real * scale
                columns.append((((r * at).exp() - 1) * scale, turn, most))
            return columns[i]

        total = arb(1)
        for j in range(second[1] // 2 + 1):
            at, turn_v = circle(second[1], k, j)
            row = (s * at).exp()
            size = (s * at.real).exp()
            if size * column(0)[2] <= limit:
                break
            for i in range(first[1] // 2 + 1):
                value, turn_u, most = column(i)
                if size * most <= limit:
                    break
                for mirrored in (False, True) if i and j else (False,):
                    if i == j == 0:
                        continue
                    u, turn = (value.conjugate(), -turn_u) if mirrored else (value, turn_u)
                    ratio = u * row + scale
                    if ratio.real * ratio.real + ratio.imag * ratio.imag < square:
                        continue
                    power = (ratio.log() * m + acb(0, turn + turn_v)).exp()
                    total += 2 * power.real
        total = total / (first[1] * second[1]) + arb(0, off.upper())
        front = (arb(balls) + 1).lgamma() + (arb(k) + 1).lgamma()
        front -= balls * (r * m).log() + k * (s * m).log() - m * top.log()
        return front.exp() * total

    return adaptive(TARGET + 40 + max(m, balls).bit_length(), compute)
