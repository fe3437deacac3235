#!/bin/sh
# What every hook of Sallyport in an agent's settings starts; "sallyport install" wrote this file. Its name ends with the first 32 letters
# of its SHA-256, which the line in the settings (where the system has a program for that) and "sallyport doctor" compare. It hands nothing
# of the environment on but PATH and names, asks the service where one runs, else starts the hook, and blocks the call unless that ended well.
# $0: SALLYPORT_HOOK=AGENT; $1: "call" where a call waits for the answer, "person" where somebody types, who is never blocked.

node=@node@
program=@program@
home=@home@
locale=@locale@
config=@config@
state=@state@
keys=@keys@
# Above: names of variables that hold a model's key. Seconds until the hook is ended, and until what ends it is.
limit=@limit@
end=@end@

# Functions of these names could come with the environment.
unset -f '[' printf echo
# The names of all that is set, where it is not empty, and what five say that move places: no other value is looked at.
named=$(echo $(export -p | /usr/bin/sed -n "/=''\$/d; /=\"\"\$/d; s/^export \([A-Za-z_][A-Za-z0-9_]*\).*/\1/p"))
places="@places@"

agent=${0#*=}
tell=
[ "$1" = person ] && tell=tell
bound="/usr/bin/timeout -s KILL $end"
[ -x /usr/bin/timeout ] || bound=

# Blocks the call, or tells the person: $1, with the agent's name where it says %s.
fault() {
  if [ -n "$tell" ]; then
    printf '{"continue":true,"systemMessage":"'
    printf "$2" "$agent" "$agent"
    printf '"}\n'
    exit 0
  fi
  { printf "$1" "$agent" "$agent"; echo; } >&2
  exit 2
}

# In an environment with nothing but this; "$@": what to start. Keys come through a pipe, where no command line shows them.
begin() {
  set -- "$@" $tell "$limit" "$node" "$program/hook.cjs" "$agent" --vouched --config "$config" --state "$state"
  for key in $keys; do set -- "$@" --key "$key"; done
  set -- "$@" --set "$named" --places "$places" --path "$PATH"
  [ -z "$keys" ] || set -- "$@" --key-fd 3
  set -- -i "SALLYPORT_HOOK=$agent" "HOME=$home" "LANG=$locale" "$@"
  if [ -z "$keys" ]; then
    /usr/bin/env "$@"
  else
    { @given@ | /usr/bin/env "$@" 3<&0 <&4 4<&-; } 4<&0
  fi
}

# The user's own, and no links.
served() {
  service=$state/service
  socket=$service/hook.sock
  [ -x /usr/bin/perl ] && [ -r "$program/hook.pl" ] && [ -S "$socket" ] && [ -O "$socket" ] && [ -O "$service" ] &&
    [ -O "$state" ] && [ -O "$service/secret" ] && [ ! -L "$socket" ] && [ ! -L "$service" ]
}

[ -x "$node" ] && [ -r "$program/hook.sh" ] || fault @gone@ @goneJson@
status=255
if served; then
  begin PERL_SKIP_LOCALE_INIT=1 $bound /usr/bin/perl "$program/hook.pl" "$service" $$ "$program/hook.sh"
  status=$?
fi
# 255: Perl itself does not work here, and has read nothing.
if [ $status = 255 ]; then
  begin $bound /bin/sh "$program/hook.sh"
  status=$?
fi
case $status in 0 | 2) exit $status ;; esac
fault @killed@ @killedJson@
