# For the scripts in bin, sourced: what a source checkout needs before anything can run. Output on stderr.
# shellcheck shell=sh

runtime=$home
checkout=$(dirname -- "$runtime")
stamp=$runtime/target/built

find_chromium() {
  [ -n "${CDP_SUPERVISOR_BROWSER:-}" ] && return 0
  for name in chromium chromium-browser google-chrome google-chrome-stable; do
    command -v "$name" >/dev/null && return 0
  done
  return 1
}

missing_packages() {
  find_java javac || printf ' default-jdk-headless'
  command -v mvn >/dev/null || printf ' maven'
  find_chromium || printf ' chromium'
  command -v setsid >/dev/null && command -v flock >/dev/null || printf ' util-linux'
}

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@"
}

# One by one when it cannot be all at once: a single name that the system does not know stops all of them.
install_packages() {
  apt update
  apt install -y --no-install-recommends "$@" && return
  for package in "$@"; do
    apt install -y --no-install-recommends "$package"
  done
}

# One process of this checkout at a time, until leave_turn.
take_turn() {
  exec 9<"$checkout/pom.xml"
  ! command -v flock >/dev/null || flock 9
}

leave_turn() {
  exec 9<&-
}

# In its turn: installs what is missing where that is possible without a question; otherwise says how, and exits 3.
need_tools() {
  packages=$(missing_packages)
  if [ -n "$packages" ]; then
    # shellcheck disable=SC2086 # a list of names
    if command -v apt-get >/dev/null && as_root true 2>/dev/null; then
      echo "cdp-supervisor: installing$packages" >&2
      install_packages $packages </dev/null >&2 9<&- || true
      packages=$(missing_packages)
    fi
    if [ -n "$packages" ]; then
      case $packages in
        *chromium*) packages="$packages (no such package? name a Chromium with CDP_SUPERVISOR_BROWSER)" ;;
      esac
      echo "cdp-supervisor: the source checkout needs what is missing here; run: sudo apt-get install -y$packages" >&2
      exit 3
    fi
  fi
  find_java javac
}

is_stale() {
  [ ! -f "$stamp" ] || [ -n "$(
    cd "$checkout" && find pom.xml bundles features runtime itests/sample-plugin \
      \( -name target -o -path '*/src/test' \) -prune -o \( -type f -o -path '*/src/*' \) -newer "$stamp" -print -quit
  )" ]
}

# Builds the distribution when a source is newer. Runs that meet here wait for the first one's build.
build_when_stale() {
  is_stale || return 0
  take_turn
  if is_stale; then
    need_tools
    echo "cdp-supervisor: building the distribution (the first time this takes minutes)" >&2
    mkdir -p "$runtime/target"
    touch "$stamp.begun"
    (cd "$checkout" && mvn -q -B -Dstyle.color=never -pl runtime -am package \
      -Dmaven.test.skip -Djacoco.skip -Dspotless.check.skip) </dev/null >&2 9<&- || {
      echo "cdp-supervisor: the build failed" >&2
      exit 1
    }
    mv "$stamp.begun" "$stamp"
  fi
  leave_turn
}
