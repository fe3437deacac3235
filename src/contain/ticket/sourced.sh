# What the host's shell runs instead of the command, in any POSIX shell: it stays as it is but for its directory.
# shellcheck shell=sh disable=SC2154,SC3044
sallyport_shell=sh
[ -z "${ZSH_VERSION-}" ] || sallyport_shell=zsh
[ -z "${BASH_VERSION-}" ] || sallyport_shell=bash
sallyport_name=$0
sallyport_state=
[ "$sallyport_shell" = sh ] || sallyport_state=$sallyport_ticket/shell.$$
sallyport_signal=
sallyport_status=0
sallyport_traps=
# Functions, aliases and options go along into the walls; of variables those on the walls' list.
case $sallyport_shell in
bash)
  { \shopt -p; \alias -p; \declare -f; \set +o; } >|"$sallyport_state" 2>/dev/null || sallyport_state=
  sallyport_traps=$(\trap -p HUP INT TERM)
  ;;
zsh)
  { \alias -L; \functions; \set +o; } >|"$sallyport_state" 2>/dev/null || sallyport_state=
  sallyport_traps=$(\trap)
  sallyport_name=zsh
  ;;
esac
# The command's own traps run inside; this shell waits for it, and then ends as the command did.
\trap 'sallyport_signal=HUP' HUP
\trap 'sallyport_signal=INT' INT
\trap 'sallyport_signal=TERM' TERM
{
  sallyport_directory=$(
    \exec "$sallyport_bash" -p "$sallyport_ticket/engine" run "$sallyport_shell" "$sallyport_state" "$sallyport_name" 3>&1 >&4 4>&-
  ) || sallyport_status=$?
} 4>&1
\trap - HUP INT TERM
[ -z "$sallyport_traps" ] || \eval "$sallyport_traps"
if [ -n "$sallyport_directory" ] && [ "$sallyport_directory" != "$PWD" ]; then
  case $sallyport_shell in
  sh) CDPATH='' \command cd -P "$sallyport_directory" >/dev/null 2>&1 || : ;;
  *) CDPATH='' \builtin cd -P "$sallyport_directory" >/dev/null 2>&1 || : ;;
  esac
fi
if [ -n "$sallyport_signal" ] && [ "$sallyport_status" -gt 128 ] && [ "$sallyport_status" -lt 160 ]; then
  \kill -s "$sallyport_signal" $$
fi
\eval "\unset sallyport_bash sallyport_directory sallyport_name sallyport_shell sallyport_signal sallyport_state sallyport_status sallyport_ticket sallyport_traps
\return $sallyport_status"
