# 10000 tables of two lists and R's odds ratios: fisher.test. Rscript odds.R | python3 odds.py > odds.tsv
set.seed(1956)
cat(sprintf("# %s: fisher.test (conditional MLE, conf.int of 95 %%)\n", R.version.string))
for (i in 1:10000) {
  m <- sample(c(sample(4:60, 1), sample(61:300, 1), 2000, 20000), 1)
  most <- if (m > 300) 60 else m
  a <- as.numeric(sample(1:min(most, max(1, m %/% sample(1:10, 1))), 1))
  b <- as.numeric(sample(1:max(1, m %/% sample(1:10, 1)), 1))
  least <- max(0, a + b - m); top <- min(a, b)
  mean <- a * b / m
  x <- round(mean + sample(-6:9, 1) * sqrt(mean * (1 - a / m) * (1 - b / m) + 0.3) / 2)
  x <- min(top, max(least, x))
  f <- fisher.test(matrix(c(x, a - x, b - x, m - a - b + x), 2), conf.level = 0.95)
  cat(sprintf("%.0f\t%.0f\t%.0f\t%.0f\t%.6g\t%.6g\t%.6g\n", m, a, b, x, f$estimate, f$conf.int[1], f$conf.int[2]))
}
