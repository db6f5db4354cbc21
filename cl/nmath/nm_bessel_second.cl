// @provides: nm_bessel_second, nm_bessel_k_sum, nm_bessel_y_sum, nm_collect
// @depends: nmath, dd, elementary, nm_calls, lgammafn, nm_quarter, nm_bessel_debye, nm_bessel_temme,
//   nm_bessel_climb, nm_bessel_fine
// @includes: nmath
//
// K and Y of order nu >= 0.
// Debye's expansions where they hold; else forward recurrence (DLMF 10.29.1, 10.6.1; stable for both), with an error
// term carried along, from two orders mu and mu + 1, |mu| <= 1/2:
//   K, x < 1 and Y, x < 2: Temme's series;
//   K, 1 <= x < 30 (20 if nu^2 <= x): trapezoidal rule for the integral of exp(-x cosh t) cosh(mu t) over t > 0
//     (DLMF 10.32.9), step 1/5 for x < 10 and 1/10 above: error below exp(x - pi^2 / step) of it;
//   Y, 2 <= x <= 25: the same for the Hankel function, i x cosh t in place of -x cosh t, on the path of steepest
//     descent t = w + i gd(w) (gd(w) = atan(sinh w)): i cosh t = i - cosh w + 1 / cosh w; step 1/7 for x < 5
//     and 1/14 above (contour: DLMF 10.9.10 and its path turned), error below 2^-53: the least of
//     exp(x (sec a - cos a) - 2 pi a / step) over the half width a of the strip;
//   Y next to a zero: x <= 3.5 Temme's series in double-double, above it and up to order 4096 nm_bessel_fine;
//   Y, x > 25: orders nu - N and nu - N + 1 by Debye's or Hankel's expansion.
// At most 31 steps for K, 21 cbrt(x) + 3 for Y.
// Measured: K 2.3 ulp; Y of orders up to 4096: 6 ulp, also at relative distances down to 1e-8 from a zero (60 next to
// the turning point of large orders), 2^-92 of the amplitude at the double next to a zero; above, 2^-53 there.
// SPDX-License-Identifier: MIT

