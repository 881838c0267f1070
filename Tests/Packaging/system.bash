# A new Debian or Ubuntu that has nothing else, with a person in it. Sourced with the name of the check in $check.
# Needs root, debootstrap and the network: half a minute. SUITE chooses the system, else this machine's; where it is fetched
# from, apt on this machine says, or MIRROR, whose keys are in KEYRING.
# shellcheck shell=bash

fail() {
    echo "$check: $*" >&2
    exit 1
}

samples=$(cd "$(dirname "$0")/../../Samples" && pwd)
((EUID == 0)) || fail "a system can only be installed by root: sudo .ci/check $check"
command -v debootstrap >/dev/null || fail 'needs debootstrap: apt-get install debootstrap'
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
# Debian's archive has all its suites. shellcheck disable=SC2016
mirror=${MIRROR:-$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' |
    awk -v suite="$(. /etc/os-release && echo "$VERSION_CODENAME")" '$1 == suite && $2 == "main" { print $3; exit }')}
[[ -n $mirror ]] || fail "apt knows no archive of $suite: choose one with MIRROR"

root=$(mktemp -d "${TMPDIR:-/tmp}/agenda-$check.XXXXXX")
# Else only root could enter it.
chmod 755 "$root"
trap 'umount -q "$root/proc" "$root/sys" || true; rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase ${KEYRING:+--keyring="$KEYRING"} "$suite" "$root" "$mirror" >"$root.log" 2>&1 ||
    fail "debootstrap failed: see $root.log"
rm -f "$root.log"

# Where a program in Swift finds its arguments. What a container may mount, debootstrap has mounted already.
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc" || fail "$root/proc: cannot be mounted"

# Names are looked up, and archives reached, as on this machine.
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
apt-config dump Acquire | grep -i '::proxy' >"$root/etc/apt/apt.conf.d/90proxy" || true
cp -r "$samples" "$root/samples"

as_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_person() {
    chroot --userspec=1000:1000 "$root" \
        env -i PATH=/usr/bin:/bin HOME=/home/person LANG=C.UTF-8 TZ=Europe/Berlin "$@"
}
apt() { as_root apt-get -q -q -y --no-install-recommends "$@" >"$root/apt.log" 2>&1 || {
    cat "$root/apt.log" >&2
    fail "apt-get $1 failed"
}; }
# expect WHAT PATTERN COMMAND...: a line of the command's output must match.
expect() {
    local output
    output=$("${@:3}" 2>&1) || fail "$1: status $?: $output"
    grep -q -E -e "$2" <<<"$output" || fail "$1: no line matches '$2': $output"
    echo "$1: $(grep -m 1 -E -e "$2" <<<"$output")"
}

mkdir -p "$root/home/person"
chown 1000:1000 "$root/home/person"
