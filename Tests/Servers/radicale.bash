# Radicale of PyPI. Sourced by `start`.
programs=$("$here/install")
echo alice:wonderland >"$folder/users"
cat >"$folder/config" <<END
[server]
hosts = 127.0.0.1:$port
max_resource_size = 1000000
[auth]
type = htpasswd
htpasswd_filename = $folder/users
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = $folder/data
[web]
type = none
END
command=("$programs/radicale" --config "$folder/config")
