# The functions of cl/nmath as R has them, for
#   clbundle bundle --r PACKAGE --r-interface kernels/nmath/nmath.R ... kernels/nmath/*.cl
# A line a function: name(arguments) <- expression over the kernels. Random variates take a seed: the same one gives the
# same variates on every device; without it, R's own generator draws one.
# SPDX-License-Identifier: MIT

dnorm(x, mean = 0, sd = 1, log = FALSE) <- dnorm_kernel(x, mean, sd, log)
pnorm(q, mean = 0, sd = 1, lower.tail = TRUE, log.p = FALSE) <- pnorm_kernel(q, mean, sd, lower.tail, log.p)
qnorm(p, mean = 0, sd = 1, lower.tail = TRUE, log.p = FALSE) <- qnorm_kernel(p, mean, sd, lower.tail, log.p)
dunif(x, min = 0, max = 1, log = FALSE) <- dunif_kernel(x, min, max, log)
punif(q, min = 0, max = 1, lower.tail = TRUE, log.p = FALSE) <- punif_kernel(q, min, max, lower.tail, log.p)
qunif(p, min = 0, max = 1, lower.tail = TRUE, log.p = FALSE) <- qunif_kernel(p, min, max, lower.tail, log.p)
dexp(x, rate = 1, log = FALSE) <- dexp_kernel(x, 1 / rate, log)
pexp(q, rate = 1, lower.tail = TRUE, log.p = FALSE) <- pexp_kernel(q, 1 / rate, lower.tail, log.p)
qexp(p, rate = 1, lower.tail = TRUE, log.p = FALSE) <- qexp_kernel(p, 1 / rate, lower.tail, log.p)
dgamma(x, shape, rate = 1, scale = 1 / rate, log = FALSE) <- dgamma_kernel(x, shape, scale, log)
pgamma(q, shape, rate = 1, scale = 1 / rate, lower.tail = TRUE, log.p = FALSE) <-
  pgamma_kernel(q, shape, scale, lower.tail, log.p)
qgamma(p, shape, rate = 1, scale = 1 / rate, lower.tail = TRUE, log.p = FALSE) <-
  qgamma_kernel(p, shape, scale, lower.tail, log.p)
dbeta(x, shape1, shape2, ncp = 0, log = FALSE) <-
  if (missing(ncp)) dbeta_kernel(x, shape1, shape2, log) else dnbeta_kernel(x, shape1, shape2, ncp, log)
pbeta(q, shape1, shape2, ncp = 0, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) pbeta_kernel(q, shape1, shape2, lower.tail, log.p) else pnbeta_kernel(q, shape1, shape2, ncp, lower.tail, log.p)
qbeta(p, shape1, shape2, ncp = 0, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) qbeta_kernel(p, shape1, shape2, lower.tail, log.p) else qnbeta_kernel(p, shape1, shape2, ncp, lower.tail, log.p)
dchisq(x, df, ncp = 0, log = FALSE) <-
  if (missing(ncp)) dchisq_kernel(x, df, log) else dnchisq_kernel(x, df, ncp, log)
pchisq(q, df, ncp = 0, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) pchisq_kernel(q, df, lower.tail, log.p) else pnchisq_kernel(q, df, ncp, lower.tail, log.p)
qchisq(p, df, ncp = 0, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) qchisq_kernel(p, df, lower.tail, log.p) else qnchisq_kernel(p, df, ncp, lower.tail, log.p)
dt(x, df, ncp, log = FALSE) <- if (missing(ncp)) dt_kernel(x, df, log) else dnt_kernel(x, df, ncp, log)
pt(q, df, ncp, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) pt_kernel(q, df, lower.tail, log.p) else pnt_kernel(q, df, ncp, lower.tail, log.p)
qt(p, df, ncp, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) qt_kernel(p, df, lower.tail, log.p) else qnt_kernel(p, df, ncp, lower.tail, log.p)
df(x, df1, df2, ncp, log = FALSE) <-
  if (missing(ncp)) df_kernel(x, df1, df2, log) else dnf_kernel(x, df1, df2, ncp, log)
