/* See python.h. SPDX-License-Identifier: MIT */
#include "emit/python.h"

#include "base/escape.h"
#include "emit/foreign_functions.h"

#include <string.h>

/* Names that a kernel must not have: the module that the functions call, the compiled module, and the package's own
 * function. Python gives names with two underscores at both ends a meaning. */
static bool is_taken(const char *name)
{
    const size_t length = strlen(name);
    return strcmp(name, "_calls") == 0 || strcmp(name, "_kernels") == 0 ||
           (length > 4 && memcmp(name, "__", 2) == 0 && memcmp(name + length - 2, "__", 2) == 0);
}

static const char *python_name(arena *a, const char *name)
{
    buffer text = {0};
    escape_python_name(&text, name);
    const char *copy = arena_strndup(a, text.text, text.length);
    buffer_free(&text);
    return copy;
}

/* ---- Names ---- */

static void check_parameters(arena *a, const foreign_function *f, diagnostics *d)
{
    const bundle_kernel *k = f->kernel->kernel;
    map parameters = {.arena = a};
    for (size_t p = 0; p < k->argument_count; ++p) {
        const bundle_argument *g = &k->arguments[p];
        const char *own = python_name(a, g->name);
        if (is_taken(own) || (f->kernel->length && strcmp(own, "out_shape") == 0) ||
            (f->face && strcmp(own, "options") == 0))
            diagnose_error(d, g->where,
                           "parameter '%s' of kernel '%s': '%s' is a name that the Python package uses; rename it",
                           g->name, f->name, own);
        void **slot = map_ats(&parameters, own);
        if (*slot)
            diagnose_error(d, g->where,
                           "the parameters '%s' and '%s' of kernel '%s' would both be '%s' in Python; rename one",
                           (const char *)*slot, g->name, f->name, own);
        *slot = (void *)(uintptr_t)g->name;
    }
}

/* Reports names of functions and parameters that have another meaning in the package, or that are the same in Python.
 */
static void check_names(const foreign_functions *all)
{
    arena *a = all->a;
    diagnostics *d = all->d;
    const foreign_function *functions = all->list;
    const size_t count = all->count;
    map known = {.arena = a};
    for (size_t i = 0; i < count; ++i) {
        const bundle_kernel *k = functions[i].kernel->kernel;
        const char *name = python_name(a, functions[i].name);
        if (is_taken(name) || strcmp(name, "device") == 0 || (all->samplers && strcmp(name, "Sampler") == 0))
            diagnose_error(d, k->where, "kernel '%s': '%s' is a name of the Python package's own; rename the kernel",
                           functions[i].name, name);
        void **slot = map_ats(&known, name);
        if (*slot)
            diagnose_error(d, k->where, "the kernels '%s' and '%s' would both be the Python function '%s'; rename one",
                           (const char *)*slot, functions[i].name, name);
        *slot = (void *)(uintptr_t)functions[i].name;
        check_parameters(a, &functions[i], d);
    }
}

/* ---- Types ---- */

