//! `birthday`, `critical` and `power`: examples of questions that are asked often.

pub(crate) const BIRTHDAY_EXAMPLES: &str = "\
With --balls the probability that two of them share an urn; with --probability
the least number of balls for which it is as high as that.

Examples:
  urnfield birthday --urns 365 --balls 23
  urnfield birthday --urns 365 --probability 1/2
  urnfield birthday --urns 2^122 --probability 1e-9
  urnfield birthday --urns 2^61 --balls 1e6 --digits 20
  urnfield birthday --urns 2^61 --probability 1e-9 --json";

pub(crate) const CRITICAL_EXAMPLES: &str = "\
Lists are drawn at random from the population. critical is the least overlap of
all of them that chance reaches with at most the level's probability; at_least
is that probability. Where even the greatest possible overlap is likelier than
the level, critical is none: no overlap is rare enough.

Examples:
  urnfield critical --population 20000 --sizes 300,500 --level 0.01
  urnfield critical --population 1e6 --sizes 5000,5000,20k --level 1e-9 --json";

pub(crate) const POWER_EXAMPLES: &str = "\
Two lists will be tested: overlaps of critical names and more are rarer by
chance than the level. In truth the odds that a name of one list is on the other
are --odds-ratio times as high as for other names; power is the chance that the
test then finds it.

Examples:
  urnfield power --population 20000 --sizes 300,500 --level 0.01 --odds-ratio 2
  urnfield power --population 1e6 --sizes 5000,20k --level 1e-9 --odds-ratio 1.5 --json";
