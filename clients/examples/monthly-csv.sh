#!/bin/sh
# Writes the transactions of the given month, or else of last month, to FOLDER/YYYY-MM.csv.
#   monthly-csv.sh FOLDER [YYYY-MM]
set -eu
folder=$1
month=${2:-}
if [ -z "$month" ]; then
  year=$(date +%Y)
  number=$(date +%m)
  number=$((${number#0} - 1))
  if [ "$number" -eq 0 ]; then year=$((year - 1)) number=12; fi
  month=$(printf '%s-%02d' "$year" "$number")
fi
year=${month%-*}
case ${month#*-} in
  04 | 06 | 09 | 11) last=30 ;;
  02) if [ $((year % 4)) -eq 0 ] && { [ $((year % 100)) -ne 0 ] || [ $((year % 400)) -eq 0 ]; }; then last=29; else last=28; fi ;;
  *) last=31 ;;
esac
mkdir -p "$folder"
pennyrow export --from "$month-01" --to "$month-$last" --output "$folder/$month.csv" --replace
