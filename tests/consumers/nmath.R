# All functions of the R package around cl/nmath, beside those of R's own stats and base.
# usage: Rscript nmath.R LIBRARY PACKAGE
# SPDX-License-Identifier: MIT
arguments <- commandArgs(TRUE)
package <- arguments[2]
library(package, lib.loc = arguments[1], character.only = TRUE, warn.conflicts = FALSE)
ours <- asNamespace(package)
exported <- setdiff(getNamespaceExports(package), paste0(package, "_device"))
seen <- character()
failed <- 0L

# Equal where R has a number, and missing where R's is missing. `tolerance` is relative. cl/nmath/README.md states at most 9
# units in the last place for the functions here, 2e-15 (but where a function passes zero, which none does here). The rest
# is R's own rounding of exponents: that of dlnorm(1e-8) is about 170, times 2^-52.
compare <- function(name, theirs, ..., tolerance = 1e-13) {
  seen <<- c(seen, name)
  a <- suppressWarnings(ours[[name]](...))
  b <- suppressWarnings(theirs(...))
  # Around 0 a quantile is as good as the difference of its argument and 1/2.
  around <- if (substr(name, 1, 1) == "q") 1e-15 else 0
  near <- is.na(a) == is.na(b) & (is.na(b) | a == b | abs(a - b) <= pmax(tolerance * abs(b), around))
  if (!identical(attributes(a), attributes(b)) || length(a) != length(b) || !all(near)) {
    failed <<- failed + 1L
    worst <- which(!near)[1]
    cat(sprintf("%s: element %d is %.17g, %.17g in R\n", name, worst, a[worst], b[worst]))
  }
}

# Density, distribution and quantiles, with both tails and logarithms, over a grid with what R users meet.
# Where R itself is poor, `theirs` computes the values from R's central distributions. Where R says NaN though there is a
# value, less is asked: `probability` within the tails, finite `x`.
probabilities <- c(NA, 0, 1e-10, 0.01, 0.3, 0.5, 0.9, 1 - 1e-9, 1, 1.5)
family <- function(name, x, parameters, has = c("d", "p", "q"), tolerance = 1e-13, probability = probabilities,
                   theirs = function(f) get(f, "package:stats")) {
  for (given in parameters) {
    run <- function(kind, first, ...) {
      f <- paste0(kind, name)
      do.call(compare, c(list(f, theirs(f), first), given, list(...), tolerance = tolerance))
    }
    if ("d" %in% has) for (log in c(FALSE, TRUE)) run("d", x, log = log)
    for (lower in c(TRUE, FALSE)) for (log in c(FALSE, TRUE)) {
      if ("p" %in% has) run("p", x, lower.tail = lower, log.p = log)
      if ("q" %in% has) run("q", if (log) log(probability[probability >= 0 & probability <= 1]) else probability, lower.tail = lower, log.p = log)
    }
  }
}
real <- c(a = NA, b = NaN, c = -Inf, d = -3.2, e = -0.1, f = 0, g = 0.4, h = 2, i = 11.5, j = Inf)
positive <- c(NA, -1, 0, 1e-8, 0.2, 1, 3.7, 25, Inf)
unit <- c(NA, -0.5, 0, 1e-5, 0.25, 0.5, 0.99, 1, 2)
inner <- c(NA, 0.01, 0.3, 0.5, 0.9)
count <- c(NA, -1, 0, 1, 2, 5, 9, 17, Inf)

