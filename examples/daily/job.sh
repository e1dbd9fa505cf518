#!/bin/sh
# Prints the keys of a day's log that no log of the last seven days had, to new-DATE.txt.
#
#   job.sh LOG [DATE]        LOG has one key a line; DATE is today in UTC unless it is given
#
# The chain seen.d holds the keys of seven days. Where this fails, the chain is as it was, and
# running it again gives the same list. A second run on the same day goes on with the chain: its
# list has what is new since the first, and is added to the day's.
set -eu
log=$1
day=${2:-$(date -u +%F)}
part=new-$day.part

urnfield dedupe "$log" --state seen.d/ --items 1000 --fpr 0.1% --keep 7 --every day --date "$day" \
    >"$part"
cat "$part" >>"new-$day.txt"
rm "$part"
