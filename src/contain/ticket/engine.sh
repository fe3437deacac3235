# Runs one ticket: claims it, puts the walls up, runs the command in them, and afterwards takes away what must not stay.
# The lines above this one say what and where. `run SHELL STATE NAME` is started by the host's shell; `sweep` finishes what
# a run that was killed left undone. Every way out but the command's own end is status 125, and then it says why.
set -o nounset
readonly FAILED=125
PATH=/usr/sbin:/usr/bin:/sbin:/bin

say() { printf 'sallyport: %s\n' "$1" >&2; }

end_walls() { [[ -z ${walls_pid-} ]] || kill -s KILL -- "-$walls_pid" "$walls_pid" 2>/dev/null; }

# The command has not run and will not.
refuse() {
  trap '' HUP INT TERM
  end_walls
  if [[ -n ${claimed-} ]]; then
    write_result "$FAILED" no ok
    { : >"$TICKET/done"; } 2>/dev/null
  fi
  say "the command did not run: $1"
  exit "$FAILED"
}

# exit status, whether the command ran, how the sweep went. Its last line says that it is whole.
write_result() {
  {
    printf 'exit %s\nran %s\nsweep %s\nsignal %s\n' "$1" "$2" "$3" "${forwarded:--}"
    printf 'network %s %s %s\n' "${no_route:-0}" "${no_answer:-0}" "${no_port:-0}"
    printf 'named %s\ntried %s\n' "${named:--}" "${tried_host:--}"
    [[ -e $TICKET/company ]] && printf 'company yes\n' || printf 'company no\n'
    printf 'end\n'
  } 2>/dev/null >|"$TICKET/result"
}

