// Jumps and labels.
int noreturn(int a) { if (a) return; return 1; }
void value(void) { return 1; }
__kernel void k(__global int *o, int n)
{
    break;
    continue;
    case 1: o[0] = 1;
    default: ;
    switch (n) {
    case 1:
    case 1: break;
    case n: break;
    default: break;
    default: break;
    }
    again: again: ;
    else o[0] = 1;
    for (int i = 0; i < n) ;
    do o[0] = 1; while (n)
    o[1] = 2;
    int n2 = 1
    o[2] = 3;
}
