#!/bin/sh
# Started by hook.sh after its answer, where the person agreed to a service: where none is there it starts what begins one, in a session of
# its own, with nothing of the agent's but where things are. That looks whether a service may run here, and leaves "rests" where not: then
# nobody tries again before the settings change, or another day.
# usage: serve.sh [alone|none] NODE HOOK.CJS CONFIG STATE
asked=$1 node=$2 program=${3%hook.cjs}sallyport.cjs config=$4 state=$5
service=$state/service
rests=$service/rests

[ -O "$service/start" ] && [ -r "$program" ] || exit 0
# Somebody listens there, and left this call to its hook.
[ "$asked" = none ] || [ ! -e "$service/hook.sock" ] || exit 0
[ ! -e "$rests" ] || [ "$config/sallyport/settings.json" -nt "$rests" ] || [ "$state/swept" -nt "$rests" ] || exit 0
session=
[ -x /usr/bin/setsid ] && session=/usr/bin/setsid
cd / && exec $session /usr/bin/env -i "HOME=$HOME" "LANG=$LANG" "XDG_CONFIG_HOME=$config" "SALLYPORT_STATE_DIR=$state" \
  "$node" "$program" serve --from-hook 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
