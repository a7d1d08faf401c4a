#!/bin/sh
# A user's file gets no warning from nn.h, under gcc and clang: every macro of
# the header with nothing but its fixed arguments, and the models of
# tests/cases/nn_models with what people write.
cd "$(dirname "$0")/../.." || exit 2
include=frontends/nn/include
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

cat >"$work/every.c" <<'EOF'
#include <shapeprof/nn.h>
struct mine {
    nn_module base;
    nn_module *one, *many[2];
};
static nn_tensor *mine_forward(nn_module *self, nn_tensor *x)
{
    return nn_call(((struct mine *)self)->one, x);
}
void every_macro(nn_tensor *x, int64_t n);
void every_macro(nn_tensor *x, int64_t n)
{
    struct mine *m = nn_new(struct mine, mine_forward);
    nn_member(m, one, nn_relu());
    nn_item(m, many, 0, m->one);
EOF
macros=$(sed -n 's/^#define \(nn_[a-z0-9_]*\)(\(.*\)\.\.\.).*/\1:\2/p' "$include"/shapeprof/*.h)
[ -n "$macros" ] || {
    echo "FAIL nn.h has no macros"
    exit 1
}
for macro in $macros; do
    case $macro in
    nn_new:*) ;;
    nn_results:*) echo "    nn_results(x);" ;;
    *:dtype_*) echo "    ${macro%%:*}(NN_F32, n, 2);" ;;
    *:self_*) echo "    ${macro%%:*}(x, 0);" ;;
    *:input_*) echo "    ${macro%%:*}(x, n, -1);" ;;
    *) echo "    ${macro%%:*}();" ;;
    esac
done >>"$work/every.c"
echo "}" >>"$work/every.c"

for compiler in gcc clang; do
    command -v $compiler >/dev/null || {
        echo "$compiler is not installed"
        skipped=$((skipped + 1))
        continue
    }
    for file in "$work/every.c" tests/cases/nn_models/*.c; do
        if $compiler -std=c17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$include" "$file"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAIL $compiler $file"
        fi
    done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