# Non-central distributions are sums of central ones. R's own are good to 1e-9 or so (cl/nmath/README.md: the medians of
# pnbeta, pnf, qnbeta, qnf, dnt), so that they could tell little.
terms <- 0:120
weights <- function(ncp) stats::dpois(terms, ncp / 2)
over <- function(x, f) vapply(x, function(one) if (is.na(one)) one else f(one), 0)
sums <- list(
  beta = list(
    d = function(x, a, b, ncp) over(x, function(x) sum(weights(ncp) * stats::dbeta(x, a + terms, b))),
    p = function(x, lower, a, b, ncp)
      over(x, function(x) sum(weights(ncp) * stats::pbeta(x, a + terms, b, lower.tail = lower)))),
  chisq = list(
    d = function(x, df, ncp) over(x, function(x) sum(weights(ncp) * stats::dchisq(x, df + 2 * terms))),
    p = function(x, lower, df, ncp)
      over(x, function(x) sum(weights(ncp) * stats::pchisq(x, df + 2 * terms, lower.tail = lower)))),
  f = list(
    d = function(x, m, n, ncp) over(x, function(x) if (x < 0) 0 else
      sum(weights(ncp) * stats::dbeta(m * x / (m * x + n), m / 2 + terms, n / 2)) * m * n / (m * x + n)^2),
    p = function(x, lower, m, n, ncp) over(x, function(x)
      sum(weights(ncp) *
            stats::pbeta(m * max(x, 0) / (m * max(x, 0) + n), m / 2 + terms, n / 2, lower.tail = lower)))),
  # Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 2, chapter 31.
  t = list(
    d = function(x, n, ncp) over(x, function(x) if (x == 0) stats::dt(0, n) * exp(-ncp^2 / 2) else {
      y <- x^2 / (n + x^2)
      sum(weights(ncp^2) * stats::dbeta(y, terms + 0.5, n / 2) +
            sign(x) * odd(ncp) * stats::dbeta(y, terms + 1, n / 2)) * n * abs(x) / (n + x^2)^2
    }),
    p = function(x, lower, n, ncp) over(x, function(x) {
      y <- x^2 / (n + x^2)
      beyond <- function(ncp) sum(weights(ncp^2) * stats::pbeta(y, terms + 0.5, n / 2, lower.tail = FALSE) +
                                    odd(ncp) * stats::pbeta(y, terms + 1, n / 2, lower.tail = FALSE)) / 2
      small <- beyond(if (x < 0) -ncp else ncp)
      if (lower == (x < 0)) small else 1 - small
    })))
odd <- function(ncp) ncp / sqrt(2) * exp(-ncp^2 / 2 + terms * log(ncp^2 / 2) - lgamma(terms + 1.5))
by_sums <- function(f) {
  name <- substring(f, 2)
  density <- sums[[name]]$d
  probability <- sums[[name]]$p
  switch(substr(f, 1, 1),
    d = function(x, ..., log) if (log) base::log(density(x, ...)) else density(x, ...),
    # The logarithm of what is nearly 1 by the other tail.
    p = function(q, ..., lower.tail, log.p) {
      p <- probability(q, lower.tail, ...)
      if (log.p) ifelse(p > 0.5, log1p(-probability(q, !lower.tail, ...)), base::log(p)) else p
    },
    # R's quantile, and Newton's steps from there.
    q = function(p, ..., lower.tail, log.p) {
      q <- get(f, "package:stats")(p, ..., lower.tail = lower.tail, log.p = log.p)
      wanted <- if (log.p) exp(p) else p
      toward <- if (lower.tail) -1 else 1
      for (i in 1:4) q <- q + toward * (probability(q, lower.tail, ...) - wanted) / density(q, ...)
      q
    })
}