pf(q, df1, df2, ncp, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) pf_kernel(q, df1, df2, lower.tail, log.p) else pnf_kernel(q, df1, df2, ncp, lower.tail, log.p)
qf(p, df1, df2, ncp, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(ncp)) qf_kernel(p, df1, df2, lower.tail, log.p) else qnf_kernel(p, df1, df2, ncp, lower.tail, log.p)
dlnorm(x, meanlog = 0, sdlog = 1, log = FALSE) <- dlnorm_kernel(x, meanlog, sdlog, log)
plnorm(q, meanlog = 0, sdlog = 1, lower.tail = TRUE, log.p = FALSE) <-
  plnorm_kernel(q, meanlog, sdlog, lower.tail, log.p)
qlnorm(p, meanlog = 0, sdlog = 1, lower.tail = TRUE, log.p = FALSE) <-
  qlnorm_kernel(p, meanlog, sdlog, lower.tail, log.p)
dlogis(x, location = 0, scale = 1, log = FALSE) <- dlogis_kernel(x, location, scale, log)
plogis(q, location = 0, scale = 1, lower.tail = TRUE, log.p = FALSE) <-
  plogis_kernel(q, location, scale, lower.tail, log.p)
qlogis(p, location = 0, scale = 1, lower.tail = TRUE, log.p = FALSE) <-
  qlogis_kernel(p, location, scale, lower.tail, log.p)
dcauchy(x, location = 0, scale = 1, log = FALSE) <- dcauchy_kernel(x, location, scale, log)
pcauchy(q, location = 0, scale = 1, lower.tail = TRUE, log.p = FALSE) <-
  pcauchy_kernel(q, location, scale, lower.tail, log.p)
qcauchy(p, location = 0, scale = 1, lower.tail = TRUE, log.p = FALSE) <-
  qcauchy_kernel(p, location, scale, lower.tail, log.p)
dweibull(x, shape, scale = 1, log = FALSE) <- dweibull_kernel(x, shape, scale, log)
pweibull(q, shape, scale = 1, lower.tail = TRUE, log.p = FALSE) <- pweibull_kernel(q, shape, scale, lower.tail, log.p)
qweibull(p, shape, scale = 1, lower.tail = TRUE, log.p = FALSE) <- qweibull_kernel(p, shape, scale, lower.tail, log.p)
dbinom(x, size, prob, log = FALSE) <- dbinom_kernel(x, size, prob, log)
pbinom(q, size, prob, lower.tail = TRUE, log.p = FALSE) <- pbinom_kernel(q, size, prob, lower.tail, log.p)
qbinom(p, size, prob, lower.tail = TRUE, log.p = FALSE) <- qbinom_kernel(p, size, prob, lower.tail, log.p)
dgeom(x, prob, log = FALSE) <- dgeom_kernel(x, prob, log)
pgeom(q, prob, lower.tail = TRUE, log.p = FALSE) <- pgeom_kernel(q, prob, lower.tail, log.p)
qgeom(p, prob, lower.tail = TRUE, log.p = FALSE) <- qgeom_kernel(p, prob, lower.tail, log.p)
dhyper(x, m, n, k, log = FALSE) <- dhyper_kernel(x, m, n, k, log)
phyper(q, m, n, k, lower.tail = TRUE, log.p = FALSE) <- phyper_kernel(q, m, n, k, lower.tail, log.p)
qhyper(p, m, n, k, lower.tail = TRUE, log.p = FALSE) <- qhyper_kernel(p, m, n, k, lower.tail, log.p)
dpois(x, lambda, log = FALSE) <- dpois_kernel(x, lambda, log)
ppois(q, lambda, lower.tail = TRUE, log.p = FALSE) <- ppois_kernel(q, lambda, lower.tail, log.p)
qpois(p, lambda, lower.tail = TRUE, log.p = FALSE) <- qpois_kernel(p, lambda, lower.tail, log.p)
dnbinom(x, size, prob, mu, log = FALSE) <-
  if (missing(mu)) dnbinom_kernel(x, size, prob, log) else dnbinom_mu_kernel(x, size, mu, log)
