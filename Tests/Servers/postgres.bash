# PostgreSQL of Debian for a server that needs it: on port $database of 127.0.0.1, for user postgres without a password;
# $fresh says that it was made now. Sourced by the servers' scripts.
run_as postgres
programs=("/usr/lib/postgresql/"*/bin)
fresh=false
# The same each time: SOGo keeps the addresses of its tables.
[[ -e $folder/postgres.port ]] || free_port >"$folder/postgres.port"
database=$(<"$folder/postgres.port")
export PGHOST=127.0.0.1 PGPORT=$database PGUSER=postgres PGOPTIONS=--client-min-messages=warning
if [[ ! -e $folder/postgres/PG_VERSION ]]; then
    fresh=true
    own "$folder/postgres"
    # In this folder, since its own may be closed to the user.
    (cd / && "${as[@]}" "${programs[-1]}/initdb" --pgdata "$folder/postgres" --no-sync --auth trust --username postgres \
        --encoding UTF8 --locale C) >&2
fi
(cd / && exec "${as[@]}" "${programs[-1]}/postgres" -D "$folder/postgres" -c listen_addresses=127.0.0.1 -p "$database" \
    -c unix_socket_directories= -c fsync=off) >>"$folder/log" 2>&1 </dev/null &
helpers+=($!)
await "${programs[-1]}/pg_isready" -q
