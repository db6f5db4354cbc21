// Blocks as expressions.
constant int outside = ({ 3; });

kernel void places(global int *o)
{
    int a[({ 2; })];
    o[0] = ({ int q = 1; }) + 1;
    o[1] = ({ missing(1); });
    o[2] = ({ int inner = 1; inner; }) + inner;
    o[3] = ({ float4 v = 1.0f; v; });
    case 1: o[4] = ({ break; 1; });
    switch (o[5]) { case ({ 1; }): break; }
    ({ o[6] = 1; 2; }) = 3;
    o[7] = ({});
}

kernel void open(global int *o)
{
    o[2] = ({ 1; };
}
