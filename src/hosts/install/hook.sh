#!/bin/sh
# Runs Sallyport's hook and vouches for its answer. Unless it ends well and says, on one line that begins with its name, one
# JSON object or that it is silent, the call is blocked: status 2 with a reason, which every host that can be blocked understands.
# With "tell" first no call waits for the answer, and the person is told instead: typing is never blocked.
# Where hook.pl asked the service first, it comes here with "alone": no answer in time; "none": nobody there; "late": the time is over.
# usage: hook.sh [alone|none|late] [tell] SECONDS NODE HOOK.CJS AGENT --vouched --config DIR --state DIR ARGUMENTS…
asked=
case $1 in alone | none | late) asked=$1 && shift ;; esac
waiting=call
[ "$1" = tell ] && waiting=person && shift
limit=$1 && shift
block() {
  if [ $waiting = person ]; then
    printf '{"continue":true,"systemMessage":"%s"}\n' "Sallyport's hook failed ($1). Until that is put right no tool call runs; find the cause with: sallyport doctor"
    exit 0
  fi
  echo "Sallyport's hook failed ($1), so this call is not allowed. This is a fault, not a refusal; the person can find the cause with 'sallyport doctor'." >&2
  exit 2
}

node=$1 hook=$2 config=$6 state=$8
newline='
'
[ "$asked" = late ] && block "unavailable: timeout; the service took longer than the time it has"
[ -x /usr/bin/timeout ] && set -- /usr/bin/timeout -s KILL "$limit" "$@"
answer=$("$@")
status=$?
case $status:$answer in
*"$newline"*) block "status $status, more than one line" ;;
"0:sallyport silent") ;;
"0:sallyport {"*"}" | "2:sallyport {"*"}") printf '%s\n' "${answer#"sallyport "}" ;;
*) block "status $status" ;;
esac
# For the calls to come, where the person agreed to it: by a process of its own that nobody waits for, and that is handed no output of ours.
[ -O "$state/service/start" ] && { /bin/sh "${0%/*}/serve.sh" "$asked" "$node" "$hook" "$config" "$state" </dev/null >/dev/null 2>&1 3>&- 4>&- & }
exit "$status"
