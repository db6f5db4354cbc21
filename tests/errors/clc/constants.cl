// What is a constant where C asks for one: what a constant condition passes over need be none.
int n(void);
__constant int4 a = (int4)(0) ? (int4)(n()) : (int4)(1);
__constant int4 b = (int4)(n()) ? (int4)(1) : (int4)(1);
__constant int4 b2 = (int4)(0) ? (int4)(1) : (int4)(n());
__constant int c = 1 ? 2 : n();
__constant int d = 0 && n();
__constant int e = 1 || n();
__constant int f = 1 && n();
__constant int g = n() && 0;
__constant int h = 1 ? n() : 2;
__constant int i = (2, 3);
__constant int j = 1 / 0;
__constant int k = -n();
__constant int4 l = (int4)(0) && (int4)(n());
__constant int m[n()];
__constant int o[3 / 0];
__constant int p[(1, 2)];
__constant float q = 1.0f / 0;
__constant int r = sizeof(n());
__constant int s = 0 ? 1 / 0 : 2;
__constant int t = n() ? 1 : 1;
__constant int u = 1 % 0 + 0;
__constant int v[2 > 1 ? 3 : n()];
__constant int w[1 && 2.5];
__constant int x[(int)2.5];
__constant int y[2.5];
__constant int z[(-9223372036854775807L - 1) / -1];
__constant long zz = (-9223372036854775807L - 1) % -1;
struct t { int b : 3; };
enum { E = 1 << 2, F = n(), G = (2, 3), H = 1 ? 3 : n() };
void cases(int x)
{
    switch (x) {
    case 1 && 2: break;
    case 0 || 0: break;
    case n(): break;
    case 1 + 0: break;
    case H: break;
    case (1 > 0 ? 5 : 1 / 0): break;
    case -1 % 0: break;
    case 2.5: break;
    }
    int y[E - 4];
    int z[E - 5];
}
