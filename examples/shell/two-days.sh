#!/bin/sh
# Which visitors of Tuesday were there on Monday, and how many there were together.
#
#   two-days.sh MONDAY TUESDAY [FOLDER]     one visitor on each line; the filters go to FOLDER
#
# Filters of equal size can be merged: both are planned for the visitors of both days.
set -eu
monday=$1
tuesday=$2
folder=${3:-.}

urnfield build "$monday" --items 2000 --fpr 0.1% --force -o "$folder/monday.urn"
urnfield build "$tuesday" --items 2000 --fpr 0.1% --force -o "$folder/tuesday.urn"

# A line that is printed was there on Monday, or is a false positive. Nothing found is status 1.
urnfield check "$folder/monday.urn" "$tuesday" || [ $? = 1 ]

# The union is the filter of both days, byte for byte.
urnfield union "$folder/monday.urn" "$folder/tuesday.urn" --force -o "$folder/both.urn"
urnfield info "$folder/both.urn" --json
