// @provides: dpsifn
// @depends: nmath, dd, elementary, nm_quarter, nm_psi_double, nm_polygamma
// @includes: nmath
//
// ans[j] = (-1)^(k+1) / k! psi^(k)(x), k = n + j, for j = 0 .. m - 1. kode 1: as they are; kode 2: -psi(x) + log(x) in
// place of -psi(x), for x > 0. Interface: D. E. Amos, Algorithm 610, ACM TOMS 9 (1983) 494-502, extended to x < 0.
// nz: how many components underflowed to 0. ierr: 0 computed; 1 bad argument (n < 0, m < 1, kode not 1 or 2), nothing
// computed; 2 a component overflows (it is infinite); 4 n + m - 1 > 1000, nothing computed. A NaN gives NaN; a pole
// gives +inf for odd k and NaN for even k, with ierr 0. Method and accuracy: nm_polygamma.
// SPDX-License-Identifier: MIT

static void dpsifn(double x, int n, int kode, int m, double *ans, int *nz, int *ierr)
{
    *nz = 0;
    *ierr = n < 0 || m < 1 || kode < 1 || kode > 2 ? 1 : n > 1000 || m - 1 > 1000 - n ? 4 : 0;
    if (*ierr) return;
    const int pole = x <= 0.0 && x == floor(x), finite = x < ML_POSINF;
    for (int j = 0; j < m; ++j) {
        const int k = n + j;
        double v = pole ? (k & 1 ? ML_POSINF : ML_NAN) : x != x ? x : k > 0 ? 0.0 : kode == 1 ? ML_NEGINF : 0.0;
        if (!pole && finite) {
            nm_scaled w = nm_psi_scaled(x, k);
            if (k == 0 && kode == 2 && x > 0.0) {
                // 1/(2x) and the next term, where the difference of logarithms has no digits left.
                w.v = x > 1e9 ? nm_dd_of(0.5 / x + (1.0 / 12.0) / x / x)
                              : nm_dd_add(nm_dd_scale(w.v, w.e ? nm_pow2(w.e) : 1.0), nm_dd_log(x));
                w.e = 0;
            }
            v = nm_scaled_value(w);
            if (v == 0.0 && w.v.hi != 0.0) *nz += 1;
            if (fabs(v) == ML_POSINF) *ierr = 2;
        }
        ans[j] = v;
    }
}
