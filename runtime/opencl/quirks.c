/* The table of facts about OpenCL drivers beyond their own reports, with the source of each statement and the way in
 * which this library deals with it. Knows names of platforms; calls no driver, so it is part of every build of the
 * library.
 *
 * SPDX-License-Identifier: MIT */
#include "clbundle/core.h"
#include "core/filter.h"

#include <string.h>

/* All three must fit: `platform` is a short name, as of a filter; `driver` is how the driver's version begins; `type`
 * is one of the device, CLB_DEVICE_OTHER for any. */
typedef struct quirk {
    const char *platform, *driver;
    clb_device_type type;
    clb_known known;
} quirk;

#define OPENCL_12 "programs are built with -cl-std=CL1.2 unless the bundle says otherwise"
#define TO_DIMENSIONS "work-groups are checked against the limit of each dimension (clb_device_info.work_item_sizes)"
#define OWN_GROUP "each kernel's own limit is asked for, and checked before a launch"
#define RANKED_LAST \
    "where a bundle needs fp64, a device that emulates it (clb_device_info.emulates_fp64) comes after native code"
#define WIDTH "clb_device_info.sub_group_size"

static const quirk quirks[] = {
    {"nvidia",
     "",
     CLB_DEVICE_OTHER,
     {"NVIDIA", CLB_KNOWN_START,
      "opening the first context takes a second and more; builds of large kernels take seconds where no "
      "cache is kept",
      "a tiered start answers meanwhile; clb_prepare builds ahead; clb_binaries_export keeps what was built",
      "measured here: H200, 1.2 s for a context", NULL}},
    {"nvidia",
     "",
     CLB_DEVICE_OTHER,
     {"NVIDIA", CLB_KNOWN_BINARIES,
      "the driver keeps a cache in ~/.nv/ComputeCache (CUDA_CACHE_PATH, CUDA_CACHE_DISABLE), which "
      "has missed changes of files that a program includes",
      "programs are given as one text without #include",
      "CUDA Programming Guide, 5.2 CUDA Environment Variables; GROMACS issue 1938", NULL}},
    {"nvidia",
     "",
     CLB_DEVICE_GPU,
     {"NVIDIA", CLB_KNOWN_COPIES,
      "copies from and to ordinary host memory take five times as long as those from and to memory that "
      "the driver has mapped",
      "blocking copies of 8 MiB and more, and those of calls, go through such memory, which several threads fill and "
      "empty",
      "measured here: H200, driver 580.159.04, 9 and 53 GB/s", NULL}},
    {"nvidia",
     "",
     CLB_DEVICE_GPU,
     {"NVIDIA", CLB_KNOWN_SUB_GROUPS, "work-items run in warps of 32, which the extension for sub-groups does not say",
      WIDTH " is asked for by cl_nv_device_attribute_query", "cl_nv_device_attribute_query, Khronos registry", NULL}},
    {"nvidia",
     "",
     CLB_DEVICE_OTHER,
     {"NVIDIA", CLB_KNOWN_GROUPS,
      "the offset of a range is cut to 32 bits with a sign, so that get_global_id and get_global_offset "
      "wrap above 2^31-1, and no error is reported",
      "such a launch is refused", "found here, H200, driver 580.159.04", NULL}},
    {"nvidia",
     "",
     CLB_DEVICE_GPU,
     {"NVIDIA", CLB_KNOWN_COMPILER,
      "arrays as parameters of functions have been miscompiled where no OpenCL C version was stated", OPENCL_12,
      "github.com/bkerler/opencl_brute pull request 27", "array_parameter"}},
    {"amd",
     "",
     CLB_DEVICE_GPU,
     {"AMD", CLB_KNOWN_SUB_GROUPS, "wavefronts have 64 work-items up to GCN and CDNA, 32 or 64 from RDNA on",
      WIDTH " is asked for by cl_amd_device_attribute_query", "cl_amd_device_attribute_query, Khronos registry", NULL}},
    {"amd",
     "",
     CLB_DEVICE_GPU,
     {"AMD", CLB_KNOWN_GROUPS,
      "work-groups have at most 256 work-items unless a kernel states reqd_work_group_size, although each "
      "dimension alone may have 1024",
      OWN_GROUP, "clinfo of Vega 10 under ROCm, gist Bednar87/c7d6827a", NULL}},
    {"amd",
     "",
     CLB_DEVICE_GPU,
     {"AMD", CLB_KNOWN_DEVICE,
      "ROCm calls a device by its architecture (gfx906) and its version has HSA in it; PAL, the driver of "
      "Windows and older Linux, has PAL in it",
      "filters look at the platform too: amd", "clinfo of ROCm 5.3.1, gist kazuki/881b7deb", NULL}},
    {"amd",
     "",
     CLB_DEVICE_GPU,
     {"AMD", CLB_KNOWN_COMPILER, "ROCm 3.1 and 3.3 miscompile long chains of double precision sums and products", "",
      "github.com/ROCm/legacy-rocm-build issue 1098", "long_chain"}},
    {"intel",
     "",
     CLB_DEVICE_GPU,
     {"Intel NEO", CLB_KNOWN_FP64,
      "GPUs without double precision have it emulated on request (OverrideDefaultFP64Settings=1 and "
      "IGC_EnableDPEmulation=1), slowly and without a claim to conform",
      RANKED_LAST, "intel/compute-runtime, opencl/doc/FAQ.md", NULL}},
    {"intel",
     "",
     CLB_DEVICE_GPU,
     {"Intel NEO", CLB_KNOWN_SUB_GROUPS,
      "the compiler chooses 8, 16 or 32 work-items a sub-group for each kernel, unless the kernel "
      "states intel_reqd_sub_group_size",
      WIDTH " is the largest of them", "cl_intel_required_subgroup_size, Khronos registry", NULL}},
    {"intel",
     "",
     CLB_DEVICE_GPU,
     {"Intel NEO", CLB_KNOWN_BINARIES, "no cache is kept unless NEO_CACHE_PERSISTENT=1",
      "clb_binaries_export keeps what was built", "intel/compute-runtime, opencl/doc/FAQ.md", NULL}},
    {"intel",
     "",
     CLB_DEVICE_CPU,
     {"Intel CPU", CLB_KNOWN_LOCAL, "local memory is ordinary memory: copying to it only costs",
      "clb_device_info.local_is_global", "Intel, note on local memory use (document 671479)", NULL}},
    {"intel",
     "",
     CLB_DEVICE_CPU,
     {"Intel CPU", CLB_KNOWN_COMPILER,
      "an index computed from a double has been optimised wrongly; a volatile int for it helped", "",
      "github.com/openmm/openmm pull request 4366", "index_of_double"}},
    {"mesa",
     "",
     CLB_DEVICE_OTHER,
     {"Mesa rusticl", CLB_KNOWN_DEVICE, "it shows only the devices whose drivers RUSTICL_ENABLE names", "",
      "docs.mesa3d.org/rusticl", NULL}},
    {"apple",
     "",
     CLB_DEVICE_CPU,
     {"Apple", CLB_KNOWN_GROUPS,
      "work-groups of a processor have one dimension (1024, 1, 1), and one work-item where the kernel has "
      "barriers",
      TO_DIMENSIONS "; " OWN_GROUP, "github.com/clMathLibraries/clBLAS issue 25; diku-dk/futhark issue 1708", NULL}},
    {"apple",
     "",
     CLB_DEVICE_CPU,
     {"Apple", CLB_KNOWN_COMPILER,
      "functions that return vectors, and loops whose bounds are variables, break the compiler", "",
      "github.com/ddemidov/vexcl pull request 231", "vector_result"}},
    {"apple",
     "",
     CLB_DEVICE_GPU,
     {"Apple", CLB_KNOWN_FP64, "Apple's own GPUs have no double precision",
      "a bundle that needs it runs natively there", "extensions that the device lists", NULL}},
    {"adreno",
     "",
     CLB_DEVICE_GPU,
     {"Adreno", CLB_KNOWN_GROUPS,
      "a dimension takes fewer work-items (1024, 1024, 64) than a work-group, and kernels that use many "
      "registers take fewer still",
      TO_DIMENSIONS "; " OWN_GROUP,
      "github.com/hashcat/hashcat pull request 4729; PaddlePaddle/Paddle-Lite pull request 8782", NULL}},
    {"adreno",
     "",
     CLB_DEVICE_GPU,
     {"Adreno", CLB_KNOWN_COMPILER,
      "the compiler reports CL_OUT_OF_HOST_MEMORY for kernels that are too large for their work-group", "",
      "github.com/galloty/genefer22 issue 12", NULL}},
    {"mali",
     "",
     CLB_DEVICE_GPU,
     {"Mali", CLB_KNOWN_LOCAL, "local memory lies in global memory: copying to it mostly gains nothing",
      "clb_device_info.local_is_global", "Arm, Mali GPU OpenCL Developer Guide (100614), 3.8", NULL}},
    {"mali",
     "",
     CLB_DEVICE_GPU,
     {"Mali", CLB_KNOWN_BINARIES, "kernels are compiled when they are created, not when their program is built",
      "all kernels of a program are created with it, before its binary is taken",
      "github.com/viennacl/viennacl-dev pull request 225", NULL}},
    {"pocl",
     "",
     CLB_DEVICE_OTHER,
     {"PoCL", CLB_KNOWN_START,
      "it keeps what it compiles in a folder (POCL_CACHE_DIR, else ~/.cache/pocl), compiles a kernel at its "
      "first launch, and hangs in children made by fork after it was started",
      "calls with its devices fail in such a child instead", "found here, PoCL 3.1", NULL}},
    {"pocl",
     "",
     CLB_DEVICE_OTHER,
     {"PoCL", CLB_KNOWN_COMPILER,
      "barriers under a condition in a loop whose number of turns differs from work-item to work-item hang "
      "or give wrong results",
      "`clbundle bundle` warns of such a loop; native code has it right",
      "github.com/pocl/pocl issue 1167; seen here, PoCL 3.1", "guarded_barrier"}},
    {"pocl",
     "",
     CLB_DEVICE_OTHER,
     {"PoCL", CLB_KNOWN_COMPILER,
      "a kernel with the name of a built-in function (sign, sincos, dot) cannot be created: "
      "CL_INVALID_KERNEL_NAME; a function with such a name and the same parameters does not build",
      "`clbundle bundle` warns of such names; native code runs them", "found here, PoCL 3.1", NULL}},
    {"pocl",
     "3.1",
     CLB_DEVICE_OTHER,
     {"PoCL", CLB_KNOWN_COMPILER, "what a function that is not inlined stores in a kernel's local arrays may be lost",
      "functions with such parameters are marked for inlining in nmath", "found here, PoCL 3.1", "local_parameter"}},
    {"pocl",
     "5.0",
     CLB_DEVICE_OTHER,
     {"PoCL", CLB_KNOWN_COMPILER, "kernels with wait_group_events do not link, and the process is aborted", "",
      "found here, PoCL 5.0+debian", NULL}},
    {"oclgrind",
     "",
     CLB_DEVICE_OTHER,
     {"Oclgrind", CLB_KNOWN_DEVICE,
      "it interprets kernels, to check them: thousands of times slower than a driver; it says that it is "
      "a GPU",
      "", "found here, Oclgrind 21.10", NULL}},
};

enum { QUIRKS = sizeof quirks / sizeof *quirks };

static bool fits(const quirk *q, const clb_device_info *info)
{
    return (q->type == CLB_DEVICE_OTHER || q->type == info->type) &&
           strncmp(info->driver, q->driver, strlen(q->driver)) == 0 &&
           clbi_filter_names_platform(q->platform, info->platform);
}

const clb_known *clb_device_known(const clb_device_info *info, size_t index)
{
    if (info && strcmp(info->back_end, "opencl") != 0) return NULL;
    for (size_t i = 0; i < QUIRKS; i++)
        if ((!info || fits(&quirks[i], info)) && index-- == 0) return &quirks[i].known;
    return NULL;
}

const char *clb_known_topic_name(clb_known_topic topic)
{
    static const char *const names[] = {"device", "start",      "binaries", "work-groups", "local memory",
                                        "fp64",   "sub-groups", "compiler", "copies"};
    return topic >= CLB_KNOWN_DEVICE && topic <= CLB_KNOWN_COPIES ? names[topic] : "";
}
