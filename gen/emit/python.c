#include "emit/python.h"

#include "base/escape.h"
#include "emit/foreign.h"

#include <string.h>

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
        "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or", "pass",
        "raise", "return", "try", "while", "with", "yield",
        /* what the functions themselves use */
        "int", "max", "min", "np", "out_shape"};
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(name, words[i]) == 0) return true;
    return false;
}

static const char *python_name(arena *a, const char *name)
{
    /* Extents call these two. */
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0) return name;
    return is_keyword(name) ? arena_printf(a, "%s_", name) : name;
}

static const char *parameter_name(arena *a, const char *name)
{
    return is_keyword(name) || *name == '_' ? arena_printf(a, "%s_", name) : name;
}

/* NumPy's name of a type of number. */
static const char *type_name(const bundle_argument *g)
{
    switch (g->type->kind) {
    case TYPE_BOOL: return "bool_";
    case TYPE_CHAR: return "int8";
    case TYPE_UCHAR: return "uint8";
    case TYPE_SHORT: return "int16";
    case TYPE_USHORT: return "uint16";
    case TYPE_UINT: return "uint32";
    case TYPE_LONG: return "int64";
    case TYPE_ULONG: return "uint64";
    case TYPE_HALF: return "float16";
    case TYPE_FLOAT: return "float32";
    case TYPE_DOUBLE: return "float64";
    default: return "int32";
    }
}

static bool is_output(const bundle_argument *g)
{
    return foreign_is_memory(g) && g->access == CLB_ACCESS_OUT;
}

/* Elements of one shape, which the caller sees as such: the length of the range is its size. */
static bool has_elements(const bundle *b, const bundle_kernel *k, size_t *length)
{
    size_t step = 0;
    for (size_t i = 0; i < k->argument_count; ++i)
        if (foreign_is_stepped(b, &k->arguments[i], length, &step)) return true;
    /* Without such an input, that of the outputs of an element-wise kernel. */
    for (size_t i = 0; i < k->argument_count && (k->flags & CLB_KERNEL_ELEMENTWISE); ++i)
        if (foreign_is_memory(&k->arguments[i]) && shape_is_scalar(&b->code, k->arguments[i].dims[0], length)) return true;
    return false;
}

/* Does the array have an element for each of the range? */
static bool is_element(const bundle *b, const bundle_argument *g, size_t length)
{
    size_t n = 0;
    return foreign_is_memory(g) && g->dim_count == 1 && shape_is_scalar(&b->code, g->dims[0], &n) && n == length;
}

static void add_parameters(arena *a, const bundle *b, const bundle_kernel *k, bool elements, size_t length, buffer *out)
{
    const char *between = "";
    for (int last = 0; last < 2; ++last)
        for (size_t i = 0; i < k->argument_count; ++i) {
            const bundle_argument *g = &k->arguments[i];
            if (is_output(g) || foreign_is_step(b, k, i) || (elements && i == length)) continue;
            if (foreign_is_extent(b, k, i) != (last == 1)) continue;
            buffer_addf(out, "%s%s%s", between, parameter_name(a, g->name), last ? "=None" : "");
            between = ", ";
        }
    if (elements) buffer_addf(out, "%s*, out_shape=()", between);
}

/* The integers that arrays tell, from the first that does. */
static void add_extent(arena *a, const bundle *b, const bundle_kernel *k, size_t index, buffer *out)
{
    const char *name = parameter_name(a, k->arguments[index].name);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        if (!foreign_is_memory(g) || g->access == CLB_ACCESS_OUT) continue;
        for (size_t d = 0; d < g->dim_count; ++d) {
            size_t n = 0;
            if (!shape_is_scalar(&b->code, g->dims[d], &n) || n != index) continue;
            buffer_addf(out, "    %s = _extent(%s, %s, %zu, %zu)\n", name, name, parameter_name(a, g->name), d, g->dim_count);
            return;
        }
    }
    buffer_addf(out, "    if %s is None:\n        raise TypeError('%s is needed: no input tells it')\n", name, name);
}

static void add_docstring(const bundle_kernel *k, buffer *out)
{
    buffer_adds(out, "    ");
    escape_json(out, *k->comment ? k->comment : k->name);
    buffer_addc(out, '\n');
}