family("norm", real, list(list(), list(1, 2), list(mean = 0.5, sd = 1:10)))
family("unif", real, list(list(), list(-2, 3)))
family("exp", positive, list(list(), list(rate = 3)))
family("gamma", positive, list(list(2.5), list(0.4, 2), list(3, scale = 0.2)))
family("beta", unit, list(list(2, 3), list(0.5, 0.7)))
family("beta", unit[is.na(unit) | unit < 0.9], list(list(2, 3, ncp = 1.5)), probability = inner, theirs = by_sums)
family("chisq", positive, list(list(3), list(0.7)))
family("chisq", positive[-9], list(list(4, ncp = 2)), probability = inner, theirs = by_sums)
family("t", real, list(list(4), list(1.5)))
family("t", real[4:9], list(list(5, ncp = 1)), probability = inner, theirs = by_sums)
family("f", positive, list(list(3, 7)))
family("f", positive[-9], list(list(2, 5, ncp = 1)), probability = inner, theirs = by_sums)
family("lnorm", positive, list(list(), list(0.5, 2)))
family("logis", real, list(list(), list(1, 2)))
family("cauchy", real, list(list(), list(1, 2)))
family("weibull", positive, list(list(2), list(0.7, 3)))
family("binom", count, list(list(17, 0.3), list(9, 0.8)))
family("geom", count, list(list(0.3)))
family("hyper", count, list(list(9, 12, 8)), probability = probabilities[-2])
family("pois", count, list(list(3.5), list(0.01)))
family("nbinom", count, list(list(3, 0.4), list(size = 2.5, mu = 4)))
family("signrank", count, list(list(8)), probability = probabilities[-2])
family("wilcox", count, list(list(5, 7)), probability = probabilities[-2])
# R's pages say that ptukey integrates by a rule of 16 points (its error's median is 9e-10 in cl/nmath/README.md), and that
# qtukey is good to the fourth decimal: its values here are above 1.
family("tukey", positive[c(1:3, 5:7, 9)], list(list(3, 10)), has = "p", tolerance = 1e-9)
family("tukey", 0, list(list(3, 10)), has = "q", tolerance = 5e-5, probability = inner[-2])

x <- c(0.1, 0.5, 1, 2.5, 7, 30)
for (scaled in c(FALSE, TRUE)) for (nu in c(0, 0.5, 3)) {
  compare("besselI", base::besselI, x, nu, scaled)
  compare("besselK", base::besselK, x, nu, scaled)
}
for (nu in c(0, 0.5, 3)) {
  compare("besselJ", base::besselJ, x, nu)
  compare("besselY", base::besselY, x, nu)
}
for (name in c("gamma", "lgamma", "digamma", "trigamma", "sinpi", "cospi", "tanpi", "sign"))
  compare(name, get(name, "package:base"), c(NA, -2.25, 0.25, 0.7, 3, 21.5))
compare("psigamma", base::psigamma, x, 2)
compare("tetragamma", function(x) base::psigamma(x, 2), x)
compare("pentagamma", function(x) base::psigamma(x, 3), x)
compare("beta", base::beta, x, 2.5)
compare("lbeta", base::lbeta, x, 2.5)
compare("choose", base::choose, c(5, 7.5, 30), 0:2)
compare("lchoose", base::lchoose, c(5, 7.5, 30), 0:2)
compare("lgamma1p", function(x) base::lgamma(x + 1), x)
compare("log1pmx", function(x) log1p(x) - x, x)
compare("log1pexp", function(x) log1p(exp(x)), x)
compare("log1mexp", function(x) ifelse(x < 0.7, log(-expm1(-x)), log1p(-exp(-x))), x)
compare("logspace_add", function(lx, ly) log(exp(lx) + exp(ly)), x, 1)
compare("logspace_sub", function(lx, ly) log(exp(lx) - exp(ly)), x, 0.05)
compare("logspace_sum", function(logx) log(sum(exp(logx))), x)
compare("pow1p", function(x, y) (1 + x)^y, x, 1.5)
compare("R_pow", function(x, y) x^y, x, 1.5)
compare("R_pow_di", function(x, n) x^n, x, 3)
compare("fmax2", pmax, x, 2)
compare("fmin2", pmin, x, 2)
compare("imax2", pmax, c(1, 5), 2)
compare("imin2", pmin, c(1, 5), 2)
compare("fsign", function(x, y) abs(x) * sign(y), x, -1)
compare("ftrunc", base::trunc, c(-1.5, 2.7))
compare("fround", base::round, c(-1.55, 2.71828), 2)
compare("fprec", base::signif, c(-1.55, 2.71828), 3)
compare("dpois_raw", stats::dpois, 0:4, 2.5)
compare("dbinom_raw", function(x, n, p, q) stats::dbinom(x, n, p), 0:4, 6, 0.3, 0.7)
both <- ours$pnorm_both(real[4:9])
seen <- c(seen, "pnorm_both")
stopifnot(all.equal(both$cum, stats::pnorm(real[4:9])), all.equal(both$ccum, stats::pnorm(-real[4:9])))

