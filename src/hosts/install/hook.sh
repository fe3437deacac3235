#!/bin/sh
# Runs Sallyport's hook and vouches for its answer. Unless it ends well and says one JSON object, or says explicitly
# that it is silent, the call is blocked: status 2 with a reason, which every host that can be blocked understands.
# usage: hook.sh SECONDS PROGRAM ARGUMENTS…
limit=$1
shift
[ -x /usr/bin/timeout ] && set -- /usr/bin/timeout -s KILL "$limit" "$@"
answer=$("$@")
status=$?
case $status:$answer in
0:silent) exit 0 ;;
0:'{'*'}' | 2:'{'*'}')
  printf '%s\n' "$answer"
  exit "$status"
  ;;
esac
echo "Sallyport's hook failed (status $status), so this call is not allowed. This is a fault, not a refusal; the person can find the cause with 'sallyport doctor'." >&2
exit 2