static void add_kernel(arena *a, const bundle *b, size_t number, buffer *out)
{
    const bundle_kernel *k = &b->kernels[number];
    size_t length = SIZE_MAX, n = 0, step = 0, outputs = 0;
    const bool elements = has_elements(b, k, &length), whole = (k->flags & CLB_KERNEL_ELEMENTWISE) != 0;
    buffer shapes = {0}, results = {0}, written = {0};
    buffer_addf(out, "\n\ndef %s(", parameter_name(a, k->name));
    add_parameters(a, b, k, elements, length, out);
    buffer_adds(out, "):\n");
    add_docstring(k, out);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *name = parameter_name(a, g->name);
        if (!foreign_is_memory(g) || g->access == CLB_ACCESS_OUT) continue;
        if (g->access == CLB_ACCESS_IN) buffer_addf(out, "    %s = _array(%s)\n", name, name);
        else buffer_addf(out, "    %s = np.array(_array(%s), dtype=np.%s, order='C')\n", name, name, type_name(g));
        if (foreign_is_stepped(b, g, &n, &step) || (elements && is_element(b, g, length)))
            buffer_addf(&shapes, "%s.shape, ", name);
    }
    if (elements) {
        const char *size = parameter_name(a, k->arguments[length].name);
        buffer_addf(out, "    out_shape = np.broadcast_shapes(%sout_shape)\n", shapes.text ? shapes.text : "");
        if (!whole) buffer_addf(out, "    %s = _product(out_shape)\n", size);
        /* What is no element-wise kernel sees rows. */
        for (size_t i = 0; i < k->argument_count && !whole; ++i)
            if (foreign_is_stepped(b, &k->arguments[i], &n, &step)) {
                const char *name = parameter_name(a, k->arguments[i].name);
                buffer_addf(out, "    %s = _row(%s, out_shape)\n", name, name);
            }
    }
    for (size_t i = 0; i < k->argument_count; ++i)
        if (foreign_is_extent(b, k, i) && !(elements && i == length)) add_extent(a, b, k, i, out);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *name = parameter_name(a, g->name);
        if (!foreign_is_memory(g) || g->access == CLB_ACCESS_IN) continue;
        const bool element = elements && is_element(b, g, length);
        ++outputs;
        buffer_add_item(&written, name);
        buffer_add_item(&results, element ? arena_printf(a, whole ? "%s[()]" : "%s.reshape(out_shape)[()]", name) : name);
        if (g->access != CLB_ACCESS_OUT) continue;
        buffer_addf(out, "    %s = np.empty(", name);
        if (element && whole) {
            buffer_adds(out, "out_shape");
        } else {
            buffer_addc(out, '(');
            for (size_t d = 0; d < g->dim_count; ++d) {
                foreign_add_expression(a, b, k, g->dim_texts[d], " // ", " % ", python_name, out);
                buffer_adds(out, ", ");
            }
            buffer_addc(out, ')');
        }
        buffer_addf(out, ", np.%s)\n", type_name(g));
    }
    buffer_addf(out, "    _call(%zu, [", number);
    for (size_t i = 0; i < k->argument_count; ++i) {
        const bundle_argument *g = &k->arguments[i];
        const char *name = parameter_name(a, g->name);
        if (i) buffer_adds(out, ", ");
        if (foreign_is_memory(g)) {
            buffer_adds(out, name);
        } else if (g->kind == CLB_ARGUMENT_LOCAL) {
            buffer_addf(out, "int(%s)", name);
        } else if (shape_finds(k, &b->code, i)) {
            buffer_adds(out, "None");
        } else if (foreign_is_step(b, k, i)) {
            for (size_t s = 0; s < k->argument_count; ++s)
                if (foreign_is_stepped(b, &k->arguments[s], &n, &step) && step == i) {
                    buffer_addf(out, "_number(%s.size != 1)", parameter_name(a, k->arguments[s].name));
                    break;
                }
        } else {
            buffer_addf(out, "_number(%s)", name);
        }
    }
    buffer_addf(out, "], [%s])\n", written.text ? written.text : "");
    buffer_addf(out, outputs ? "    return %s\n" : "%s", results.text ? results.text : "");
    buffer_free(&shapes);
    buffer_free(&results);
    buffer_free(&written);
}

