# Questions and what R says. Rscript says.R > R.tsv
# The rows are as in exact.py; the last column is how far R's doubles may be off, relatively. fisher.test looks
# for odds until they are known to 1.2e-4, above 1 their reciprocals.
set.seed(1934)
cat(sprintf("# %s: phyper, qhyper, fisher.test, pbirthday, qbirthday: says.R\n", R.version.string))
row <- function(question, key, value, off) {
  value <- if (value == round(value) && abs(value) < 1e15) sprintf("%.0f", value) else sprintf("%.17g", value)
  cat(question, "\t", key, "\t", value, "\t", off, "\n", sep = "")
}
for (i in 1:120) {
  m <- sample(c(100, 2000, 20000, 1000000), 1)
  a <- as.numeric(sample(1:(m %/% sample(c(2, 10, 30), 1)), 1))
  b <- as.numeric(sample(1:(m %/% sample(c(2, 10, 30), 1)), 1))
  mean <- a * b / m
  x <- round(mean + runif(1, -4, 9) * sqrt(mean * (1 - a / m) * (1 - b / m)))
  x <- min(a, b, max(0, a + b - m, x))
  question <- sprintf("overlap?population=%d&sizes=%d,%d&observed=%d", m, a, b, x)
  row(question, "rows.0.at_least", phyper(x - 1, a, m - a, b, lower.tail = FALSE), "1e-9")
  row(question, "rows.0.at_most", phyper(x, a, m - a, b), "1e-9")
  row(question, "rows.0.log10_at_least", phyper(x - 1, a, m - a, b, lower.tail = FALSE, log.p = TRUE) / log(10), "1e-9")
  row(question, "rows.0.expected_interval.lo", qhyper(0.025, a, m - a, b), "0")
  row(question, "rows.0.expected_interval.hi", qhyper(0.975, a, m - a, b), "0")
  if (m <= 20000) {
    f <- fisher.test(matrix(c(x, a - x, b - x, m - a - b + x), 2))
    row(question, "rows.0.two_sided_fisher", f$p.value, "2e-7")
    odds <- c(f$estimate, f$conf.int)
    keys <- c("odds_ratio", "odds_interval.lo", "odds_interval.hi")
    for (k in 1:3) if (odds[k] > 0.01 && odds[k] < 100) row(question, paste0("rows.0.", keys[k]), odds[k], "0.025")
  }
}
for (i in 1:40) {
  m <- sample(c(200, 2000, 20000), 1)
  a <- sample(2:(m %/% 3), 1); b <- sample(2:(m %/% 3), 1)
  level <- sample(c(0.05, 0.001), 1)
  x <- 0:min(a, b)
  rare <- x[phyper(x - 1, a, m - a, b, lower.tail = FALSE) <= level]
  question <- sprintf("critical?population=%d&sizes=%d,%d&level=%s", m, a, b, level)
  if (length(rare)) row(question, "critical", min(rare), "0")
}
for (n in c(2, 23, 57, 100)) row(sprintf("birthday?urns=365&balls=%d", n), "collision", pbirthday(n), "1e-11")
for (p in c(0.1, 0.5, 0.99)) row(sprintf("birthday?urns=365&probability=%s", p), "balls", qbirthday(p), "0")
