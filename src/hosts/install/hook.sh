#!/bin/sh
# Runs Sallyport's hook and vouches for its answer. Unless it ends well and says, on one line that begins with its name, one
# JSON object or that it is silent, the call is blocked: status 2 with a reason, which every host that can be blocked understands.
# With "tell" first no call waits for the answer, and the person is told instead: typing is never blocked.
# Where the service runs, it is asked first, over its socket: node starts only where it gives no answer in 300 ms. The line asks
# with hook.pl, because Perl starts in a fifth of curl's time, and hook.pl comes here with "alone" where there was no answer and
# with "late" where the time is over. Where there is no Perl, curl asks.
# usage: hook.sh [alone|late] [tell] SECONDS PROGRAM ARGUMENTS…
asked=
case $1 in alone | late) asked=$1 && shift ;; esac
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

# Ends with the service's answer, if that is one: this line's own number, a status, one object on the rest of the line.
pass_on() {
  said=${1%%"$newline"*}
  words=${1#"$said"}
  words=${words#"$newline"}
  case $said in
  "sallyport $$ 0 silent" | "sallyport $$ "[02]" {"*"}") ;;
  *) return ;;
  esac
  [ -n "$words" ] && printf '%s\n' "$words" >&2
  said=${said#"sallyport $$ "}
  [ "$said" = "0 silent" ] && exit 0
  printf '%s\n' "${said#??}"
  exit "${said%%" "*}"
}

reach() {
  OPENSSL_CONF=/dev/null exec /usr/bin/curl -q -s -f --noproxy '*' --unix-socket "$service/hook.sock" -H "@$service/secret" -H 'Expect:' --max-time "$@"
}

# Returns where the hook must decide alone; "event" is then set if it was read.
ask_service() {
  words=
  for word in "$HOME" "$@"; do
    case $word in *"$newline"*) return ;; esac
  done
  shift
  for word; do words=$words$word$newline; done
  # A NUL would be lost; what it becomes is no JSON either.
  event=$(LC_ALL=C /usr/bin/tr '\000' '\036')
  answer=$(
    reach 0.3 --data-binary @- "http://localhost/v1/hooks/$2" <<EOF
sallyport-hook 1
$$
$limit
$HOME
$#
$words$event
EOF
  ) || return
  pass_on "$answer"
  id=${answer#"sallyport $$ pending "}
  [ "$answer" = "sallyport $$ pending $id" ] || return
  case $id in *[!0-9a-f]*) return ;; esac
  began=$(/bin/date +%s)
  answer=$(reach "$limit" "http://localhost/v1/hooks/pending/$id")
  [ $? -eq 28 ] && block "unavailable: timeout; the service took longer than the time it has"
  pass_on "$answer"
  limit=$((limit - ($(/bin/date +%s) - began)))
  [ "$limit" -gt 0 ] || block "unavailable: timeout; the service did not answer in the time it has"
}

newline='
'
[ "$asked" = late ] && block "unavailable: timeout; the service took longer than the time it has"
state=
word=
for next; do
  [ "$word" = --state ] && state=$next
  word=$next
done
service=$state/service
if [ -z "$asked" ] && [ -x /usr/bin/curl ] && [ -S "$service/hook.sock" ] && [ -O "$service/hook.sock" ] &&
  [ -O "$service" ] && [ -O "$state" ] && [ ! -L "$service/hook.sock" ] && [ ! -L "$service" ] && [ -O "$service/secret" ]; then
  ask_service "$@"
fi
[ -x /usr/bin/timeout ] && set -- /usr/bin/timeout -s KILL "$limit" "$@"
if [ -n "${event+read}" ]; then
  answer=$(printf %s "$event" | "$@")
else
  answer=$("$@")
fi
status=$?
case $status:$answer in
*"$newline"*) block "status $status, more than one line" ;;
"0:sallyport silent") exit 0 ;;
"0:sallyport {"*"}" | "2:sallyport {"*"}")
  printf '%s\n' "${answer#"sallyport "}"
  exit "$status"
  ;;
esac
block "status $status"
