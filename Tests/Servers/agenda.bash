# agenda itself, of the build of the tests. Sourced by `start`.
programs=$here/../../.build/debug
environment=(env -u XDG_RUNTIME_DIR HOME="$folder" XDG_CONFIG_HOME="$folder/config" XDG_DATA_HOME="$folder/data"
    XDG_STATE_HOME="$folder/state" XDG_CACHE_HOME="$folder/cache" TZ=UTC LC_ALL=C.UTF-8)
# The user and the password, which agenda chooses.
[[ -e $folder/device ]] || "${environment[@]}" "$programs/agenda" device add test --quiet --address "http://127.0.0.1:$port" |
    tail -n 2 >"$folder/device"
command=("${environment[@]}" "$programs/agenda" serve --listen "127.0.0.1:$port")
