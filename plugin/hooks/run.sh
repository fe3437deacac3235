#!/bin/sh
# Starts the hook that "sallyport install claude-code --plugin" pinned. The home directory comes from the system's own record
# of the user: the environment of a hook can be set by a repository. Nothing to start is a failure, and a failure blocks the
# call that waits for it; with "tell" none waits, and the person is told.
unset IFS
user=$(/usr/bin/id -un) || exit 2
case $user in *[!A-Za-z0-9._-]* | '') exit 2 ;; esac
eval "home=~$user"
line=$home/.config/sallyport/hooks/claude-code.sh
if [ ! -f "$line" ] || [ -L "$line" ] || [ ! -O "$line" ]; then
  if [ "$1" = tell ]; then
    echo '{"continue":true,"systemMessage":"The plugin of Sallyport is on, but there is no line for it to start, so no tool call runs. Set it up: npm install -g sallyport && sallyport install claude-code --plugin"}'
    exit 0
  fi
  echo "Sallyport's plugin is on, but there is no line for it to start, so this is not allowed. The person sets it up with: npm install -g sallyport && sallyport install claude-code --plugin" >&2
  exit 2
fi
/bin/sh "$line" "$@"
