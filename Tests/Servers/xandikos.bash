# Xandikos of PyPI; it takes passwords over https alone. Sourced by `start`.
programs=$("$here/install")
mkdir -p "$folder/data" "$folder/state"
# What an operator does after a crash: a kill in the middle of a PUT leaves a lock of git, the index's or a branch's, and every
# write is answered 423 or 500 while it lies there; one in the middle of a DELETE leaves an event without its file, which cannot
# be deleted any more.
find "$folder/data" -name '*.lock' -delete
find "$folder/data" -name .git -prune -execdir git checkout-index --all --quiet \;
command=("$programs/xandikos" serve -d "$folder/data" --state-dir "$folder/state" --defaults
    --current-user-principal /alice/ --no-detect-systemd -l 127.0.0.1 -p "$port")
