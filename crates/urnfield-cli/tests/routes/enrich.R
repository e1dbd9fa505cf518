# The same by R: phyper and p.adjust. Rscript enrich.R < enrich-scipy.tsv > enrich-R.tsv
cat(sprintf("# %s: phyper, p.adjust (holm, BH): enrich.R\n", R.version.string))
cat("set\tsize\tobserved\tgreater\tless\tholm_greater\tbh_greater\tholm_less\tbh_less\n")
t <- read.delim(file("stdin"), comment.char = "#")
up <- phyper(t$observed - 1, t$size, 800 - t$size, 90, lower.tail = FALSE)
down <- phyper(t$observed, t$size, 800 - t$size, 90)
for (i in seq_along(up)) cat(sprintf("%s\t%d\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\n", t$set[i], t$size[i], t$observed[i],
  up[i], down[i], p.adjust(up, "holm")[i], p.adjust(up, "BH")[i], p.adjust(down, "holm")[i], p.adjust(down, "BH")[i]))