# When a process began: with its number the name of one process for good.
began() {
  local stat fields
  { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
  read -r -a fields <<<"${stat##*) }"
  [[ ${fields[0]} != [ZX] ]] || return 1
  printf -v "$2" %s "${fields[19]}"
}

# Whether what is written in a file, a process and its beginning, still runs.
is_running() {
  local pid beginning now
  { read -r pid beginning <"$1"; } 2>/dev/null || return 1
  [[ $pid =~ ^[0-9]+$ ]] && began "$pid" now && [[ $now == "$beginning" ]]
}

claim() {
  local beginning
  began $$ beginning || refuse 'the process table cannot be read.'
  if ! { set -o noclobber; printf '%s %s\n' $$ "$beginning" >"$TICKET/claim"; } 2>/dev/null; then
    [[ ! -s $TICKET/claim ]] || refuse 'this ticket has been used; make the call again.'
    refuse "nothing can be written to $TICKET (is the disk full?)."
  fi
  set +o noclobber
  claimed=yes
  local now
  printf -v now '%(%s)T' -1
  ((now <= EXPIRES)) || refuse 'this ticket is too old; make the call again.'
}

# Calls that have begun, are not over and can write where this one can: their tickets, to `others`.
list_others() {
  local mark id theirs mine
  local -a places
  others=()
  for mark in "$LIVE"/*; do
    id=${mark##*/}
    [[ $id != "$ID" && -e $TICKETS/$id/$1 && ! -e $TICKETS/$id/done ]] || continue
    mapfile -t -d '' places <"$TICKETS/$id/roots"
    for theirs in "${places[@]}"; do
      for mine in "${ROOTS[@]}"; do
        [[ $theirs/ != "$mine"/* && $mine/ != "$theirs"/* ]] || { others+=("$id") && break 2; }
      done
    done
  done
} 2>/dev/null

# A run that was killed leaves its sweep to whoever comes next in the same places, of any session.
finish_others() {
  local id
  list_others claim
  for id in "${others[@]}"; do
    is_running "$TICKETS/$id/claim" || "$BASH" -p "$TICKETS/$id/engine" sweep 3>&- || refuse 'an earlier call is not over (see above).'
  done
}

# Where two sessions write at the same time nobody knows whose a new file is: then it is neither's.
note_company() {
  local id temporary
  list_others ready
  for id in "${others[@]}"; do
    { IFS= read -r -d '' temporary <"$TICKETS/$id/temporary"; } 2>/dev/null
    [[ ${temporary-} != "$TEMPORARY" ]] || continue
    { : >"$TICKET/company" && : >"$TICKETS/$id/company"; } 2>/dev/null || refuse "nothing can be written to $TICKET (is the disk full?)."
  done
}

# Everything at or below the writable places but what the walls hold, to a file: a mark, type, path, NUL. The type of a file
# that runs with its owner's or group's rights is u. A directory that nobody here may enter, and that is another's, no call made.
list_names() {
  local since=$1 file=$2
  local -a prune=() held=()
  for place in "${held_directories[@]}"; do held+=(-o -path "$place"); done
  ((${#held[@]} == 0)) || prune=(-type d '(' "${held[@]:1}" ')' -prune -o)
  LC_ALL=C find "${roots[@]}" -ignore_readdir_race -mindepth 1 "${prune[@]}" \
    -type d ! '(' -readable -executable ')' '(' -newerct "$since" '(' -user "$EUID" -o -executable ')' -printf '!%y%p\0' -o -true ')' -prune -o \
    -type f -perm /6000 '(' -newerct "$since" -printf '+u%p\0' -o -printf ' u%p\0' ')' -o \
    '(' -newerct "$since" -printf '+%y%p\0' -o -printf ' %y%p\0' ')' >|"$file"
}

# Which file or directory each place is: inode, birth and device.
identify() { stat --printf '%i:%.W:%d %n\0' -- "$@" 2>/dev/null || :; }

# A device may have another number when the machine has started anew: it counts only where the file system knows no birth.
is_same() { [[ $1 == "$2" || $1 == *:[1-9]*:* && ${1%:*} == "${2%:*}" ]]; }

# Of the roots those that are there, to `roots`. After a call that was killed: those that still are what they were when it began; what
# is gone, or was made anew, holds nothing of it. One that was shut is opened; fails where that, or the way to one, cannot be
# opened, which is then in `closed`.
find_roots() {
  local entry root way
  local -A began=() now=()
  roots=() closed=
  while IFS= read -r -d '' entry; do began[${entry#* }]=${entry%% *}; done <"$TICKET/held" || return 1
  [[ -z $pending ]] || while IFS= read -r -d '' entry; do now[${entry#* }]=${entry%% *}; done < <(identify "${ROOTS[@]}")
  for root in "${ROOTS[@]}"; do
    if [[ -z $pending && -d $root && ! -L $root ]] || is_same "${now[$root]-}" "${began[$root]}"; then
      [[ -r $root && -x $root ]] || chmod u+rwx "$root" 2>/dev/null || closed=$root
      roots+=("$root")
      continue
    fi
    way=$root
    while [[ -n $way && ! -e $way ]]; do way=${way%/*}; done
    [[ $way == "$root" || ! -d ${way:-/} || -x ${way:-/} ]] || closed=$way
  done
  [[ -z $closed ]]
}

# Places that are no longer what they were when the call began were not held to its end: a mount goes with what it was made on,
# and whoever replaces that outside takes it from the walls.
let_go() {
  local entry i
  local -A same=() kept=()
  { while IFS= read -r -d '' entry; do same[$entry]=yes; done <"$TICKET/held"; } || return 1
  held_directories=() held_file=()
  while IFS= read -r -d '' entry; do
    [[ -z ${same[$entry]-} ]] || kept[${entry#* }]=yes
  done < <(identify "${ROOTS[@]}" "${HELD_PLACES[@]}" "${HELD_FILES[@]}")
  for i in "${!HELD_PLACES[@]}"; do
    [[ -z ${kept[${HELD_PLACES[i]}]-} ]] || held_directories+=("${HELD_DIRECTORIES[i]}")
  done
  for entry in "${HELD_FILES[@]}"; do [[ -z ${kept[$entry]-} ]] || held_file[$entry]=held; done
  # Links were put back already.
  for ((i = 0; i < ${#LINKS[@]}; i += 2)); do held_file[${LINKS[i]}]=held; done
}

# Git's own writing below its own directory.
is_git_writing() {
  local directory
  for directory in "${GIT_DIRECTORIES[@]}"; do
    [[ $1 != "$directory"/* || ${1#"$directory"/} =~ $GIT_PROTECTED ]] || return 0
  done
  return 1
}

# Whether a path ends in one of the names that are protected at any depth.
is_named() {
  local name=${1##*/} rest=${1%/*}
  while [[ -n $rest ]]; do
    [[ -z ${NAMES[${name,,}]-} ]] || return 0
    [[ $name != */*/*/* ]] || return 1
    name=${rest##*/}/$name rest=${rest%/*}
  done
  return 1
}

# The entries of such a file in which a word of that list stands, or that an expression of it describes, to `hits`. The last file
# holds one that is always found: without it the search was none.
hits_in() {
  LC_ALL=C grep "-hzai$2" -f "$TICKET/$3" -- "$1" "$TICKET/probe" >|"$TICKET/hits" || return 1
  mapfile -t -d '' hits <"$TICKET/hits"
  ((${#hits[@]} > 0)) && [[ ${hits[-1]} == ' f/HEAD' ]] || return 1
  unset 'hits[-1]'
}

# Whether such an entry is nothing of the call's: below a place that was found, held by the walls, git's own writing.
is_passed() { [[ $1 == "$last"/* || -n ${held_file[$1]-} ]] || is_git_writing "$1"; }

# The protected places in such a file that the walls do not hold, to `found`; shut directories of this call, to `shut`;
# devices and files with rights of their own, to `raised`; sockets, to `sockets`.
protected_in() {
  local entry path last=/
  local -a hits=()
  local -A told=()
  found=() shut=() raised=() sockets=()
  hits_in "$1" F names || return 1
  for entry in "${hits[@]}"; do
    path=${entry:2}
    [[ $entry != ?s* ]] || sockets+=("$path")
    if [[ $entry == '!'* ]]; then
      shut+=("$path")
    elif is_passed "$path"; then
      continue
    elif is_named "$path"; then
      found+=("$path") last=$path told[$path]=yes
    elif [[ $entry == +[bcu]* ]]; then
      raised+=("$path")
    fi
  done
  hits_in "$1" E patterns || return 1
  last=/
  for entry in "${hits[@]}"; do
    path=${entry:2}
    [[ $path != */__pycache__/* ]] || path=${path%%/__pycache__/*}/__pycache__
    # A directory with these is a git directory under any name.
    if [[ -n ${told[$path]-} ]] || is_passed "$path" || [[ ${path##*/} == [Hh][Ee][Aa][Dd] && ! -e ${path%/*}/commondir && (! -e ${path%/*}/objects || ! -e ${path%/*}/refs) ]]; then
      continue
    fi
    found+=("$path") last=$path told[$path]=yes
  done
}

# Enters a directory only if it lies where its path says, without a link on the way: from then on names are safe.
enter() { CDPATH='' cd -P -- "$1" 2>/dev/null && [[ $PWD == "$1" ]]; }

# Moves one place to the quarantine, and notes it in a list.
move_away() {
  # Lengths are bytes, as they are to the kernel.
  local LC_ALL=C path=$1 list=${2:-swept} slot
  while ((${#path} > 3500)); do path=${path%/*}; done
  enter "${path%/*}" || return 1
  local name=./${path##*/}
  [[ -w . ]] || chmod u+w . 2>/dev/null
  [[ -L $name || ! -d $name ]] || chmod u+rwx "$name" 2>/dev/null
  slot=$QUARANTINE/$ID/$((++moved_number)).$$
  mkdir -p -m 0700 "$slot" && printf %s "$path" >"$slot/path" && mv -T -- "$name" "$slot/it" || return 1
  printf '%s\0' "$path" >>"$TICKET/$list"
  # Another call that runs now may have made it: it is told when it ends.
  list_others ready
  for slot in "${others[@]}"; do printf '%s\0' "$path" >>"$TICKETS/$slot/taken"; done
}

# Takes the rights of its owner or group from one file, held open so that no other can be put in its place; a device, or a
# file that cannot be opened, is moved away.
lower() {
  local path=$1 fd
  if enter "${path%/*}" && [[ -f ./${path##*/} ]] && { exec {fd}<"./${path##*/}"; } 2>/dev/null; then
    [[ $(readlink -n -- "/proc/$$/fd/$fd"; printf .) != "$path." ]] || chmod ug-s "/proc/$$/fd/$fd"
    exec {fd}<&-
    [[ -u ./${path##*/} || -g ./${path##*/} ]] || { printf '%s\0' "$path" >>"$TICKET/lowered" && return 0; }
  fi
  move_away "$path"
}

# Of `raised`, without what was so before the call.
leave_as_before() {
  local entry path
  local -a now=("${raised[@]}")
  local -A before=()
  raised=()
  ((${#now[@]} > 0)) || return 0
  while IFS= read -r -d '' entry; do
    [[ $entry != ?[bcu]/* ]] || before[${entry:2}]=yes
  done < <(LC_ALL=C grep -zF -e 'u/' -e 'b/' -e 'c/' -- "$TICKET/before")
  for path in "${now[@]}"; do [[ -n ${before[$path]-} ]] || raised+=("$path"); done
}

# A link in a protected place cannot be held by a mount: one that was replaced is put back.
put_links_back() {
  local i path target
  for ((i = 0; i < ${#LINKS[@]}; i += 2)); do
    path=${LINKS[i]} target=${LINKS[i + 1]}
    [[ -e ${path%/*} ]] || continue
    enter "${path%/*}" || return 1
    [[ -L $path && $(readlink -n -- "$path"; printf .) == "$target." ]] && continue
    [[ ! -e $path && ! -L $path ]] || move_away "$path" || return 1
    ln -s -- "$target" "./${path##*/}" || return 1
  done
}

# What a rule keeps from being made and is new, to `ruled`.
ruled_in() {
  local entry last=/
  local -a hits=()
  local -A before=()
  ruled=()
  [[ -s $TICKET/unmade ]] || return 0
  hits_in "$1" E unmade || return 1
  ((${#hits[@]} > 0)) || return 0
  while IFS= read -r -d '' entry; do before[${entry:2}]=yes; done <"$TICKET/before"
  for entry in "${hits[@]}"; do
    entry=${entry:2}
    [[ -n ${before[$entry]-} || $entry == "$last"/* ]] || ruled+=("$entry") last=$entry
  done
}

# Lists what is there, and opens what the call shut, until nothing more comes to light: one directory may lie in another.
open_shut() {
  local path before=
  while :; do
    list_names "$SINCE" "$TICKET/after" && protected_in "$TICKET/after" || return 1
    [[ ${#shut[@]} -gt 0 && ${shut[*]} != "$before" ]] || return 0
    before=${shut[*]}
    for path in "${shut[@]}"; do enter "${path%/*}" && chmod u+rwx "./${path##*/}"; done
  done
}

# Where many were found below one directory that the call made, that directory in their place: it is moved once.
gather() {
  ((${#found[@]} > MANY)) || return 0
  local entry path root top rest count i
  local -a all=("${found[@]}") tops=()
  local -A before=() below=()
  while IFS= read -r -d '' entry; do before[${entry:2}]=yes; done < <(LC_ALL=C grep -zaE '^.d' -- "$TICKET/before")
  for path in "${all[@]}"; do
    top=
    for root in "${roots[@]}"; do [[ $path != "$root"/* ]] || top=$root; done
    [[ -n $top ]] || return 1
    until rest=${path#"$top"/} top+=/${rest%%/*}; [[ -z ${before[$top]-} || $top == "$path" ]]; do :; done
    tops+=("$top") count=${below[$top]-}
    ((${#count} > MANY)) || below[$top]+=.
  done
  found=()
  for i in "${!all[@]}"; do
    top=${tops[i]} count=${below[${tops[i]}]}
    if ((${#count} <= MANY)); then
      found+=("${all[i]}")
    elif [[ $count != *told ]]; then
      found+=("$top") below[$top]+=told
    fi
  done
}

# Takes away every protected place the call made, and looks again until none is left.
sweep() {
  local round path
  for round in 1 2 3 4; do
    { find_roots || continue; } 2>/dev/null
    ((${#roots[@]} > 0)) || return 0
    put_links_back || continue
    { let_go && open_shut && leave_as_before && ruled_in "$TICKET/after" && gather; } 2>/dev/null || continue
    ((${#found[@]} + ${#shut[@]} + ${#raised[@]} + ${#ruled[@]} > 0)) || return 0
    ((round < 4)) || break
    for path in "${found[@]}"; do move_away "$path" 2>/dev/null; done
    for path in "${raised[@]}"; do lower "$path" 2>/dev/null; done
    for path in "${ruled[@]}"; do move_away "$path" ruled 2>/dev/null; done
  done
  path=${closed:-${found[0]:-${shut[0]:-${raised[0]:-${ruled[0]-}}}}}
  path=${path//[^[:print:]]/ }
  if [[ -n $closed ]]; then
    path="$path cannot be entered: chmod u+rwx $path"
  elif [[ -n $path ]]; then
    path="$path could not be moved away: make room on the disk, or remove it yourself"
  else
    path='it could not be searched: make room on the disk'
  fi
  say "what a call inside walls left in ${ROOTS[0]} has to be moved away first, and $path. Until then no call runs there."
  return 1
}

sweep_after_kill() {
  local i pid
  trap '' HUP INT TERM
  pending=yes
  if [[ -e $TICKET/ready ]]; then
    for ((i = 0; i < 100; i++)); do
      is_running "$TICKET/inner" || break
      read -r pid _ <"$TICKET/inner" && kill -s KILL "$pid" 2>/dev/null
      sleep 0.05
    done
    ! is_running "$TICKET/inner" || { say "processes of an earlier call do not end."; exit 1; }
    read -r SINCE <"$TICKET/ready" && sweep || exit 1
    write_result 137 yes ok
  else
    write_result "$FAILED" no ok
  fi
  : >"$TICKET/done"
}

# The environment, from the walls' list and nothing else.
read_environment() {
  local variable
  environment=()
  while IFS= read -r -d '' variable; do
    [[ $PASS != *" ${variable%%=*} "* ]] || environment+=("$variable")
  done <"/proc/$$/environ"
  environment+=("${SET[@]}")
}

# Descriptors of the host stay outside.
close_all_but() {
  local entry n
  for entry in "/proc/$BASHPID/fd"/*; do
    n=${entry##*/}
    [[ " $1 " == *" $n "* ]] || { eval "exec $n<&-"; } 2>/dev/null
  done
}

# Runs inside, on one line so that the command's own lines are counted from one: writes to the call's own errors again, says
# that it runs, takes the shell's state over, runs the command without any of our descriptors, and tells the directory it ended in.
readonly WITH_STATE='{ exec 2>&6 6>&-; builtin echo started >&7; builtin eval "$(</proc/self/fd/8)" 2>/dev/null; exec 8<&-; { builtin eval "$(</proc/self/fd/9)"; } 7>&-; { sallyport=$?; builtin pwd -P >&7 || :; builtin set +x; } 2>/dev/null; builtin exit $sallyport; }'
readonly PLAIN='{ exec 2>&6 6>&-; echo started >&7; exec 8<&-; { eval "$(cat <&9)"; } 7>&-; { sallyport=$?; pwd -P >&7 || :; set +x; } 2>/dev/null; exit $sallyport; }'

# The words for bubblewrap, without the covers of sockets that are gone.
read_walls() {
  local place i
  local -A gone=()
  walls=("${BUBBLEWRAP[@]}") passing_covered=() passing_gone=()
  for place in "${PASSING[@]}"; do
    if [[ -e $place ]]; then passing_covered+=("$place"); else gone[$place]=yes passing_gone+=("$place"); fi
  done
  ((${#gone[@]} > 0)) || return 0
  walls=()
  for ((i = 0; i < ${#BUBBLEWRAP[@]}; i++)); do
    if [[ ${BUBBLEWRAP[i]} == --ro-bind && ${BUBBLEWRAP[i + 1]} == /dev/null && -n ${gone[${BUBBLEWRAP[i + 2]}]-} ]]; then
      ((i += 2))
    else
      walls+=("${BUBBLEWRAP[i]}")
    fi
  done
}

put_walls_up() {
  local -a inner
  local command=$TICKET/command
  case $1 in
  # Without --norc bash reads the person's start-up file where its input is a socket, as a host's often is.
  bash) inner=("$BASH" --norc -c "$WITH_STATE" "$3") ;;
  zsh)
    inner=("$ZSH" -f -c "$WITH_STATE" "$3")
    # Here-documents of zsh do not follow TMPDIR.
    environment+=("TMPPREFIX=$TEMPORARY/zsh")
    ;;
  *) inner=("$SH" -c "$PLAIN" "$3") command=$TICKET/command-sh ;;
  esac
  [[ -n ${inner[0]} ]] || refuse "$1 is not installed where the walls can find it."
  [[ -z $GUARD ]] || inner=("$BASH" --norc -c "$GUARD" sallyport "${inner[@]}")
  exec 5<&0 6>&1 8<"${2:-/dev/null}" 9<"$command" 22<"$SECCOMP" || refuse 'a file of the ticket is gone; make the call again.'
  set -m
  coproc WALLS {
    # What bubblewrap itself says is told only where the command does not run. No file: inside, its first process can be looked at.
    exec 7>&1 20>&1 21<&0 0<&5 1>&6 6>&2 2>&7
    close_all_but '0 1 2 6 7 8 9 20 21 22'
    exec env -i "${environment[@]}" "${walls[@]}" -- "${inner[@]}"
  }
  walls_pid=$!
  set +m
  exec 5<&- 6>&- 8<&- 9<&- 22<&-
  { exec 40<&"${WALLS[0]}" 41>&"${WALLS[1]}"; } 2>/dev/null
}

# While bubblewrap works, and before the command may start.
check_the_ticket() {
  local sum file=$TICKET/command check=$CHECK
  [[ $1 != sh ]] || file=$TICKET/command-sh check=$CHECK_FOR_SH
  sum=$(exec sha256sum <"$file")
  sum=${sum%% *}
  [[ -n $sum ]] || refuse 'sha256sum is not installed.'
  [[ $sum == "$check" ]] || refuse 'the ticket was changed after it was written; make the call again.'
  { list_names "$SINCE" "$TICKET/before" && protected_in "$TICKET/before"; } 2>/dev/null || refuse 'the project cannot be searched, or its list cannot be written (is the disk full?).'
  local path
  for path in "${found[@]}"; do
    [[ $path == *.@(py[co]|zwc) || $path == */__pycache__ ]] || refuse "$path came into being after the call was judged, or has a name that is no text: the walls do not hold it. Make the call again."
  done
  for path in "${sockets[@]}"; do
    [[ -n ${covered[$path]-} || $path == "$TEMPORARY"/* ]] || refuse "the socket $path came into being after the call was judged; make the call again."
  done
}

# The counters of the walls' own network can be read as long as they are held open.
hold_counters() {
  { exec 42<"/proc/$1/net/snmp"; } 2>/dev/null
  { exec 43<"/proc/$1/net/snmp6"; } 2>/dev/null
}

read_counters() {
  local -a lines names values
  local i n IFS=' '
  mapfile -t lines <&42
  for ((i = 0; i + 1 < ${#lines[@]}; i += 2)); do
    names=(${lines[i]}) values=(${lines[i + 1]})
    for ((n = 1; n < ${#names[@]}; n++)); do
      case ${names[0]}${names[n]} in
      Ip:OutNoRoutes) ((no_route += values[n])) ;;
      Tcp:AttemptFails) ((no_answer += values[n])) ;;
      Udp:NoPorts) ((no_port += values[n])) ;;
      esac
    done
  done
  mapfile -t lines <&43
  for i in "${lines[@]}"; do
    case $i in
    Ip6OutNoRoutes*) ((no_route += ${i##*[!0-9]})) ;;
    Udp6NoPorts*) ((no_port += ${i##*[!0-9]})) ;;
    esac
  done
} 2>/dev/null

# The first socket that went or came back between the look and the cover, to `passed`: no fault of the walls.
find_passed() {
  for passed in "${passing_covered[@]}"; do [[ -e $passed ]] || return 0; done
  for passed in "${passing_gone[@]}"; do [[ ! -e $passed ]] || return 0; done
  return 1
}

refuse_without_walls() {
  local line
  end_walls
  while IFS= read -r -n 4096 -t 1 -u 40 line; do said+=$line$'\n'; done
  printf %s "$said" >&2
  ! find_passed || refuse "the socket $passed came or went while the walls were put up; make the call again."
  refuse "$TOOL_FAILED"
}

# Fails where the walls do not stand: then the command has not run and cannot any more.
release() {
  local line beginning
  while IFS= read -r -n 4096 -t "$START_SECONDS" -u 40 line && [[ $line != *'"child-pid": '* ]]; do said+=$line$'\n'; done
  [[ $line =~ \"child-pid\":\ ([0-9]+) ]] || return 1
  inner_pid=${BASH_REMATCH[1]}
  began "$inner_pid" beginning || return 1
  { printf '%s %s\n' "$inner_pid" "$beginning" >"$TICKET/inner" && printf '%s\n' "$SINCE" >"$TICKET/ready"; } 2>/dev/null ||
    refuse "nothing can be written to $TICKET (is the disk full?)."
  note_company
  hold_counters "$inner_pid"
  [[ -z $forwarded ]] || refuse 'it was interrupted.'
  { echo go >&41; } 2>/dev/null || return 1
  exec 41>&-
}

# One attempt at the call, to its end. Fails where nothing ran.
attempt() {
  inner_pid='' started='' said=''
  read_walls
  trap - PIPE
  put_walls_up "$@"
  trap '' PIPE
  check_the_ticket "$1"
  release && wait_for_the_end && [[ -n $started ]]
}

# Sockets of other programs come and go: where one did while its cover was put up, the walls are put up again without it.
attempt_again() {
  local tries
  for ((tries = 1; tries < ATTEMPTS; tries++)); do
    find_passed && ! is_orphan || return 1
    end_walls
    wait "$walls_pid" 2>/dev/null
    { exec 40<&- 41>&-; } 2>/dev/null
    ! attempt "$@" || return 0
  done
  return 1
}

forward() {
  forwarded=$1
  [[ -z $inner_pid ]] || kill -s "$1" -- "-$inner_pid" 2>/dev/null
}

is_orphan() {
  local stat
  read -r stat <"/proc/$$/stat"
  read -r _ stat _ <<<"${stat##*) }"
  [[ $stat != "$PPID" ]]
}

# Until bubblewrap has ended. What the command could write among its words is worth no more than the command itself: its
# exit status, which bubblewrap tells after every process inside has ended, and its directory.
wait_for_the_end() {
  local line
  while :; do
    if IFS= read -r -n 8192 -t 1 -u 40 line; then
      case $line in
      started) started=yes ;;
      /*) directory=$line ;;
      '{ "exit-code": '*) [[ $line =~ ^'{ "exit-code": '([0-9]+)' }'$ ]] && status=${BASH_REMATCH[1]} ;;
      *) [[ -n $started ]] || said+=$line$'\n' ;;
      esac
    elif (($? <= 128)); then
      break
    elif is_orphan || [[ -z $started && $SECONDS -gt $START_SECONDS ]]; then
      end_walls
    fi
  done
  wait "$walls_pid" 2>/dev/null
  walls_pid=
}

# Where output goes to a file it can be looked at afterwards; a pipe or a terminal stays the command's alone.
position() {
  local pos
  [[ -f /proc/$$/fd/$1 ]] && read -r _ pos <"/proc/$$/fdinfo/$1" && printf -v "$2" %s "$pos"
}
find_named() {
  local fd before after text
  for fd in 1 2; do
    before=position_$fd after=
    [[ -n ${!before} ]] && position "$fd" after && ((after > ${!before})) || continue
    ((after - ${!before} < TAIL)) && after=$((after - ${!before})) || after=$TAIL
    IFS= read -r -d '' -n 200 text < <(tail -c "$after" "/proc/$$/fd/$fd" | LC_ALL=C grep -aoE -m 1 -e "$REFUSED" | tr -c '[:print:]' ' ')
    named=${named:-${text% }}
    IFS= read -r -n 300 text < <(tail -c "$after" "/proc/$$/fd/$fd" | LC_ALL=C grep -aoE -m 1 -e "$TRIED")
    [[ -n $tried_host || ! $text =~ $HOST$ ]] || tried_host=${BASH_REMATCH[0]/ port /:}
  done
} 2>/dev/null

# The first place of such a list and how many more there are, to `first`; fails where there is none.
first_of() {
  local -a places=()
  [[ ! -e $1 ]] || mapfile -t -d '' places <"$1"
  ((${#places[@]} > 0)) || return 1
  first=${places[0]//[^[:print:]]/ }
  ((${#places[@]} == 1)) || first+=" and $((${#places[@]} - 1)) more"
}

# Nothing is taken away without a word: it may have been somebody else's, made meanwhile.
tell_moved() {
  local first
  ! first_of "$TICKET/swept" || say "moved away, because what is made there runs later: $first; sallyport undo lists it and brings it back"
  ! first_of "$TICKET/ruled" || say "moved away, because a rule keeps it from being made: $first; sallyport undo lists it and brings it back"
  ! first_of "$TICKET/taken" || say "moved away at the end of another call at the same time, because what is made there runs later: $first; sallyport undo lists it and brings it back"
  ! first_of "$TICKET/lowered" || say "no longer runs with its owner's or group's rights, because the call gave it them: $first"
}

# One line that an agent understands, at the end of every call that failed inside walls.
explain() {
  local tried='' count=$((no_route + no_answer + no_port))
  ((count == 0)) || tried="${tried_host:+; tried $tried_host}; $count attempts to connect failed"
  ((count != 1)) || tried="${tried_host:+; tried $tried_host}; 1 attempt to connect failed"
  [[ -z ${named-} ]] || tried+="; refused: $named"
  [[ -z $tried ]] || tried+='; run it again to have it judged without walls'
  say "ran without $WITHOUT$tried"
}

run() {
  claimed='' walls_pid='' inner_pid='' forwarded='' started='' status='' directory='' no_route=0 no_answer=0 no_port=0 named='' tried_host=''
  position_1='' position_2=''
  trap 'forward HUP' HUP
  trap 'forward INT' INT
  trap 'forward TERM' TERM
  close_all_but '0 1 2 3 255'
  claim
  [[ $1 == sh || -n $2 ]] || refuse "nothing can be written to $TICKET (is the disk full?)."
  finish_others
  read_environment
  position 1 position_1
  [[ /proc/$$/fd/1 -ef /proc/$$/fd/2 ]] || position 2 position_2
  local now=${EPOCHREALTIME:-$(date +%s.%6N)}
  now=${now/[^0-9]/}
  now=$((now - MARGIN_MICROSECONDS))
  SINCE=@${now:0:-6}.${now: -6}
  { identify "${ROOTS[@]}" "${HELD_PLACES[@]}" "${HELD_FILES[@]}" >|"$TICKET/held"; } 2>/dev/null || refuse "nothing can be written to $TICKET (is the disk full?)."
  mapfile -t -d '' roots <"$TICKET/held"
  roots=("${roots[@]:0:${#ROOTS[@]}}")
  roots=("${roots[@]#* }")
  [[ ${roots[*]} == "${ROOTS[*]}" ]] || refuse "a folder it may write to is gone, or nothing can be written to $TICKET; make the call again."
  attempt "$@" || attempt_again "$@" || refuse_without_walls
  trap '' HUP INT TERM
  read_counters
  ((${status:=137} == 0)) || find_named
  if ! sweep; then
    write_result "$FAILED" yes failed
    exit "$FAILED"
  fi
  if ! { write_result "$status" yes ok && : >"$TICKET/done"; } 2>/dev/null; then
    say "the call ended with status $status, but nothing can be written to $TICKET (is the disk full?)."
    exit "$FAILED"
  fi
  tell_moved
  ((status == 0)) || explain
  [[ ! -d $directory ]] || printf %s "$directory" >&3
  exit "$status"
}

readonly MARGIN_MICROSECONDS=20000 TAIL=65536 ATTEMPTS=4 MANY=64
readonly TOOL_FAILED='bubblewrap could not put the walls up; "sallyport doctor" says why.'
SINCE=@0
moved_number=0
closed='' pending=''
passing_covered=() passing_gone=() roots=() found=() shut=() raised=() ruled=() sockets=() others=()
declare -A held_file=() covered=()
for place in "${COVERED[@]}"; do covered[$place]=covered; done
for place in "${HELD_FILES[@]}"; do held_file[$place]=held; done
held_directories=("${HELD_DIRECTORIES[@]}")
case $1 in
run) shift && run "$@" ;;
sweep) sweep_after_kill ;;
esac