// cosh(k/10) - 1 (hi, lo), exp(k/10) and exp(-k/10), k = 1 .. 46.
__constant double nm_cosh_tab[] = {
    0x1.47f40224b386ep-8, -0x1.e57c40eb0f8cep-62, 0x1.1aec7b35a00d4p+0, 0x1.cf46d99d52b3bp-1,
    0x1.48c612c7ba732p-6, 0x1.c443518a2249bp-60, 0x1.38add9e58ac8dp+0, 0x1.a330ad6166159p-1,
    0x1.7369c16dd8982p-5, -0x1.cd2fb9a4b352dp-59, 0x1.599058c8c1a96p+0, 0x1.7b4c869c37c05p-1,
    0x1.4c128b1a7c2b6p-4, -0x1.1cc690db00544p-61, 0x1.7de8392fbbfep+0, 0x1.57343067270eep-1,
    0x1.0560c31574683p-3, 0x1.1608e93c182p-58, 0x1.a61298e1e069cp+0, 0x1.368b2fc6f960ap-1,
    0x1.7bd530372b184p-3, 0x1.872939eeff7bfp-57, 0x1.d27660b11a9efp+0, 0x1.18fdd6b9604e3p-1,
    0x1.054b06188d0bcp-2, -0x1.c7e2d283231dp-58, 0x1.01c2a61268987p+1, 0x1.fc80db9dd5542p-2,
    0x1.59888beba0966p-2, -0x1.5a3effa2cc9a9p-57, 0x1.1cde866fe46e8p+1, 0x1.cc1ce4581db89p-2,
    0x1.bb7aff57619fdp-2, 0x1.58b29122e7f5ap-56, 0x1.3ad44655c78bcp+1, 0x1.a053cc0086e1ep-2,
    0x1.160eaa3b3eaa1p-1, -0x1.9ea16bf7ff34bp-55, 0x1.5bf0a8b145769p+1, 0x1.78b56362cef38p-2,
    0x1.5648105adf221p-1, -0x1.79352c9e47f8cp-60, 0x1.808883244d592p+1, 0x1.54dc284911bf1p-2,
    0x1.9f0e3f1bf5001p-1, -0x1.30ae3e669f7ecp-55, 0x1.a8f99761065a5p+1, 0x1.346c4167a12dep-2,
    0x1.f11bab84f2a07p-1, 0x1.23313ae1ed346p-55, 0x1.d5ab83615f8b3p+1, 0x1.17129308ce281p-2,
    0x1.26a14825e14ffp+0, 0x1.8bc0b4ffe0ffcp-54, 0x1.0388657115a47p+2, 0x1.f907d43b60715p-3,
    0x1.5a37843c44045p+0, -0x1.e8087904d9bebp-54, 0x1.1ed3fe64fc541p+2, 0x1.c8f87724b5c1dp-3,
    0x1.93d4b62a624b9p+0, 0x1.5b06d82fe4586p-56, 0x1.3cfe7bb5b37ecp+2, 0x1.9d7bebefb4e16p-3,
    0x1.d40c7b5a689eep+0, 0x1.3e0faf9dc7a61p-56, 0x1.5e552770df8a7p+2, 0x1.7622c78a98a07p-3,
    0x1.0dc1ae58bd6d6p+1, 0x1.641874ebd28a1p-55, 0x1.832d6c8efee84p+2, 0x1.52883937d0a33p-3,
    0x1.35783a0f8aab8p+1, -0x1.40a2635b12983p-53, 0x1.abe5b1cd863f7p+2, 0x1.325108408d817p-3,
    0x1.618fa0df2d9bcp+1, 0x1.4993fb8bbba68p-54, 0x1.d8e64b8d4ddaep+2, 0x1.152aaa3bf81ccp-3,
    0x1.9278da9da5ae5p+1, -0x1.42682b7e99f31p-59, 0x1.0551439081d4ep+3, 0x1.f594df2881233p-4,
    0x1.c8b13859df381p+1, 0x1.a8701645ec126p-58, 0x1.20cce91c40e5ep+3, 0x1.c5d988575b10fp-4,
    0x1.0261d2b7d6181p+2, 0x1.88c61a3920014p-52, 0x1.3f2c80aef884ep+3, 0x1.9aa9046ec997bp-4,
    0x1.23a505baedde8p+2, -0x1.cf55ee84ac3dap-53, 0x1.60bddc649ca68p+3, 0x1.7394ab289bfc3p-4,
    0x1.48776e4b30aa3p+2, 0x1.9a72a3151f713p-52, 0x1.85d6fd931e0bbp+3, 0x1.50385c094f425p-4,
    0x1.7137642174316p+2, -0x1.a3c4ae5d16841p-53, 0x1.aed6f125c7cb4p+3, 0x1.30397dd6330b7p-4,
    0x1.9e4d4f525d23ep+2, -0x1.b067955507c3ep-55, 0x1.dc26c32572a3cp+3, 0x1.13461675400c3p-4,
    0x1.d02cb3cf4c0f3p+2, -0x1.e84eda4810dbcp-52, 0x1.071d45eec2243p+4, 0x1.f227f1c7c6d85p-5,
    0x1.03aaacaed2bb1p+3, -0x1.3eafa484ebce7p-51, 0x1.22c94ca7a81fep+4, 0x1.c2c00e553650dp-5,
    0x1.222a497d6185ep+3, 0x1.28e5883d54185p-51, 0x1.415e5bf6fb106p+4, 0x1.97db0ccceb0afp-5,
    0x1.43e35479afbfdp+3, -0x1.a80e54c13d6e6p-51, 0x1.632acef67fe3cp+4, 0x1.710b065fb80ap-5,
    0x1.692c34a71b791p+3, -0x1.9b4c2c8922d3dp-51, 0x1.88853e624b793p+4, 0x1.4dec899fffb48p-5,
    0x1.92647145e3e5cp+3, -0x1.cd387db16319ap-51, 0x1.b1cd5e7807b7cp+4, 0x1.2e259bb85be84p-5,
    0x1.bff5a694caeb2p+3, -0x1.a75ca2edb13b5p-53, 0x1.df6cf42bda469p+4, 0x1.1164d1e14927p-5,
    0x1.f2549467910f6p+3, 0x1.eca01a85a2ef1p-51, 0x1.08ec721396bdbp+5, 0x1.eec1018e4ff66p-6,
    0x1.150124a3ca07dp+4, -0x1.7e76ed8b5f95ep-54, 0x1.24c92f23d7807p+5, 0x1.bfabff943b069p-6,
    0x1.33c6b68e7bd62p+4, -0x1.310f8c4347d3ep-51, 0x1.4394144eeec8p+5, 0x1.9511fc6871045p-6,
    0x1.55c9d757c5954p+4, -0x1.901d0d3174d9ep-53, 0x1.659c069d9983dp+5, 0x1.6e85d1608b67p-6,
    0x1.7b61abd3f1cc6p+4, 0x1.f74a279ce6d79p-50, 0x1.8b38373c9473dp+5, 0x1.4ba4baeac4bcep-6,
    0x1.a4ee858de3e8p+4, 0x1.871a947777e58p-54, 0x1.b4c902e273a58p+5, 0x1.2c155b8213cf4p-6,
    0x1.d2dad98f06185p+4, -0x1.14ed13f2d109cp-50, 0x1.e2b8e8b42f3b9p+5, 0x1.0f86d6b6e6009p-6,
    0x1.02ce28909c208p+5, -0x1.4cdfe66f94db8p-50, 0x1.0abecd907c033p+6, 0x1.eb600403a9686p-7,
    0x1.1eda7ba2cbb03p+5, -0x1.b04c8dd7e95fep-50, 0x1.26cc96b836d7ep+6, 0x1.bc9d529b0a35ap-7,
    0x1.3dda42f240c78p+5, -0x1.9520800b8bd4bp-49, 0x1.45cdb083eb512p+6, 0x1.924dcaaeca7fap-7,
    0x1.601ceb0641358p+5, 0x1.3ab66a0c5447ep-49, 0x1.68118ade1deaap+6, 0x1.6c0504695c417p-7,
    0x1.85fa3b77d356fp+5, 0x1.4d177377f3c2p-49, 0x1.8deff0708c301p+6, 0x1.4960e8e4dc09ep-7
};

