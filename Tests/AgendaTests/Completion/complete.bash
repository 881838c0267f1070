# Asks bash for the completions of command lines, as it would ask at a press of TAB.
# Arguments: the command, then for each line its words with a "|" between them. Prints a line for each
# command line: its completions with a "|" between them.
set -u
PATH=${1%/*}:$PATH
shift
# shellcheck disable=SC1090
source <(agenda --generate-completion-script bash)
for line in "$@"; do
    # The last word may be empty, which read would drop without the bar.
    IFS='|' read -r -a COMP_WORDS <<<"$line|"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=${COMP_WORDS[*]}
    COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _agenda agenda "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    (IFS='|' && echo "${COMPREPLY[*]}")
done
