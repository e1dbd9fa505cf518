# Values of R: fisher.test and phyper, for tables of two lists. Rscript overlaps.R > overlaps-R.tsv
set.seed(1935)
cat(sprintf("# %s: fisher.test (conditional MLE, conf.int, two-sided p), phyper\n", R.version.string))
cat("population\ta\tb\tobserved\tat_least\tlog_at_least\tat_most\ttwo_sided\todds_ratio\todds_lo\todds_hi\n")
one <- function(m, a, b, x) {
  t <- matrix(c(x, a - x, b - x, m - a - b + x), 2)
  f <- fisher.test(t, conf.level = 0.95)
  up <- phyper(x - 1, a, m - a, b, lower.tail = FALSE)
  lup <- phyper(x - 1, a, m - a, b, lower.tail = FALSE, log.p = TRUE)
  lo <- phyper(x, a, m - a, b)
  cat(sprintf("%d\t%d\t%d\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n",
      m, a, b, x, up, lup, lo, f$p.value, f$estimate, f$conf.int[1], f$conf.int[2]))
}
for (i in 1:400) {
  m <- sample(c(20, 100, 1000, 20000), 1)
  a <- sample(1:max(1, m %/% sample(c(1, 2, 10), 1)), 1)
  b <- sample(1:max(1, m %/% sample(c(1, 2, 10), 1)), 1)
  least <- max(0, a + b - m); most <- min(a, b)
  mean <- a * b / m
  x <- round(mean + sample(-6:9, 1) * sqrt(mean * (1 - a / m) * (1 - b / m) + 0.3) / 2)
  one(m, a, b, min(most, max(least, x)))
}