// w = k/14, k = 1 .. 53: cosh w - sech w (hi, lo), sech w, tanh w, sinh w, gd w.
__constant double nm_path_tab[] = {
    0x1.4e1571e19e58bp-8, -0x1.213ec8a7d92f7p-64, 0x1.feb2578d1084cp-1,
    0x1.24132ac6db319p-4, 0x1.24d1fdb0fdc4ap-4, 0x1.2452ad850fdb1p-4,
    0x1.4d3defaa7f83bp-6, 0x1.1e84f3c34f37p-61, 0x1.fad1cf5e9be92p-1,
    0x1.2298e616081f8p-3, 0x1.25914d4754aedp-3, 0x1.2394d25ee3812p-3,
    0x1.7559fe3d002ap-5, 0x1.abb73585669a6p-60, 0x1.f47736e28bdfbp-1,
    0x1.b042d554727f6p-3, 0x1.ba3934de29307p-3, 0x1.b3895e024fc6p-3,
    0x1.4a01037ea7898p-4, -0x1.3fbbaf1dc212cp-58, 0x1.ebca3e6609ae7p-1,
    0x1.1cdca83caeb61p-2, 0x1.28917a35f59b9p-2, 0x1.20ab93ba4de82p-2,
    0x1.0004ff6b6f78ap-3, 0x1.c74ac4f2b03e8p-59, 0x1.e0ff2a2c7223cp-1,
    0x1.5eeb69e7b08d1p-2, 0x1.7589dee6de0a4p-2, 0x1.662dc7be59a98p-2,
    0x1.6daa97617095bp-3, -0x1.079706a548c45p-57, 0x1.d453f39d1f9bep-1,
    0x1.9dd3666acbe3p-2, 0x1.c46a5bcd3c2c5p-2, 0x1.aa022dc483159p-2,
    0x1.ed2c435470f43p-3, 0x1.12b9d508f05aap-57, 0x1.c60d1ff040ddp-1,
    0x1.d9353d7568af3p-2, 0x1.0acd00fe63b97p-1, 0x1.ebe90481fc793p-2,
    0x1.3ee3388d9c14cp-2, -0x1.d2208c639fed6p-56, 0x1.b672930b4ed18p-1,
    0x1.0866958cd949fp-1, 0x1.34c1737f2625p-1, 0x1.15d64dd1a0154p-1,
    0x1.8f61a53b07d69p-2, -0x1.ac77fbb53aa69p-57, 0x1.a5cc9b9c783f6p-1,
    0x1.223916eab6b6fp-1, 0x1.604957b6e9224p-1, 0x1.3490cc06e0cffp-1,
    0x1.e7c2baed51d1fp-2, -0x1.b1d1e8a68478p-56, 0x1.946165fc9d254p-1,
    0x1.3a09f67c531c3p-1, 0x1.8d9d8f1f9ecbap-1, 0x1.52136986872bap-1,
    0x1.23e438aa641a3p-1, 0x1.b5d33e1e13f69p-55, 0x1.8272f16cc8ebep-1,
    0x1.4fdbde3031c27p-1, 0x1.bcf954b250384p-1, 0x1.6e5272a4c5087p-1,
    0x1.57a45e13c94c1p-1, -0x1.56d0f8762ccb5p-55, 0x1.703d92036f8b7p-1,
    0x1.63ba8ddda8a08p-1, 0x1.ee9a8a4c3c72ep-1, 0x1.8946b88b0c2a5p-1,
    0x1.8f17ee548752dp-1, -0x1.35fb07f241d19p-61, 0x1.5df6fb4477404p-1,
    0x1.75b9030f1c67ap-1, 0x1.116104c5878d6p+0, 0x1.a2ed20051d55p-1,
    0x1.ca40e52c67eb9p-1, 0x1.28d8121a32dc4p-56, 0x1.4bcdc50ed6be7p-1,
    0x1.85efab514f394p-1, 0x1.2cd9fc44eb982p+0, 0x1.bb462340c73f3p-1,
    0x1.0496b710166ap+0, -0x1.86d5320d44323p-55, 0x1.39e9566f11989p-1,
    0x1.947aba051bbedp-1, 0x1.49dc1176bbe2bp+0, 0x1.d2554e88b3206p-1,
    0x1.25fbf84e18eacp+0, -0x1.e91131b7f9f35p-55, 0x1.286a1f7d1bc6ap-1,
    0x1.a178b1820e833p-1, 0x1.688d2bda7716p+0, 0x1.e820be71c9934p-1,
    0x1.4963752e00fffp+0, -0x1.b117d35d26223p-56, 0x1.176a0bd7ee6c2p-1,
    0x1.ad09275d0316fp-1, 0x1.891566240195ap+0, 0x1.fcb0a4512e694p-1,
    0x1.6ee6564f037b6p+0, 0x1.135e2f59077bap-56, 0x1.06fd199c1e865p-1,
    0x1.b74bc55eed82cp-1, 0x1.ab9f42a2eb7p+0, 0x1.08076a24c1bb4p+0,
    0x1.96a386b38d47dp+0, -0x1.8a07f33cd38ebp-54, 0x1.ee6407ff4e9eap-2,
    0x1.c05f843fe8fd6p-1, 0x1.d057e2ce1d14ep+0, 0x1.11232f7594247p+0,
    0x1.c0bf8d4156da6p+0, 0x1.86a2dbc23dc2dp-55, 0x1.d025e8bc8337ep-2,
    0x1.c8621a68e2ad4p-1, 0x1.f76f423c7f5afp+0, 0x1.19b19ba836c14p+0,
    0x1.ed646c3c8781bp+0, -0x1.b858d1067444fp-56, 0x1.b34c5ffef20a7p-2,
    0x1.cf6f9786df577p-1, 0x1.108c3aabd6a6p+1, 0x1.21b8f2e6cea05p+0,
    0x1.0e60c52b38d0ep+1, 0x1.3ddc93e7f7334p-58, 0x1.97dd77e703ca2p-2,
    0x1.d5a225471f99ep-1, 0x1.26c4f60d4e672p+1, 0x1.293fa35bff887p+0,
    0x1.2785d3d4ddd38p+1, 0x1.a6957bbf56aeap-54, 0x1.7dd9e5daa2871p-2,
    0x1.db11e5d146626p-1, 0x1.3e7edc99ba76p+1, 0x1.304c2a32d8f21p+0,
    0x1.423e7003b3f2ep+1, -0x1.134215b2482fap-54, 0x1.653e15f42fddbp-2,
    0x1.dfd4e93f2e139p-1, 0x1.57d8eef2c2101p+1, 0x1.36e4fda81262bp+0,
    0x1.5eaa5da25bd48p+1, 0x1.2a7fd02edda66p-53, 0x1.4e0314d5ca2d7p-2,
    0x1.e3ff34343d24ap-1, 0x1.72f44d873f0ebp+1, 0x1.3d107b9515352p+0,
    0x1.7cec25dfe16bp+1, 0x1.fa80843c1d2fep-54, 0x1.381f58903bc01p-2,
    0x1.e7a2d2aa18da9p-1, 0x1.8ff463dc6f9ap+1, 0x1.42d4dbdc22392p+0,
    0x1.9d292d826796fp+1, 0x1.d9dd83b661601p-53, 0x1.23876a9b6d89dp-2,
    0x1.eacff2f5edaddp-1, 0x1.aeff16d64a353p+1, 0x1.483826233d301p+0,
    0x1.bf89d22b27af4p+1, -0x1.25eef30c2ee6bp-54, 0x1.102e75a02f642p-2,
    0x1.ed9505e1bc3d4p-1, 0x1.d03cf63b6e19fp+1, 0x1.4d402a568c2fdp+0,
    0x1.e4398e65ca6bep+1, -0x1.04f898dce2d8ep-55, 0x1.fc0d745cb8dffp-3,
    0x1.effee17124e63p-1, 0x1.f3d971b5633f7p+1, 0x1.51f27b785b9f6p+0,
    0x1.05b3922fb9612p+2, -0x1.54e54efa3271ep-53, 0x1.da03db1c16e5cp-3,
    0x1.f218e486fc043p-1, 0x1.0d0188c935b11p+2, 0x1.56546c536cf6bp+0,
    0x1.1aa267952e7f6p+2, -0x1.304d59dc043ecp-52, 0x1.ba230b7e4555fp-3,
    0x1.f3ed1a219043ep-1, 0x1.2175d9c986ec2p+2, 0x1.5a6b0db29234dp+0,
    0x1.31043d3fb61fbp+2, -0x1.de544850885a3p-53, 0x1.9c4deb058d8cap-3,
    0x1.f5845b49c016cp-1, 0x1.3764660968abbp+2, 0x1.5e3b2dce2f8d9p+0,
    0x1.48f6007ee0fe6p+2, -0x1.069afb7ca89fap-52, 0x1.8067b60623ea6p-3,
    0x1.f6e66f2050663p-1, 0x1.4ee9d5f0a4025p+2, 0x1.61c958acae0d4p+0,
    0x1.6296b87c32d62p+2, -0x1.70836ce1e1f6fp-52, 0x1.665446c11da21p-3,
    0x1.f81a28b1277c5p-1, 0x1.6824e59359489p+2, 0x1.6519d93e060c2p+0,
    0x1.7e07abf92cf91p+2, 0x1.bc9712a6b6eaap-52, 0x1.4df84a407623fp-3,
    0x1.f9258260a71c2p-1, 0x1.83368cdb0b6d3p+2, 0x1.6830bb04435aap+0,
    0x1.9b6c8a7ce846fp+2, -0x1.a403dce2d42a7p-54, 0x1.373966584929ap-3,
    0x1.fa0db6e78c1fdp-1, 0x1.a0422a9adf0a2p+2, 0x1.6b11cc23497f6p+0,
    0x1.baeb9911a1963p+2, -0x1.2517bcd0a2336p-52, 0x1.21fe53ac56c5fp-3,
    0x1.fad757e832042p-1, 0x1.bf6db2c7579c8p+2, 0x1.6dc09fb9440c5p+0,
    0x1.dcade2ba7c04dp+2, 0x1.97e7f45f89b84p-52, 0x1.0e2eee2226a4dp-3,
    0x1.fb866237220e7p-1, 0x1.e0e1e00df7243p+2, 0x1.7040906734b78p+0,
    0x1.006fb668ba46ep+3, -0x1.feadd1c3427e7p-57, 0x1.f7687b804d4abp-4,
    0x1.fc1e4ffa47e2ep-1, 0x1.02653486c6a18p+3, 0x1.7294c2f618092p+0,
    0x1.13d7b7c28db6ep+3, -0x1.09549037fbf78p-53, 0x1.d4f0f340e6b2ep-4,
    0x1.fca228c777e6dp-1, 0x1.15ab1cba60383p+3, 0x1.74c02909436bep+0,
    0x1.28a8495a9871ep+3, 0x1.1b8f771728647p-57, 0x1.b4ce0ca31aca7p-4,
    0x1.fd148fed4c88bp-1, 0x1.2a5bd7a8ba198p+3, 0x1.76c583d20bcefp+0,
    0x1.3efc97ba66741p+3, -0x1.7ec862f345c58p-53, 0x1.96d8e17d88eb1p-4,
    0x1.fd77d111a0bp-1, 0x1.40926e70949aep+3, 0x1.78a766bb8fa8ep+0,
    0x1.56f1cb402b90dp+3, 0x1.436238e9b94dap-51, 0x1.7aeccd085b717p-4,
    0x1.fdcdeb4fc2c82p-1, 0x1.586be79c2b4e8p+3, 0x1.7a683a07c3ba3p+0,
    0x1.70a72dfeac47ap+3, -0x1.35fc86750cbaep-51, 0x1.60e758ca556fcp-4,
    0x1.fe189afe653bdp-1, 0x1.72076d0e877a9p+3, 0x1.7c0a3d58b5da1p+0,
    0x1.8c3e547116f2ap+3, -0x1.b5507602c2a0ep-52, 0x1.48a826ef0bd29p-4,
    0x1.fe596242acfa3p-1, 0x1.8d8674bc07503p+3, 0x1.7d8f8a226fc94p+0,
    0x1.a9db4935f57e5p+3, 0x1.450f20c9a74e4p-51, 0x1.3210daed957f4p-4,
    0x1.fe919092d0c0fp-1, 0x1.ab0cec634f643p+3, 0x1.7efa16030de86p+0,
    0x1.c9a4bc08b3783p+3, 0x1.b4643c3a55bdp-52, 0x1.1d0501356070ap-4,
    0x1.fec24947b465cp-1, 0x1.cac1687fc7fa1p+3, 0x1.804bb4ff88b54p+0,
    0x1.ebc43435bfabep+3, 0x1.7cf52fc6b3a8dp-52, 0x1.0969f66e856a5p-4,
    0x1.feec8959eb285p-1, 0x1.eccd56b2fe6d8p+3, 0x1.81861ba467ba8p+0,
    0x1.083323650e354p+4, 0x1.c25420ef656eap-52, 0x1.ee4d9d74a4e43p-5,
    0x1.ff112c63a9077p-1, 0x1.08ae99f364f3bp+4, 0x1.82aae10a22d93p+0,
    0x1.1bdd6862234c2p+4, -0x1.646a1b6d08e2ap-53, 0x1.cc487a8cf922bp-5,
    0x1.ff30f0fe72b4cp-1, 0x1.1c50633777bf4p+4, 0x1.83bb80bd63831p+0,
    0x1.30fa9ac8e12ffp+4, 0x1.463fad597848fp-51, 0x1.ac98f8e0b135ep-5,
    0x1.ff4c7c90d5d0bp-1, 0x1.3165ae3b1da3cp+4, 0x1.84b95c8ba937p+0,
    0x1.47a651152ed8p+4, 0x1.0a8cb6e8cfef1p-56, 0x1.8f166d495af34p-5,
    0x1.ff645e9e23086p-1, 0x1.480a0784503cdp+4, 0x1.85a5be3510bedp+0,
    0x1.5ffe2a902eab6p+4, 0x1.74c538dcaf2e4p-50, 0x1.739ae036bd3a8p-5,
    0x1.ff7913a80a226p-1, 0x1.605b0508fd033p+4, 0x1.8681d90428b3ep+0
};