/* NumPy's name of a type of number. */
static const char *number_name(const type *t)
{
    switch (t->kind) {
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

/* The argument of numpy.dtype(). foreign_refusal() has bounded the type. */
static void add_dtype(const type *t, buffer *out)
{
    if (t->kind == TYPE_VECTOR || t->kind == TYPE_ARRAY) {
        buffer_addc(out, '(');
        add_dtype(t->base, out);
        buffer_addf(out, ", (%zu,))", t->count);
        return;
    }
    if (!foreign_is_record(t)) {
        buffer_addf(out, "'%s'", number_name(t));
        return;
    }
    const record *r = t->record;
    buffer_adds(out, "{'names': [");
    for (size_t i = 0; i < r->field_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        escape_python_string(out, r->fields[i].name);
    }
    buffer_adds(out, "], 'formats': [");
    for (size_t i = 0; i < r->field_count; ++i) {
        buffer_adds(out, i ? ", " : "");
        add_dtype(r->fields[i].type, out);
    }
    buffer_adds(out, "], 'offsets': [");
    for (size_t i = 0; i < r->field_count; ++i) buffer_addf(out, "%s%zu", i ? ", " : "", r->fields[i].offset);
    buffer_addf(out, "], 'itemsize': %zu}", type_size(t));
}

/* ---- Functions ---- */

/* A kernel in the table of calls.py. */
static void add_description(arena *a, const bundle *b, const foreign_kernel *k, buffer *out)
{
    const bool whole = (k->kernel->flags & CLB_KERNEL_ELEMENTWISE) != 0;
    buffer_addf(out, "    %zu: Kernel(%zu, %s, ", k->number, k->number, whole ? "True" : "False");
    if (k->length) buffer_addf(out, "%zu", k->length - 1);
    else buffer_adds(out, "None");
    for (size_t i = 0; i < k->kernel->argument_count; ++i) {
        const bundle_argument *g = &k->kernel->arguments[i];
        const foreign_argument *own = &k->arguments[i];
        const char *kind = own->local                   ? "local"
                           : own->sampler               ? "sampler"
                           : own->step_of               ? "step"
                           : !own->memory               ? "value"
                           : own->output                ? "out"
                           : g->access == CLB_ACCESS_IN ? "in"
                                                        : "inout";
        buffer_adds(out, ",\n       Argument(");
        escape_python_string(out, python_name(a, g->name));
        buffer_addf(out, ", '%s'", kind);
        if (!own->local && !own->sampler) {
            buffer_adds(out, ", ");
            add_dtype(g->type, out);
        }
        if (foreign_is_element(b, k, i)) buffer_adds(out, ", element=True");
        if (own->counter) buffer_adds(out, ", counter=True");
        if (own->step_of) buffer_addf(out, ", step_of=%zu", own->step_of - 1);
        if (own->found && !own->optional) buffer_adds(out, ", needed=True");
        buffer_addc(out, ')');
    }
    buffer_adds(out, "),\n");
}

/* Whether the caller gives the argument. */
static bool is_given(const foreign_kernel *k, size_t index)
{
    const foreign_argument *own = &k->arguments[index];
    return !own->output && !own->step_of && index + 1 != k->length;
}

/* Whether the caller may leave it out. Arguments that nothing determines are among these: the call reports that they
 * are missing. */
static bool has_default(const foreign_kernel *k, size_t index)
{
    return k->arguments[index].optional || k->arguments[index].found;
}

/* The parameters of the function. */
static const char *formals_of(arena *a, const foreign_kernel *k)
{
    const char *text = "";
    for (int last = 0; last < 2; ++last)
        for (size_t i = 0; i < k->kernel->argument_count; ++i) {
            if (!is_given(k, i) || has_default(k, i) != (last == 1)) continue;
            text = arena_printf(a, "%s%s%s%s", text, *text ? ", " : "", python_name(a, k->kernel->arguments[i].name),
                                last ? "=None" : "");
        }
    return text;
}

/* What it passes for each parameter of the kernel. */
static const char *values_of(arena *a, const foreign_kernel *k)
{
    const char *text = "";
    for (size_t i = 0; i < k->kernel->argument_count; ++i)
        text = arena_printf(a, "%s%s%s", text, i ? ", " : "",
                            is_given(k, i) ? python_name(a, k->kernel->arguments[i].name) : "None");
    return text;
}

/* The function's comment, and which values of macros it can be asked for. */
static void add_comment(const foreign_functions *all, const foreign_function *f, buffer *out)
{
    arena *a = all->a;
    const bundle_kernel *kernel = f->kernel->kernel;
    buffer text = {0};
    buffer_adds(&text, *kernel->comment ? kernel->comment : f->name);
    if (f->face)
        buffer_addf(&text,
                    "\n\noptions: values of macros, such as %s. The first configuration that has them is called.",
                    foreign_choices(all, f, "'"));
    escape_python_string(out, arena_strndup(a, text.text, text.length));
    buffer_free(&text);
}

static void add_function(const foreign_functions *all, const foreign_function *f, buffer *out)
{
    const char *between = *f->formals ? ", " : "";
    buffer_adds(out, "\n\ndef ");
    escape_python_name(out, f->name);
    buffer_addf(out, "(%s", f->formals);
    if (f->kernel->length || f->face) buffer_addf(out, "%s*", between);
    if (f->kernel->length) buffer_adds(out, ", out_shape=()");
    if (f->face) buffer_adds(out, ", options=''");
    buffer_adds(out, "):\n    ");
    add_comment(all, f, out);
    buffer_adds(out, "\n    return _calls.call(");
    if (f->face) {
        buffer_addf(out, "_calls.configured(%zu, ", f->table);
        escape_python_string(out, f->types);
        buffer_adds(out, ", options, (");
        for (size_t i = 0; i < f->count; ++i) buffer_addf(out, "%s%zu", i ? ", " : "", f->numbers[i]);
        buffer_adds(out, f->count == 1 ? ",))" : "))");
    } else {
        buffer_addf(out, "_calls.KERNELS[%zu]", f->kernel->number);
    }
    buffer_addf(out, ", [%s]%s)\n", f->values, f->kernel->length ? ", out_shape" : "");
}

static const char head[] =
    "# Made by clbundle: do not edit.\n"
    "\"\"\"The kernels of the bundle %s: on a GPU with an OpenCL driver, else as compiled code.\n\n"
    "Arguments are NumPy arrays, anything with the buffer protocol or DLPack, or numbers; results are NumPy arrays.\n"
    "Structures are mappings, named tuples or sequences; arrays of them are structured arrays, sequences of such, or "
    "mappings\n"
    "of names to columns.\n"
    "\"\"\"\n"
    "from . import _calls\n\n"
    "__all__ = [%s]\n\n\n"
    "def device(filter=None):\n"
    "    \"\"\"The name of the device that runs the kernels. filter: words that another one's description must hold\n"
    "    ('gpu', 'native', part of a name); the environment variable CLBUNDLE_DEVICE comes first.\"\"\"\n"
    "    return _calls.device(filter)\n";

/* Takes the bundle's name once, then the module's twice. */
static const char setup[] =
    "# Made by clbundle: do not edit.\n"
    "import os\nimport platform\n"
    "from concurrent.futures import ThreadPoolExecutor\n"
    "from glob import glob\n\n"
    "from setuptools import Extension, setup\n"
    "from setuptools.command.build_ext import build_ext\n\n"
    "BASELINE = '%s_native.c'\n\n\n"
    "def flags(source):\n"
    "    \"\"\"Behind Python's own. Debug information of generated code takes as long as its optimisation; the "
    "baseline of x86-64 is\n"
    "    for few processors.\"\"\"\n"
    "    few = os.path.basename(source) == BASELINE and platform.machine().lower() in ('x86_64', 'amd64')\n"
    "    return ['-g0', '-DCLB_QUICK_BUILD', '-O1' if few else '-O2']\n\n\n"
    "class Build(build_ext):\n"
    "    \"\"\"Compiles the files side by side.\"\"\"\n\n"
    "    def build_extension(self, ext):\n"
    "        compile_some = self.compiler.compile\n\n"
    "        def compile_all(sources, **options):\n"
    "            given = list(options.pop('extra_postargs', None) or [])\n"
    "            one = lambda source: compile_some([source], extra_postargs=given + flags(source), **options)\n"
    "            self.compiler.mkpath(os.path.join(options.get('output_dir') or '.', 'src'))\n"
    "            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:\n"
    "                return [name for names in pool.map(one, sources) for name in names]\n\n"
    "        if self.compiler.compiler_type == 'unix':\n"
    "            self.compiler.compile = compile_all\n"
    "        super().build_extension(ext)\n\n\n"
    "setup(packages=['%s'],\n"
    "      ext_modules=[Extension('%s._kernels', sorted(glob('src/*.c')), include_dirs=['src'], "
    "depends=glob('src/**/*.h', recursive=True),\n"
    "                             py_limited_api=True)],\n"
    "      cmdclass={'build_ext': Build}, options={'bdist_wheel': {'py_limited_api': 'cp37'}})\n";

/* `name` has been through escape_toml. */
static const char project[] =
    "[build-system]\nrequires = [\"setuptools>=61\", \"wheel\"]\nbuild-backend = \"setuptools.build_meta\"\n\n"
    "[project]\nname = %s\nversion = \"0.1.0\"\ndescription = \"Compute kernels on GPUs and CPUs\"\n"
    "requires-python = \">=3.7\"\ndependencies = [\"numpy>=1.20\"]\n";

/* The two modules of the package. */
static void add_modules(const foreign_functions *all, buffer *init, buffer *calls)
{
    arena *a = all->a;
    buffer names = {0};
    buffer_adds(&names, all->samplers ? "'Sampler', 'device'" : "'device'");
    for (size_t i = 0; i < all->count; ++i) {
        buffer_adds(&names, ", ");
        escape_python_string(&names, python_name(a, all->list[i].name));
    }
    buffer_addf(init, head, all->bundle->name, names.text);
    buffer_free(&names);
    if (all->samplers) buffer_adds(init, "\n\nSampler = _calls.Sampler\n");
    buffer_adds(calls, "\n\nKERNELS = {\n");
    for (size_t i = 0; i < all->kernel_count; ++i) add_description(a, all->bundle, &all->kernels[i], calls);
    for (size_t i = 0; i < all->count; ++i) add_function(all, &all->list[i], init);
    buffer_adds(calls, "}\n");
}

package_file *python_emit(arena *a, const char *module, const bundle *b, const python_texts *texts, size_t *count,
                          diagnostics *d)
{
    enum { INIT, CALLS, SETUP, PROJECT, MANIFEST, GLUE, FILES };
    package_file *files = arena_array(a, FILES, sizeof *files);
    buffer name = {0};
    static const foreign_form form = {"the Python package", formals_of, values_of};
    foreign_functions all = foreign_list_functions(a, b, &form, d);
    check_names(&all);
    *count = FILES;
    files[INIT].path = arena_printf(a, "%s/__init__.py", module);
    files[CALLS].path = arena_printf(a, "%s/_calls.py", module);
    buffer_adds(&files[CALLS].text, "# Made by clbundle: do not edit.\n");
    buffer_add(&files[CALLS].text, texts->calls.text, texts->calls.length);
    add_modules(&all, &files[INIT].text, &files[CALLS].text);
    files[SETUP].path = "setup.py";
    buffer_addf(&files[SETUP].text, setup, b->name, module, module);
    files[PROJECT] = (package_file){.path = "pyproject.toml", .kept = true};
    escape_toml(&name, module);
    buffer_addf(&files[PROJECT].text, project, name.text);
    files[MANIFEST].path = "MANIFEST.in";
    buffer_adds(&files[MANIFEST].text, "include src/*.c\nrecursive-include src *.h\n");
    files[GLUE].path = arena_printf(a, "src/%s_python.c", b->name);
    buffer_addf(&files[GLUE].text,
                "/* Made by clbundle: do not edit. */\n#define CLBP_HEADER \"%s.h\"\n"
                "#define CLBP_BUNDLE %s_bundle\n#define CLBP_INIT PyInit__kernels\n"
                "#define CLBP_NAME \"%s._kernels\"\n",
                b->name, b->name, module);
    if (all.tables.length) buffer_addf(&files[GLUE].text, "#define CLBP_CONFIGURATIONS %s\n", all.tables.text);
    buffer_addc(&files[GLUE].text, '\n');
    buffer_free(&all.tables);
    buffer_add(&files[GLUE].text, texts->glue.text, texts->glue.length);
    buffer_free(&name);
    return files;
}
