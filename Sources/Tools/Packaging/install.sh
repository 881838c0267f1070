#!/bin/sh
# Copies this agenda to where programs are looked for: ./install.sh [FOLDER], ~/.local if none is given, which needs no root.
# ./install.sh --remove [FOLDER] takes it away; calendars and settings stay. Packages put DESTDIR before the folder.
set -eu
cd "$(dirname "$0")"
remove=
if [ "${1-}" = --remove ]; then
    remove=yes
    shift
fi
folder=${1:-$HOME/.local}
case $folder in
    # systemd looks there, and not into ~/.local/lib.
    "${HOME:-none}"/*) units=share ;;
    /*) units=lib ;;
    *)
        echo "install.sh: $folder: give the whole path" >&2
        exit 64
        ;;
esac

find bin lib share -type f | while read -r file; do
    case $file in
        lib/*) target=${DESTDIR-}$folder/$units/${file#lib/} ;;
        *) target=${DESTDIR-}$folder/$file ;;
    esac
    if [ "$remove" ]; then
        rm -f "$target"
        continue
    fi
    mkdir -p "${target%/*}"
    # Beside it first: a program that runs goes on with what it has.
    cp -p "$file" "$target.new"
    case $file in *.service) sed "s|/usr/local/bin|$folder/bin|" "$file" >"$target.new" ;; esac
    mv "$target.new" "$target"
done
if [ "$remove" ] || [ "${DESTDIR-}" ]; then exit; fi

version=$("$folder/bin/agenda" --version --verbose)
echo "$version"
case $version in
    *missing*)
        echo 'Install what is missing: libical 3 or 4 (libical3, on newer systems libical3t64 or libical), which many calendars'
        echo 'need; libcurl and expat (libcurl4, libexpat1) for feeds and accounts.'
        ;;
esac
case :$PATH: in
    *:"$folder/bin":*) ;;
    *) echo "$folder/bin is not in PATH: log in again, or add it in your shell's profile." ;;
esac