# Random variates: as many as asked for, the same from the same seed, with the distribution's mean.
variates <- function(name, ..., mean, sd) {
  seen <<- c(seen, name)
  f <- ours[[name]]
  a <- f(20000, ..., seed = 7)
  fine <- length(a) == 20000 && identical(a, f(20000, ..., seed = 7)) && !identical(a, f(20000, ..., seed = 8)) &&
    length(f(c(5, 5, 5), ...)) == 3 && abs(base::mean(a) - mean) < 6 * sd / sqrt(20000)
  if (!fine) {
    failed <<- failed + 1L
    cat(sprintf("%s: mean %g, expected %g\n", name, base::mean(a), mean))
  }
}
variates("unif_rand", mean = 0.5, sd = sqrt(1 / 12))
variates("norm_rand", mean = 0, sd = 1)
variates("exp_rand", mean = 1, sd = 1)
variates("runif", 1, 4, mean = 2.5, sd = sqrt(9 / 12))
variates("rnorm", 1, 2, mean = 1, sd = 2)
variates("rexp", 4, mean = 0.25, sd = 0.25)
variates("rgamma", 3, 2, mean = 1.5, sd = sqrt(3) / 2)
variates("rbeta", 2, 3, mean = 0.4, sd = 0.2)
variates("rchisq", 3, mean = 3, sd = sqrt(6))
variates("rchisq", 3, ncp = 2, mean = 5, sd = sqrt(14))
variates("rt", 10, mean = 0, sd = sqrt(10 / 8))
variates("rf", 5, 10, mean = 1.25, sd = 1.2)
variates("rlnorm", 0, 0.5, mean = exp(0.125), sd = 0.61)
variates("rlogis", 1, 2, mean = 1, sd = 2 * pi / sqrt(3))
variates("rweibull", 2, 3, mean = 3 * gamma(1.5), sd = 1.4)
variates("rbinom", 10, 0.3, mean = 3, sd = sqrt(2.1))
variates("rgeom", 0.25, mean = 3, sd = sqrt(12))
variates("rhyper", 9, 12, 8, mean = 8 * 9 / 21, sd = 1.2)
variates("rpois", 3.5, mean = 3.5, sd = sqrt(3.5))
variates("rnbinom", 3, 0.5, mean = 3, sd = sqrt(6))
variates("rnbinom", 3, mu = 4, mean = 4, sd = sqrt(4 + 16 / 3))
variates("rsignrank", 8, mean = 18, sd = sqrt(8 * 9 * 17 / 24))
variates("rwilcox", 5, 7, mean = 17.5, sd = sqrt(5 * 7 * 13 / 12))
seen <- c(seen, "rcauchy", "rmultinom")
stopifnot(abs(stats::median(ours$rcauchy(20000, 1, 2, seed = 3)) - 1) < 0.15)
drawn <- ours$rmultinom(4, 10, c(0.2, 0.3, 0.5), seed = 3)
stopifnot(identical(dim(drawn), c(3L, 4L)), all(colSums(drawn) == 10))

# Names and shapes come back; recycling warns as R does.
m <- matrix(c(0.1, 0.2, 0.3, 0.4), 2, dimnames = list(c("a", "b"), NULL))
stopifnot(identical(dimnames(ours$dnorm(m)), dimnames(m)), identical(names(ours$dnorm(real)), names(real)),
          identical(tryCatch(ours$dnorm(1:3, 1:2), warning = conditionMessage),
                    "longer argument not a multiple of length of shorter"),
          identical(tryCatch(ours$qnorm(2), warning = conditionMessage), "NaNs produced"),
          identical(ours$dnorm(numeric()), numeric()),
          inherits(try(ours$dnorm("a"), silent = TRUE), "try-error"))

unseen <- setdiff(exported, seen)
if (length(unseen)) cat("not compared:", unseen, "\n")
cat(sprintf("%d functions on %s, %d differ\n", length(exported), ours[[paste0(package, "_device")]](), failed))
quit(status = failed > 0 || length(unseen) > 0)
