/* SPDX-License-Identifier: MIT */
#include "names/well_known.h"

#include <stddef.h>
#include <string.h>

/* The lists of `@provides` in cl/OPENCL.cl, cl/shims and cl/nmath, without names that OpenCL C has too and without
 * the library's internal names. */
static const well_known table[] = {
    {"OPENCL.cl", true, " HAVE_EXPM1 HAVE_LOG1P INLINE ML_NAN ML_NEGINF ML_POSINF NOINLINE "},
    {"shims", true,
     " DBL_DECIMAL_DIG DBL_TRUE_MIN FALSE FLT_DECIMAL_DIG IEEE_754 INT16_MAX INT16_MIN INT32_C INT32_MAX "
     "INT32_MIN INT64_C INT64_MAX INT64_MIN INT8_MAX INT8_MIN ISNA ISNAN LDOUBLE LLONG_MAX LLONG_MIN "
     "MATHLIB_ERROR MATHLIB_WARNING MATHLIB_WARNING2 MATHLIB_WARNING3 MATHLIB_WARNING4 MATHLIB_WARNING5 "
     "ME_DOMAIN ME_NOCONV ME_NONE ME_PRECISION ME_RANGE ME_UNDERFLOW ML_ERROR ML_VALID ML_WARNING "
     "ML_WARN_return_NAN M_1_SQRT_2PI M_2PI M_LN_2PI M_LN_SQRT_2PI M_LN_SQRT_PI M_LN_SQRT_PId2 M_LOG10_2 "
     "M_SQRT_2dPI M_SQRT_3 M_SQRT_32 M_SQRT_PI NA_INTEGER NA_REAL PI REprintf REvprintf R_CheckStack "
     "R_CheckUserInterrupt R_FINITE R_INLINE R_IsNA R_IsNaN R_NaN R_NegInf R_PosInf R_ShowMessage R_finite "
     "Rboolean Rf_error Rf_warning Rprintf Rvprintf TRUE UINT16_MAX UINT32_C UINT32_MAX UINT64_C "
     "UINT64_MAX UINT8_MAX ULLONG_MAX UNIMPLEMENTED WrongArgCount assert attribute_hidden error finite "
     "int16_t int32_t int64_t int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t "
     "int_least32_t int_least64_t int_least8_t intmax_t labs llabs llrint llround lrint lround uint16_t "
     "uint32_t uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t "
     "uint_least32_t uint_least64_t uint_least8_t uintmax_t warning "},
    {"nmath", false,
     " R_pow R_pow_di R_unif_index bessel_i bessel_i_ex bessel_j bessel_j_ex bessel_k bessel_k_ex bessel_y "
     "bessel_y_ex beta choose cospi dbeta dbinom dbinom_raw dcauchy dchisq dexp df dgamma dgeom dhyper "
     "digamma dlnorm dlogis dnbeta dnbinom dnbinom_mu dnchisq dnf dnorm dnt dpois dpois_raw dpsifn "
     "dsignrank dt dunif dweibull dwilcox exp_rand fmax2 fmin2 fprec fround fsign ftrunc gammafn imax2 "
     "imin2 lbeta lchoose lgamma1p lgammafn lgammafn_sign log1mexp log1pexp log1pmx logspace_add "
     "logspace_sub logspace_sum logspace_sum_global norm_rand pbeta pbinom pcauchy pchisq pentagamma pexp "
     "pf pgamma pgeom phyper plnorm plogis pnbeta pnbinom pnbinom_mu pnchisq pnf pnorm pnorm_both pnt "
     "pow1p ppois psigamma psignrank pt ptukey punif pweibull pwilcox qbeta qbinom qcauchy qchisq qexp qf "
     "qgamma qgeom qgeom_first qhyper qlnorm qlogis qnbeta qnbinom qnbinom_mu qnchisq qnf qnorm qnt qpois "
     "qsignrank qt qtukey qunif qweibull qwilcox rbeta rbeta_first rbeta_second rbinom rcauchy rchisq "
     "rchisq_first rexp rf rf_first rf_second rgamma rgamma_first rgeom rhyper rlnorm rlogis rmultinom "
     "rnbinom rnbinom_mu rnchisq rnorm rpois rsignrank rt runif rweibull rwilcox sinpi tanpi tetragamma "
     "trigamma unif_rand "},
};

const well_known *well_known_find(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        for (const char *at = strstr(table[i].names, name); at; at = strstr(at + 1, name))
            if (at[-1] == ' ' && at[length] == ' ' && length) return &table[i];
    return NULL;
}
