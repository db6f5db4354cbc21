// @provides: nm_fast_choose_usual, nm_fast_choose_ratio
// @depends: nmath, dd
// @includes: nmath
//
// Binomial coefficients of whole n <= 2^26 and k: with j = min(k, n - k) < 30 the product n (n - 1) ... (n - j + 1) in
// two parts, two exact factors a step, at most 15 steps, over j!, also in two parts. The rest as nm_fast_beta.cl.
// SPDX-License-Identifier: MIT

// k! as hi, lo.
__constant double nm_fast_factorials[] = {
    0x1.0p+0, 0x0.0p+0, 0x1.0p+0, 0x0.0p+0,
    0x1.0p+1, 0x0.0p+0, 0x1.8p+2, 0x0.0p+0,
    0x1.8p+4, 0x0.0p+0, 0x1.ep+6, 0x0.0p+0,
    0x1.68p+9, 0x0.0p+0, 0x1.3bp+12, 0x0.0p+0,
    0x1.3bp+15, 0x0.0p+0, 0x1.626p+18, 0x0.0p+0,
    0x1.baf8p+21, 0x0.0p+0, 0x1.308a8p+25, 0x0.0p+0,
    0x1.c8cfcp+28, 0x0.0p+0, 0x1.7328ccp+32, 0x0.0p+0,
    0x1.44c3b28p+36, 0x0.0p+0, 0x1.30777758p+40, 0x0.0p+0,
    0x1.30777758p+44, 0x0.0p+0, 0x1.437eeecd8p+48, 0x0.0p+0,
    0x1.6beecca73p+52, 0x0.0p+0, 0x1.b02b930689p+56, 0x0.0p+0,
    0x1.0e1b3be415ap+61, 0x0.0p+0, 0x1.6283be9b5c62p+65, 0x0.0p+0,
    0x1.e77526159f06cp+69, 0x0.0p+0, 0x1.5e5c335f8a4cep+74, -0x1.8p+20,
    0x1.06c52687a7b9ap+79, 0x1.cp+24, 0x1.9a940c33f6121p+83, -0x1.1p+26,
    0x1.4d9849ea37eebp+88, -0x1.b74p+33, 0x1.19787e5d9f316p+93, 0x1.9ac4p+37,
    0x1.ec92dd23d6967p+97, -0x1.4c4a4p+43, 0x1.be6518687a785p+102, 0x1.96e5bp+45
};

NM_INLINE int nm_fast_choose_usual(double n, double k)
{
    return n <= 0x1p26 && k >= 0.0 && k <= n && n == rint(n) && k == rint(k);
}

// choose(n, k) for 0 <= k < 30, correctly rounded but for close ties.
NM_INLINE double nm_fast_choose_ratio(double n, double k)
{
    const int j = (int)k;
    // an odd factor first
    double h = (j & 1) != 0 ? n : 1.0, l = 0.0, m = (j & 1) != 0 ? n - 1.0 : n;
    for (int i = j >> 1; i > 0; --i) {
        const double f = m * (m - 1.0), p = h * f;
        l = fma(l, f, fma(h, f, -p));
        h = p;
        m -= 2.0;
    }
    const double d = nm_fast_factorials[2 * j], dl = nm_fast_factorials[2 * j + 1], inv = 1.0 / d, q = h * inv;
    return q + (fma(-q, d, h) + (l - q * dl)) * inv;
}
