#!/bin/sh
# Runs a command in a session with XFCE's window manager, panel and notifications. For dbus-run-session on a display.
set -eu
export XDG_CURRENT_DESKTOP=XFCE
xfwm4 >/dev/null 2>&1 &
xfce4-panel --disable-wm-check >/dev/null 2>&1 &
"$(find /usr/lib -name xfce4-notifyd -type f | head -n 1)" >/dev/null 2>&1 &
until gdbus call --session --dest org.freedesktop.DBus --object-path /org/freedesktop/DBus \
  --method org.freedesktop.DBus.NameHasOwner org.kde.StatusNotifierWatcher | grep -q true; do sleep 1; done
"$@"
