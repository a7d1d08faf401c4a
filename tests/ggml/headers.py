#!/usr/bin/env python3
"""Writes a C program that says what a set of ggml headers declares.

    headers.py OURS OTHER     both are folders with ggml.h and its companions

The program is made of the names that both declare. It prints whether each
function has the type that OURS gives it, the value of each enumerator and
macro, the size of each struct and the place of its fields. Compiled against
the one and the other it prints the same where both agree.
"""
import json
import os
import re
import subprocess
import sys

HEADERS = ["ggml.h", "ggml-alloc.h", "ggml-backend.h", "ggml-cpu.h", "ggml-opt.h", "gguf.h"]
INCLUDES = "".join(f'#include "{header}"\n' for header in HEADERS)


def declarations(folder):
    """Functions and their types, structs and their fields, enumerators: of ggml's names."""
    command = ["clang", "-x", "c", "-std=c11", "-w", "-I", folder, "-fsyntax-only",
               "-Xclang", "-ast-dump=json", "-"]
    tree = json.loads(subprocess.run(command, input=INCLUDES, capture_output=True, text=True,
                                     check=True).stdout)
    functions, records, enumerators = {}, {}, []
    for node in tree["inner"]:
        name = node.get("name", "")
        if node["kind"] == "EnumDecl":
            enumerators += [e["name"] for e in node.get("inner", [])
                            if e["kind"] == "EnumConstantDecl"]
        if not name.startswith(("ggml_", "gguf_")):
            continue
        if node["kind"] == "FunctionDecl":
            functions[name] = node["type"]["qualType"]
        if node["kind"] == "RecordDecl" and node.get("completeDefinition"):
            records[name] = [f["name"] for f in node["inner"]
                             if f["kind"] == "FieldDecl" and f.get("name")]
    return functions, records, [e for e in enumerators if e.startswith(("GGML_", "GGUF_"))]


def constants(folder):
    """Macros without arguments that are a number or a string."""
    command = ["clang", "-x", "c", "-std=c11", "-I", folder, "-dM", "-E", "-"]
    text = subprocess.run(command, input=INCLUDES, capture_output=True, text=True,
                          check=True).stdout
    found = re.findall(r'^#define (GG(?:ML|UF)_\w+) (\(?-?[0-9]\w*\)?|".*")$', text, re.M)
    return dict(found)


def plain(type_name):
    return type_name.replace("__attribute__((noreturn))", "").strip()


def main():
    ours, other = sys.argv[1:3]
    functions, records, enumerators = declarations(ours)
    their_functions, their_records, their_enumerators = declarations(other)
    shared = sorted(functions.keys() & their_functions.keys())
    their_constants = constants(other)
    print(INCLUDES + "#include <stdio.h>\n")
    print("\nint main(void)\n{")
    for name in shared:
        print(f'    printf("{name} %d\\n", __builtin_types_compatible_p(__typeof__({name}),'
              f' {plain(functions[name])}));')
    for name in sorted(set(enumerators) & set(their_enumerators)):
        print(f'    printf("{name} %d\\n", (int){name});')
    for name, value in sorted(constants(ours).items()):
        if name in their_constants:
            form, cast = ("%s", "") if value[0] == '"' else ("%lld", "(long long)")
            print(f'    printf("{name} {form}\\n", {cast}{name});')
    for name in sorted(records.keys() & their_records.keys()):
        print(f'    printf("{name} %zu\\n", sizeof(struct {name}));')
        for field in records[name]:
            if field in their_records[name]:
                print(f'    printf("{name}.{field} %zu of %zu\\n", offsetof(struct {name}, {field}),'
                      f' sizeof(((struct {name} *)0)->{field}));')
    print("    return 0;\n}")
    print(f"{len(shared)} functions", file=sys.stderr)
    for kind, mine, theirs in (("function", functions, their_functions),
                               ("struct", records, their_records),
                               ("enumerator", enumerators, their_enumerators)):
        for name in sorted(set(theirs) - set(mine)):
            print(f"only there: {kind} {name}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3 or not all(os.path.isdir(f) for f in sys.argv[1:]):
        sys.exit(__doc__)
    main()
