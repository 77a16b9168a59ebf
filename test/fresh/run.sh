#!/bin/bash
# Runs the README's commands on fresh machines: bare roots of Debian (debootstrap's minbase), a clean clone in a folder
# with a space in its name, a new HOME and empty caches. Prints a table in Markdown with a line for each machine of
# test/fresh/matrix, and fails when one does not end as that says. Needs root, debootstrap, npm, git and a network.
#
#     test/fresh/run.sh [-r FOLDER] [-c tune|test] [PATTERN]
#
# FOLDER (by default a temporary one) keeps bare roots, Nodes and what machines printed. -c runs one of the README's two
# commands alone. PATTERN (of grep -E) chooses machines by their line in the matrix, its words joined by single spaces:
# '^trixie (22|24) .* gcc'.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
checkout=$(cd "$here/../.." && pwd)

kept='' only=''
while getopts r:c: option; do
  case $option in
    r) kept=$OPTARG ;;
    c) only=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
pattern=${1:-.}

scratch=$(mktemp -d)
trap 'rm -rf --one-file-system "$scratch"' EXIT
kept=$(mkdir -p "${kept:=$scratch/kept}" && cd "$kept" && pwd)

# Makes the archive of a bare Debian.
make_base() {
  if [ -e "$kept/$1.tar" ]; then return; fi
  debootstrap --variant=minbase "$1" "$scratch/base" http://deb.debian.org/debian >"$kept/$1.log"
  tar -C "$scratch/base" -cf "$scratch/base.tar" .
  mv "$scratch/base.tar" "$kept/$1.tar"
  rm -rf "$scratch/base"
}

# Fetches a Node and an npm as npm's packages.
make_node() {
  if [ "$1" = system ] || [ -e "$kept/node-$1" ]; then return; fi
  (cd "$scratch" && npm install --silent --no-save --prefix "$scratch/node" "node@$1" "npm@$2" >&2)
  mv "$scratch/node" "$kept/node-$1"
}

# Puts into a bare root what a new user has: a network, Node, a checkout. Packages come from what is listed in the root.
furnish() {
  local root=$1 node=$2
  cp --remove-destination /etc/resolv.conf "$root/etc/resolv.conf"
  # Under another name than Debian's own list, which the package that npm brings makes anew.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then cp "$NODE_EXTRA_CA_CERTS" "$root/opt/certificates.pem"; fi
  if [ "$node" != system ]; then cp -a "$kept/node-$node" "$root/opt/node"; fi
  git clone --quiet --no-hardlinks "$checkout" "$root/home/new user/tune"
  cp "$here/inside.sh" "$root/inside.sh"
}

# Starts inside.sh in a root. The mounts are in a namespace of their own, which ends with it, whatever ends it.
enter() {
  local root=$1 node=$2 compiler=$3
  local environment=(HOME="/home/new user" PATH=/opt/node/node_modules/.bin:/usr/sbin:/usr/bin:/sbin:/bin NODE="$node")
  if [ "$compiler" != gcc ]; then environment+=(CC="$compiler"); fi
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then environment+=(NODE_EXTRA_CA_CERTS=/opt/certificates.pem); fi
  for name in http_proxy https_proxy no_proxy; do
    if [ -n "${!name:-}" ]; then environment+=("$name=${!name}"); fi
  done
  # shellcheck disable=SC2016 # the inner shell expands it
  unshare --mount --pid --fork --kill-child bash -c '
    set -e
    root=$1 && shift
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs tmpfs "$root/dev"
    for device in null zero full random urandom tty; do
      : >"$root/dev/$device" && mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir "$root/dev/shm" && mount -t tmpfs tmpfs "$root/dev/shm"
    exec chroot "$root" env -i "$@" sh /inside.sh
  ' - "$root" "${environment[@]}" ONLY="$only" </dev/null
}

# The line of the table; it fails when the machine did not end as the matrix says.
report() {
  local release=$1 node=$2 compiler=$3 ends=$4 status=$5 log=$6
  said() { sed -n "s/^FRESH $1: //p" "$log" | tail -n 1; }
  local ended
  case $status in
    0) ended=ready ;;
    3) ended=refused ;;
    *) ended="failed ($status)" ;;
  esac
  local result
  result=$(said failed)
  if [ "$status" -eq 0 ]; then result="$(said tune); $(said tests)"; fi
  local verdict=$ended
  if [ "$ended" != "$ends" ]; then verdict="**$ended**, should be $ends"; fi
  local node_is compiler_is
  node_is=$(said node) compiler_is=$(said compiler)
  printf '| %s | %s | %s | %s | %s | %s | %s |\n' "$release" "${node_is:-$node}" "${compiler_is:-$compiler}" \
    "$(said trainer)" "$result" "$(said seconds)" "$verdict"
  [ "$ended" = "$ends" ]
}

machine() {
  local release=$1 node=$2 npm=$3 compiler=$4 ends=$5
  local root=$scratch/root log="$kept/$release-$node-$compiler.txt" status=0
  make_base "$release"
  make_node "$node" "$npm"
  mkdir "$root"
  tar -C "$root" -xf "$kept/$release.tar"
  furnish "$root" "$node"
  enter "$root" "$node" "$compiler" >"$log" 2>&1 || status=$?
  rm -rf --one-file-system "$root"
  report "$release" "$node" "$compiler" "$ends" "$status" "$log"
}

echo '| Debian | Node, npm | compiler | trainer | what it printed | seconds | ended |'
echo '|---|---|---|---|---|---|---|'
failed=0
while read -r release node npm compiler ends; do
  machine "$release" "$node" "$npm" "$compiler" "$ends" || failed=1
done < <(sed 's/#.*//' "$here/matrix" | tr -s ' ' | sed 's/^ //' | grep -E "$pattern" | grep .)
exit $failed
