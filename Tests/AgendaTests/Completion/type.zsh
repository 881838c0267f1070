# Types lines into an interactive shell, each followed by TAB, and prints what stands in the line then.
# Arguments: zsh or fish, the command, a folder for files, then the lines.
zmodload zsh/zpty
shell=$1 folder=$3 typed=$3/typed
path=(${2:h} $path)
shift 3
agenda --generate-completion-script $shell >$folder/_agenda || exit
case $shell in
zsh)
    zpty -b shell zsh -f -i
    zpty -w shell "PS1=; fpath=(${(q)folder} \$fpath); autoload -U compinit; compinit -u -D"
    zpty -w shell "note() { print -r -- \"\$BUFFER\" >>${(q)typed}; BUFFER= }; zle -N note; bindkey '^G' note"
    ;;
fish)
    TERM=dumb zpty -b shell fish --no-config -i
    zpty -w shell "set fish_autosuggestion_enabled 0; source ${(q)folder}/_agenda"
    zpty -w shell "function note; commandline >>${(q)typed}; commandline -r ''; end; bind \\cg note"
    ;;
esac
# Its echo is not the same text.
zpty -w shell 'echo re""ady'
zpty -r -m shell output '*ready*'
for line; do zpty -n -w shell "$line"$'\t\a'; done
# Two minutes: fish needs a second a line when the machine is busy.
repeat 1200; do
    # The shell waits for a reader when its output is long.
    while zpty -r -t shell output; do :; done
    [[ -f $typed && $(wc -l <$typed) -ge $# ]] && break
    sleep 0.1
done
cat $typed