// a + b, the error added to the low part.
NM_INLINE nm_dd nm_collect(nm_dd a, double b)
{
    const nm_dd s = nm_two_sum(a.hi, b);
    return nm_dd_make(s.hi, a.lo + s.lo);
}

// exp(x) K_mu(x) and exp(x) x/2 K_(mu+1)(x) for 1 <= x <= 30. At most 24 points.
NM_FN nm_pair nm_bessel_k_sum(double x, double mu)
{
    const int every = x < 10.0 ? 2 : 1;
    const double h = 0.1 * (double)every, weight = 0.5 * h;
    const nm_dd t = nm_two_prod(mu, h), up = nm_exp_reduced(t), down = nm_exp_reduced(nm_dd_neg(t));
    nm_pair r;
    r.a = nm_dd_of(weight);
    r.b = r.a;
    double e = 1.0, f = 1.0;
    for (int k = every - 1; k < 46; k += every) {
        const double u = nm_cosh_tab[4 * k], c = x * u, d = fma(x, u, -c) + x * nm_cosh_tab[4 * k + 1];
        if (c > 43.0) break;
        e = fma(e, up.hi, e * up.lo);
        f = fma(f, down.hi, f * down.lo);
        const double w = weight * nm_exp_fn(-c), v = fma(-w, d, w);
        const double g = nm_cosh_tab[4 * k + 2], gi = nm_cosh_tab[4 * k + 3];
        r.a = nm_collect(r.a, v * (e + f));
        r.b = nm_collect(r.b, v * fma(e, g, f * gi));
    }
    r.a = nm_fast_two_sum(r.a.hi, r.a.lo);
    r.b = nm_dd_mul_d(nm_fast_two_sum(r.b.hi, r.b.lo), 0.5 * x);
    return r;
}