pnbinom(q, size, prob, mu, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(mu)) pnbinom_kernel(q, size, prob, lower.tail, log.p) else pnbinom_mu_kernel(q, size, mu, lower.tail, log.p)
qnbinom(p, size, prob, mu, lower.tail = TRUE, log.p = FALSE) <-
  if (missing(mu)) qnbinom_kernel(p, size, prob, lower.tail, log.p) else qnbinom_mu_kernel(p, size, mu, lower.tail, log.p)
dsignrank(x, n, log = FALSE) <- dsignrank_kernel(x, n, log)
psignrank(q, n, lower.tail = TRUE, log.p = FALSE) <- psignrank_kernel(q, n, lower.tail, log.p)
qsignrank(p, n, lower.tail = TRUE, log.p = FALSE) <- qsignrank_kernel(p, n, lower.tail, log.p)
dwilcox(x, m, n, log = FALSE) <- dwilcox_kernel(x, m, n, log)
pwilcox(q, m, n, lower.tail = TRUE, log.p = FALSE) <- pwilcox_kernel(q, m, n, lower.tail, log.p)
qwilcox(p, m, n, lower.tail = TRUE, log.p = FALSE) <- qwilcox_kernel(p, m, n, lower.tail, log.p)
ptukey(q, nmeans, df, nranges = 1, lower.tail = TRUE, log.p = FALSE) <-
  ptukey_kernel(q, nranges, nmeans, df, lower.tail, log.p)
qtukey(p, nmeans, df, nranges = 1, lower.tail = TRUE, log.p = FALSE) <-
  qtukey_kernel(p, nranges, nmeans, df, lower.tail, log.p)

besselI(x, nu, expon.scaled = FALSE) <- bessel_i_kernel(x, nu, 1 + expon.scaled)
besselJ(x, nu) <- bessel_j_kernel(x, nu)
besselK(x, nu, expon.scaled = FALSE) <- bessel_k_kernel(x, nu, 1 + expon.scaled)
besselY(x, nu) <- bessel_y_kernel(x, nu)
gamma(x) <- gammafn_kernel(x)
lgamma(x) <- lgammafn_kernel(x)
digamma(x) <- digamma_kernel(x)
trigamma(x) <- trigamma_kernel(x)
tetragamma(x) <- tetragamma_kernel(x)
pentagamma(x) <- pentagamma_kernel(x)
lgamma1p(x) <- lgamma1p_kernel(x)
sinpi(x) <- sinpi_kernel(x)
cospi(x) <- cospi_kernel(x)
tanpi(x) <- tanpi_kernel(x)
log1pmx(x) <- log1pmx_kernel(x)
log1pexp(x) <- log1pexp_kernel(x)
log1mexp(x) <- log1mexp_kernel(x)
ftrunc(x) <- ftrunc_kernel(x)
sign(x) <- sign_kernel(x)
psigamma(x, deriv = 0L) <- psigamma_kernel(x, deriv)
beta(a, b) <- beta_kernel(a, b)
lbeta(a, b) <- lbeta_kernel(a, b)
pow1p(x, y) <- pow1p_kernel(x, y)
fmax2(x, y) <- fmax2_kernel(x, y)
fmin2(x, y) <- fmin2_kernel(x, y)
imax2(x, y) <- imax2_kernel(x, y)
imin2(x, y) <- imin2_kernel(x, y)
fsign(x, y) <- fsign_kernel(x, y)
R_pow(x, y) <- R_pow_kernel(x, y)
R_pow_di(x, n) <- R_pow_di_kernel(x, n)
logspace_add(lx, ly) <- logspace_add_kernel(lx, ly)
logspace_sub(lx, ly) <- logspace_sub_kernel(lx, ly)
choose(n, k) <- choose_kernel(n, k)
lchoose(n, k) <- lchoose_kernel(n, k)
fround(x, digits = 0) <- fround_kernel(x, digits)
fprec(x, digits = 6) <- fprec_kernel(x, digits)
logspace_sum(logx) <- logspace_sum_kernel(logx, length(logx), 1)
dpois_raw(x, lambda, log = FALSE) <- dpois_raw_kernel(x, lambda, log)
dbinom_raw(x, n, p, q, log = FALSE) <- dbinom_raw_kernel(x, n, p, q, log)
pnorm_both(x, log.p = FALSE) <- pnorm_both_kernel(x, 2, log.p)

