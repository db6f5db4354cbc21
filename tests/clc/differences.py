"""Intended differences between the front end and clang, and the reasons, for operators.py. Differences in single
lines are in language/differences.cl."""

def is_pointer(name):
    return name.endswith('*') or name in ('array', 'other array', 'global array', 'address', 'string', 'null', 'generic', 'generic const',
                                          'generic void', 'atomic', 'private array')


def reason(standard, form, names, theirs, ours):
    """The reason, or None. `theirs` and `ours`: the first messages, of which one is None."""
    handles = ('queue_t', 'clk_event_t', 'ndrange_t', 'reserve_id_t')
    if any(n.startswith('atomic') for n in names):
        return 'atomic objects are for the atomic functions alone, 6.13.11: clang lets some operators read and set them'
    if 'block' in names and ours:
        return 'clang lets a block be a pointer or a condition'
    if 'ndrange_t' in names:
        return "to clang's header ndrange_t is a structure"
    if ours and any(n in handles for n in names):
        if 'outside of a function' in ours or 'inside a function' in ours:
            return 'a queue, an event or a range is made and used in one kernel, 6.9'
        if '(6.9.b)' in ours or 'of which a host has no values' in ours:
            return 'an argument cannot point to queues and events, 6.9.b'
        if form in ('<', '>', '<=', '>=', '==', '!=') and 'null' in names:
            return 'clang compares a queue with a pointer'
        if form == 'initialise {}' or form.startswith(('local', 'kernel local', 'inner local')) and 'in braces' in ours:
            return 'a queue or event has no parts to put into braces'
    if ours:
        if form == '%s.hi' and 'suffix' in ours:
            return 'clang reads 5000000000.hi as an imaginary number'
        if 'cannot be cast to' in ours or 'cannot be a component of' in ours or ours.startswith("'as_"):
            return 'clang makes vectors of the bits of pointers, structures and void'
        if "both sides of '?:' are pointers, but to different address spaces" in ours:
            return "clang lets '?:' mix address spaces where one side points to void"
        if 'points to an incomplete type' in ours or 'there is no object of type void' in ours:
            return 'clang steps over void as GNU C does'
        if 'has no component [' in ours:
            return 'clang takes an index beyond a vector'
        if ours.startswith('parameter ') and ours.endswith('needs a name') and form.startswith('kernel parameter'):
            return 'the generated call names its parameters as the kernel does'
        if "'+' does not work on" in ours and form == '+=' and not is_pointer(names[0]) and is_pointer(names[1]):
            return 'clang puts the sum of an integer and a pointer into the integer'
        if "to 'sampler_t'" in ours:
            return 'a sampler is made of a constant, 6.12.14'
        if "event_t' (6.9.b)" in ours:
            return 'an argument cannot point to events, 6.9.b'
    if theirs:
        if form.startswith('?: of') and theirs.startswith('other type than void __generic'):
            return "where one side of '?:' points to void, clang drops the generic address space"
        if '32-bit integer' in theirs:
            return 'which bits a sampler has is the back end\'s'
        if form.startswith('?: of') and 'enum e' in names and theirs.startswith('other type than'):
            return 'clang keeps an enum beside another number of a vector condition, for which no vector exists'
        if 'changes address space of pointer' in theirs and 'null' in names:
            return 'a null pointer constant has no address space'
    return None