// Y_mu(x) and x/2 Y_(mu+1)(x) for 2 <= x <= 25. At most 35 points.
NM_FN nm_pair nm_bessel_y_sum(double x, double mu)
{
    const int every = x < 5.0 ? 2 : 1;
    const double h = (double)every / 14.0;
    const nm_dd t = nm_dd_div_d(nm_two_prod(mu, (double)every), 14.0);
    const nm_dd up = nm_exp_reduced(t), down = nm_exp_reduced(nm_dd_neg(t));
    // Sums of cosh(mu t) (1 + i sech w) and cosh((mu + 1) t) (1 + i sech w), twice; cosh t = 1 + i s, and
    // sinh t = tanh w + i sinh w.
    double e = 1.0, f = 1.0;
    nm_dd ar = nm_dd_of(1.0), ai = ar, br = ar, bi = ar;
    for (int k = every - 1; k < 53; k += every) {
        const double s = nm_path_tab[6 * k], c = x * s, d = fma(x, s, -c) + x * nm_path_tab[6 * k + 1];
        if (c > 42.0) break;
        e = fma(e, up.hi, e * up.lo);
        f = fma(f, down.hi, f * down.lo);
        const double v = nm_exp_dd(nm_dd_make(-c, -d)), sech = nm_path_tab[6 * k + 2];
        const nm_sin_cos g = nm_quarter(nm_dd_of(mu * nm_path_tab[6 * k + 5]));
        const double cr = (e + f) * g.c, ci = (e - f) * g.s, sr = (e - f) * g.c, si = (e + f) * g.s;
        const double ta = nm_path_tab[6 * k + 3], sh = nm_path_tab[6 * k + 4];
        // cosh((mu + 1) t) = cosh(mu t) cosh t + sinh(mu t) sinh t.
        const double dr = fma(-ci, s, cr) + fma(sr, ta, -si * sh), di = fma(cr, s, ci) + fma(sr, sh, si * ta);
        ar = nm_collect(ar, v * fma(-ci, sech, cr));
        ai = nm_collect(ai, v * fma(cr, sech, ci));
        br = nm_collect(br, v * fma(-di, sech, dr));
        bi = nm_collect(bi, v * fma(dr, sech, di));
    }
    // H = 2/pi exp(i (x - pi/2 (mu + 1))) times the integral; sum h/2.
    nm_dd p = nm_dd_add_d(nm_dd_mul_d(nm_dd_make(0x1.45f306dc9c883p-2, -0x1.6b01ec5417056p-56), x), -0.5);
    p = nm_dd_add_d(p, -0.5 * mu);
    const nm_sin_cos g = nm_half_turns(p);
    const double scale = M_1_PI * h;
    nm_pair r;
    const nm_dd sn = nm_dd_make(g.s, g.sl), cs = nm_dd_make(g.c, g.cl);
    r.a = nm_dd_mul_d(nm_dd_add(nm_dd_mul(ar, sn), nm_dd_mul(ai, cs)), scale);
    // One quarter turn less.
    r.b = nm_dd_mul_d(nm_dd_sub(nm_dd_mul(bi, sn), nm_dd_mul(br, cs)), scale * 0.5 * x);
    return r;
}