unif_rand(n, seed = sample.int(2147483647L, 1L)) <-
  unif_rand_kernel(seed, 0, 0, n = if (length(n) > 1) length(n) else n)
norm_rand(n, seed = sample.int(2147483647L, 1L)) <-
  norm_rand_kernel(seed, 0, 0, n = if (length(n) > 1) length(n) else n)
exp_rand(n, seed = sample.int(2147483647L, 1L)) <-
  exp_rand_kernel(seed, 0, 0, n = if (length(n) > 1) length(n) else n)
runif(n, min = 0, max = 1, seed = sample.int(2147483647L, 1L)) <-
  runif_kernel(min, max, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rnorm(n, mean = 0, sd = 1, seed = sample.int(2147483647L, 1L)) <-
  rnorm_kernel(mean, sd, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rexp(n, rate = 1, seed = sample.int(2147483647L, 1L)) <-
  rexp_kernel(1 / rate, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rgamma(n, shape, rate = 1, scale = 1 / rate, seed = sample.int(2147483647L, 1L)) <-
  rgamma_kernel(shape, scale, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rbeta(n, shape1, shape2, seed = sample.int(2147483647L, 1L)) <-
  rbeta_kernel(shape1, shape2, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rchisq(n, df, ncp = 0, seed = sample.int(2147483647L, 1L)) <-
  if (missing(ncp)) rchisq_kernel(df, seed, 0, 0, n = if (length(n) > 1) length(n) else n) else
  rnchisq_kernel(df, ncp, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rt(n, df, seed = sample.int(2147483647L, 1L)) <- rt_kernel(df, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rf(n, df1, df2, seed = sample.int(2147483647L, 1L)) <-
  rf_kernel(df1, df2, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rlnorm(n, meanlog = 0, sdlog = 1, seed = sample.int(2147483647L, 1L)) <-
  rlnorm_kernel(meanlog, sdlog, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rlogis(n, location = 0, scale = 1, seed = sample.int(2147483647L, 1L)) <-
  rlogis_kernel(location, scale, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rcauchy(n, location = 0, scale = 1, seed = sample.int(2147483647L, 1L)) <-
  rcauchy_kernel(location, scale, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rweibull(n, shape, scale = 1, seed = sample.int(2147483647L, 1L)) <-
  rweibull_kernel(shape, scale, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rbinom(n, size, prob, seed = sample.int(2147483647L, 1L)) <-
  rbinom_kernel(size, prob, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rgeom(n, prob, seed = sample.int(2147483647L, 1L)) <-
  rgeom_kernel(prob, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rhyper(nn, m, n, k, seed = sample.int(2147483647L, 1L)) <-
  rhyper_kernel(m, n, k, seed, 0, 0, n = if (length(nn) > 1) length(nn) else nn)
rpois(n, lambda, seed = sample.int(2147483647L, 1L)) <-
  rpois_kernel(lambda, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rnbinom(n, size, prob, mu, seed = sample.int(2147483647L, 1L)) <-
  if (missing(mu)) rnbinom_kernel(size, prob, seed, 0, 0, n = if (length(n) > 1) length(n) else n) else
  rnbinom_mu_kernel(size, mu, seed, 0, 0, n = if (length(n) > 1) length(n) else n)
rsignrank(nn, n, seed = sample.int(2147483647L, 1L)) <-
  rsignrank_kernel(n, seed, 0, 0, n = if (length(nn) > 1) length(nn) else nn)
rwilcox(nn, m, n, seed = sample.int(2147483647L, 1L)) <-
  rwilcox_kernel(m, n, seed, 0, 0, n = if (length(nn) > 1) length(nn) else nn)
rmultinom(n, size, prob, seed = sample.int(2147483647L, 1L)) <-
  matrix(rmultinom_kernel(size, prob, seed, 0, 0, n = n), length(prob))
