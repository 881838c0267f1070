# Xandikos of PyPI; it takes passwords over https alone. Sourced by `start`.
programs=$("$here/install")
mkdir -p "$folder/data" "$folder/state"
command=("$programs/xandikos" serve -d "$folder/data" --state-dir "$folder/state" --defaults
    --current-user-principal /alice/ --no-detect-systemd -l 127.0.0.1 -p "$port")
