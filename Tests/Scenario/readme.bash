# Part three: the README as it is typed. Sourced by `run`.

step 'README: its first five minutes, typed'
unset AGENDA_DATABASE
export HOME=$work/reader
mkdir -p "$HOME"
cd "$root"
# As on a terminal: the answer and what is said about it, one below the other.
agenda() { "$program" "$@" --now 2026-11-21T16:49:00+01:00 2>&1; }
# typed COMMAND EXPECTED: ids are everybody's own.
typed() {
    [[ -n $1 ]] || return 0
    local ids='s/^[0-9a-f]{12}$/ID/'
    check "$1" "$(sed -E "$ids" <<<"$2")" "$(eval "$1" | sed -E "$ids")"
}
command='' expected=''
while IFS= read -r line; do
    case $line in
        '    $ '*)
            typed "$command" "$expected"
            command=${line#'    $ '} expected=
            ;;
        '    '*) [[ -z $command ]] || expected+=${expected:+$'\n'}${line#'    '} ;;
        *)
            typed "$command" "$expected"
            command='' expected=''
            ;;
    esac
done <README.md
check_that 'some were typed' test "$(grep -c '^    \$ ' README.md)" -ge 8

step 'README: what needs a server, a desktop or root is there'
while IFS= read -r line; do
    read -ra words <<<"${line%%#*}"
    name=() options=()
    for word in "${words[@]:1}"; do
        case $word in
            --*) options+=("$word") ;;
            [a-z]*) if ((${#options[@]} == 0)) && "$program" help "${name[@]}" "$word" >/dev/null 2>&1; then name+=("$word"); fi ;;
        esac
    done
    help=$("$program" help "${name[@]}" 2>&1)
    for option in "${options[@]}"; do check_that "${words[*]}: $option" grep -q -- "$option" <<<"$help"; done
    check_that "${words[*]}: a command" test "${#name[@]}" -gt 0
done < <(grep '^    agenda ' README.md)
# shellcheck disable=SC2013
for target in $(grep -oE '^    .*' README.md | grep -oE 'make [a-z]+' | cut -d' ' -f2 | sort -u); do
    check_that "make $target" grep -q "^$target:" Makefile
done
