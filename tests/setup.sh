#!/bin/sh
# Installs what building and testing need, if it is not there: Debian packages.
#
#   sh tests/setup.sh build|core|all
set -eu
packages='cmake ninja-build gcc g++ pkg-config libclang-19-dev libxxhash-dev libjansson-dev libopenblas0'
case ${1:-core} in
build) ;;
core) packages="$packages clang clang-format libclang-rt-14-dev libcmocka-dev python3 python3-jsonschema
     csmith libcsmith-dev git" ;;
all) packages="$packages clang clang-format libclang-rt-14-dev libcmocka-dev python3 python3-jsonschema
     csmith libcsmith-dev valgrind man-db bash-completion zsh fish git neovim emacs-nox elpa-eglot chromium"
    command -v npm >/dev/null || packages="$packages npm" ;;
*)
    echo "usage: sh tests/setup.sh build|core|all" >&2
    exit 2
    ;;
esac

missing=
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' ||
        missing="$missing $package"
done
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || {
        echo "these packages are missing and need root to install:$missing" >&2
        exit 1
    }
    root=sudo
fi
echo "installing:$missing"
$root apt-get update -qq
# shellcheck disable=SC2086
$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
