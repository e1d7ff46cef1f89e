# shellcheck shell=bash
# What the scripts share. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit

# The exit statuses that the tool has too: a usage error, and something that is needed and isn't there.
# shellcheck disable=SC2034  # not each script uses both
readonly EX_USAGE=64 EX_UNAVAILABLE=69

say() { printf '==> %s\n' "$*" >&2; }

# die STATUS MESSAGE HELP: the help says what to do and starts with a verb.
die() {
    printf '%s: error: %s\n  help: %s\n' "${0##*/}" "$2" "$3" >&2
    exit "$1"
}

need_tool() {
    command -v "$1" >/dev/null || die "$EX_UNAVAILABLE" "$1 is not on PATH" "$2"
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif ! command -v sudo >/dev/null; then
        die "$EX_UNAVAILABLE" "only root can run: $*" "run it as root, or install sudo, and start again"
    elif [[ -t 0 ]]; then
        sudo "$@"
    else
        # Nobody is there to type a password: fail at once rather than wait for it.
        sudo -n "$@"
    fi
}

need_swift() {
    local help="install a Swift 6.2 or newer toolchain for Debian from swift.org and put its usr/bin on PATH"
    need_tool swift "$help"
    local version
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1)
    local major=${version% *} minor=${version#* }
    [[ -n $version ]] || die "$EX_UNAVAILABLE" "swift doesn't say its version" "$help"
    ((major > 6 || (major == 6 && minor >= 2))) ||
        die "$EX_UNAVAILABLE" "Swift $major.$minor is too old, 6.2 is needed" "$help"
}

# packages_of GROUP...: the names in packages.txt that belong to the groups.
packages_of() {
    local purpose package
    while read -r purpose package; do
        [[ " $* " == *" $purpose "* ]] && printf '%s\n' "$package"
    done <scripts/packages.txt
    return 0
}

# need_packages GROUP...: installs what is missing, and touches nothing when nothing is.
need_packages() {
    local package missing=()
    for package in $(packages_of "$@"); do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    command -v apt-get >/dev/null ||
        die "$EX_UNAVAILABLE" "this system has no apt-get, and these can't be looked for: ${missing[*]}" \
            "install what Debian calls by these names, then run swift build or swift test directly"
    say "installing ${missing[*]}"
    # The package lists of a fresh machine are empty or old: without the update the install finds nothing. Somebody's
    # third repository may be broken, though, while ours is fine.
    as_root apt-get update -q >&2 || say "going on with the package lists of before"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2 ||
        die "$EX_UNAVAILABLE" "apt-get could not install ${missing[*]}" \
            "read apt-get's message above; Debian 12 or newer, or a derivative, has all of them"
}

# Runs a command of SwiftPM, without its remark on the -pthread and -D flags that pkg-config files hand out: SwiftPM
# drops those flags, and nothing is wrong. The status is the command's own (the callers set pipefail).
swiftpm() {
    "$@" 2>&1 | { grep --line-buffered -v '^warning: prohibited flag(s)' || true; }
}
