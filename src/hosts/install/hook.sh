#!/bin/sh
# Runs Sallyport's hook and vouches for its answer. Unless it ends well and says one JSON object, or says explicitly
# that it is silent, the call is blocked: status 2 with a reason, which every host that can be blocked understands.
# With "tell" first no call waits for the answer, and the person is told instead: typing is never blocked.
# usage: hook.sh [tell] SECONDS PROGRAM ARGUMENTS…
waiting=call
[ "$1" = tell ] && waiting=person && shift
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
if [ $waiting = person ]; then
  printf '{"continue":true,"systemMessage":"%s"}\n' "Sallyport's hook failed (status $status). Until that is put right no tool call runs; find the cause with: sallyport doctor"
  exit 0
fi
echo "Sallyport's hook failed (status $status), so this call is not allowed. This is a fault, not a refusal; the person can find the cause with 'sallyport doctor'." >&2
exit 2
