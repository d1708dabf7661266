# Sourced by the scripts beside it.
# shellcheck shell=sh

# Succeeds when $1 is a Java home, 17 or newer, that has the tool $2 (java, javac).
is_java_home() {
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
  while IFS='="' read -r key _ value _; do
    if [ "$key" = JAVA_VERSION ]; then
      [ "${value%%[!0-9]*}" -ge 17 ]
      return
    fi
  done <"$1/release"
  return 1
}

# Sets JAVA_HOME for the tool $1: the caller's own if it will do, else the one on the PATH, else any installed one.
find_java() {
  on_path=$(command -v "$1") && on_path=$(readlink -f -- "$on_path") && on_path=${on_path%/bin/*}
  for candidate in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/*; do
    if is_java_home "$candidate" "$1"; then
      export JAVA_HOME="$candidate"
      return 0
    fi
  done
  return 1
}