// K (modified = 1; times exp(scaled x), scaled = -1, 0 or 1) or Y for finite x >= 0, finite nu >= 0.
NM_FN double nm_bessel_second(double nu, double x, int modified, int scaled)
{
    if (x == 0.0) return modified ? ML_POSINF : ML_NEGINF;
    const int far = !modified && x > 25.0;
    if (modified ? nu >= 30.0 || x >= 30.0 || fma(nu, nu, x * x) >= 900.0 || (x >= 20.0 && nu * nu <= x) :
                   nu >= nm_order_above(x)) {
        const nm_exp_form r = nm_bessel_debye(nm_dd_of(nu), x, modified, 1, scaled > 0);
        return nm_exp_mul(scaled < 0 ? nm_dd_add_d(r.e, -fmin(x, 1e280)) : r.e, r.f);
    }
    // nu = order + n.
    double n = rint(nu);
    const double mu = nu - n;
    nm_pair p;
    nm_dd two = nm_dd_of(1.0), back = nm_dd_of(1.0), order = nm_dd_of(mu);
    if (far) {
        if (nm_bessel_waves(nu, x)) {
            const double v = nm_bessel_wave(nm_dd_of(nu), x).y;
            return nm_bessel_is_fine(nu, x, v, 1) ? nm_bessel_fine(nu, x, 1) : v;
        }
        if (x > 32.5) n = fmin(n, ceil(nu - nm_order_below(x)) + 1.0);
        order = nm_two_sum(nu, -n);
        p.a = nm_dd_of(nm_bessel_wave(order, x).y);
        p.b = nm_dd_of(nm_bessel_wave(nm_dd_add_d(order, 1.0), x).y);
        two = nm_dd_ratio(2.0, x);
    } else {
        // In units of (2/x)^n, so that nothing overflows.
        if (x < (modified ? 1.0 : 2.0)) p = nm_temme_double(x, mu, !modified);
        else if (modified) p = nm_bessel_k_sum(x, mu);
        else p = nm_bessel_y_sum(x, mu);
        back = nm_dd_scale(nm_two_prod(x, x), 0.25);
    }
    if (!modified) back = nm_dd_neg(back);
    nm_dd r = nm_bessel_climb(p, order, two, back, (int)n);
    if (far) return nu < x && nm_bessel_is_fine(nu, x, r.hi, 0) ? nm_bessel_fine(nu, x, 1) : r.hi;
    const nm_dd e = n > 0.0 ? nm_dd_mul_d(nm_dd_sub(NM_LN2, nm_dd_log(x)), n) : nm_dd_of(0.0);
    if (modified) return nm_exp_mul(nm_dd_add_d(e, (double)scaled * x - (x < 1.0 ? 0.0 : x)), r);
    const double v = nm_exp_mul(e, r);
    if (x < 0.5 || nu > x || v * v * x > 0.06 || (x > 6.0 && !nm_bessel_is_fine(nu, x, v, 0))) return v;
    if (x > 3.5) return nm_bessel_fine(nu, x, 1);
    return nm_exp_mul(e, nm_bessel_climb(nm_temme(x, mu), order, two, back, (int)n));
}
