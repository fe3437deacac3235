#!/bin/sh
# Runs Sallyport's hook and vouches for its answer. Unless it ends well and says, on one line that begins with its name, one
# JSON object or that it is silent, the call is blocked: status 2 with a reason, which every host that can be blocked understands.
# With "tell" first no call waits for the answer, and the person is told instead: typing is never blocked.
# Where hook.pl asked the service first, it comes here with "alone": no answer in time; "none": nobody listens at its socket; or "late":
# the time is over.
# usage: hook.sh [alone|none|late] [tell] SECONDS NODE HOOK.CJS AGENT --vouched --config DIR --state DIR ARGUMENTS…
asked=
case $1 in alone | none | late) asked=$1 && shift ;; esac
waiting=call
[ "$1" = tell ] && waiting=person && shift
limit=$1
shift

block() {
  if [ $waiting = person ]; then
    printf '{"continue":true,"systemMessage":"%s"}\n' "Sallyport's hook failed ($1). Until that is put right no tool call runs; find the cause with: sallyport doctor"
    exit 0
  fi
  echo "Sallyport's hook failed ($1), so this call is not allowed. This is a fault, not a refusal; the person can find the cause with 'sallyport doctor'." >&2
  exit 2
}

# After the answer, for the calls to come: where the person agreed to a service and none is there, one is started, in a session of its own
# and with nothing of ours but where things are. It looks by itself whether it may, and leaves "rests" where not: then nobody tries again
# before the settings change, or another day.
node=$1 program=${2%hook.cjs}sallyport.cjs config=$6 state=$8
[ "$5 $7" = "--config --state" ] || state=
begin_service() {
  service=$state/service
  [ -n "$state" ] && [ -O "$service/start" ] && [ -r "$program" ] || return
  [ "$asked" = none ] || [ ! -e "$service/hook.sock" ] || return
  rests=$service/rests
  [ ! -e "$rests" ] || [ "$config/sallyport/settings.json" -nt "$rests" ] || [ "$state/swept" -nt "$rests" ] || return
  session=
  [ -x /usr/bin/setsid ] && session=/usr/bin/setsid
  {
    cd / && exec $session /usr/bin/env -i "HOME=$HOME" "LANG=$LANG" "XDG_CONFIG_HOME=$config" "SALLYPORT_STATE_DIR=$state" \
      "$node" "$program" serve --from-hook
  } </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&- &
}

newline='
'
[ "$asked" = late ] && block "unavailable: timeout; the service took longer than the time it has"
[ -x /usr/bin/timeout ] && set -- /usr/bin/timeout -s KILL "$limit" "$@"
answer=$("$@")
status=$?
case $status:$answer in
*"$newline"*) block "status $status, more than one line" ;;
"0:sallyport silent")
  begin_service
  exit 0
  ;;
"0:sallyport {"*"}" | "2:sallyport {"*"}")
  printf '%s\n' "${answer#"sallyport "}"
  begin_service
  exit "$status"
  ;;
esac
block "status $status"