static const char head[] =
    "# Made by clbundle: do not edit.\n"
    "\"\"\"The kernels of the bundle %s: on a GPU with an OpenCL driver, else as compiled code.\n\n"
    "Arguments are NumPy arrays, anything with the buffer protocol or DLPack, or numbers; results are NumPy arrays.\n"
    "\"\"\"\n"
    "import numpy as np\n\n"
    "from . import _kernels\n\n"
    "__all__ = [%s]\n\n\n"
    "def device(filter=None):\n"
    "    \"\"\"The name of the device that runs the kernels. filter: words that another one's description must hold\n"
    "    ('gpu', 'native', part of a name); the environment variable CLBUNDLE_DEVICE comes first.\"\"\"\n"
    "    return _kernels.device(filter)\n\n\n"
    "def _array(x):\n"
    "    if isinstance(x, (np.ndarray, np.generic)):\n"
    "        return np.asarray(x)\n"
    "    if hasattr(x, '__dlpack__') and hasattr(np, 'from_dlpack'):\n"
    "        return np.from_dlpack(x)\n"
    "    return np.asarray(x)\n\n\n"
    "def _number(x):\n"
    "    x = _array(x)\n"
    "    if x.size != 1:\n"
    "        raise ValueError('a single number is needed, not an array of %%d elements' %% x.size)\n"
    "    return x.reshape(())\n\n\n"
    "def _product(shape):\n"
    "    size = 1\n"
    "    for extent in shape:\n"
    "        size *= extent\n"
    "    return size\n\n\n"
    "def _row(x, shape):\n"
    "    return x.reshape(1) if x.size == 1 else np.broadcast_to(x, shape).reshape(-1)\n\n\n"
    "def _extent(given, x, dimension, dimensions):\n"
    "    if given is not None:\n"
    "        return int(given)\n"
    "    if dimensions == 1:\n"
    "        return x.size\n"
    "    if x.ndim != dimensions:\n"
    "        raise ValueError('an array of %%d dimensions is needed' %% dimensions)\n"
    "    return x.shape[dimension]\n\n\n"
    "def _call(kernel, arguments, results):\n"
    "    if all(np.size(result) for result in results):\n"
    "        _kernels.call(kernel, arguments)\n";

static const char setup[] =
    "# Made by clbundle: do not edit.\n"
    "from glob import glob\n\n"
    "from setuptools import Extension, setup\n\n"
    "setup(packages=['%s'],\n"
    "      ext_modules=[Extension('%s._kernels', sorted(glob('src/*.c')), include_dirs=['src'], depends=glob('src/**/*.h', recursive=True),\n"
    "                             py_limited_api=True)],\n"
    "      options={'bdist_wheel': {'py_limited_api': 'cp37'}})\n";

static const char project[] =
    "[build-system]\nrequires = [\"setuptools>=61\", \"wheel\"]\nbuild-backend = \"setuptools.build_meta\"\n\n"
    "[project]\nname = \"%s\"\nversion = \"0.1.0\"\ndescription = \"Compute kernels on GPUs and CPUs\"\n"
    "requires-python = \">=3.7\"\ndependencies = [\"numpy>=1.20\"]\n";

package_file *python_emit(arena *a, const char *module, const bundle *b, const buffer *glue, size_t *count, diagnostics *d)
{
    enum { INIT, SETUP, PROJECT, MANIFEST, GLUE, FILES };
    package_file *files = arena_array(a, FILES, sizeof *files);
    buffer names = {0};
    *count = FILES;
    buffer_adds(&names, "'device'");
    for (size_t i = 0; i < b->kernel_count; ++i) {
        const bundle_kernel *k = &b->kernels[i];
        const char *why = k->variant_count ? NULL : foreign_refusal(k);
        if (why) diagnose_note(d, k->where, "kernel '%s' is left out of the Python package: %s", k->name, why);
        if (foreign_is_offered(k)) buffer_addf(&names, ", '%s'", parameter_name(a, k->name));
    }
    files[INIT] = (package_file){.path = arena_printf(a, "%s/__init__.py", module)};
    buffer_addf(&files[INIT].text, head, b->name, names.text);
    for (size_t i = 0; i < b->kernel_count; ++i)
        if (foreign_is_offered(&b->kernels[i])) add_kernel(a, b, i, &files[INIT].text);
    files[SETUP] = (package_file){.path = "setup.py"};
    buffer_addf(&files[SETUP].text, setup, module, module);
    files[PROJECT] = (package_file){.path = "pyproject.toml", .kept = true};
    buffer_addf(&files[PROJECT].text, project, module);
    files[MANIFEST] = (package_file){.path = "MANIFEST.in"};
    buffer_adds(&files[MANIFEST].text, "include src/*.c\nrecursive-include src *.h\n");
    files[GLUE] = (package_file){.path = arena_printf(a, "src/%s_python.c", b->name)};
    buffer_addf(&files[GLUE].text, "/* Made by clbundle: do not edit. */\n#define CLBP_HEADER \"%s.h\"\n"
                                   "#define CLBP_BUNDLE %s_bundle\n#define CLBP_INIT PyInit__kernels\n"
                                   "#define CLBP_NAME \"%s._kernels\"\n\n", b->name, b->name, module);
    buffer_add(&files[GLUE].text, glue->text, glue->length);
    buffer_free(&names);
    return files;
}
