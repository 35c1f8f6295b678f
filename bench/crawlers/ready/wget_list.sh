# wget: every link of the host, nothing kept; prints each address that it was given.
# Exit code 8 says that some page was not there, as on any site.
url=$1 delay=$2 token=$3 ca=$4
{
    wget --recursive --level=inf --follow-tags=a,area,frame,iframe --delete-after --no-verbose \
        --directory-prefix="$TMPDIR" --wait="$delay" --tries=2 --user-agent="$token" \
        ${ca:+--ca-certificate="$ca"} "$url" 2>&1
    echo "status $?"
} | (
    # Asked to end, it tells first what it holds: wget's end is its own.
    trap '' TERM
    sed -n -e '/robots[.]txt \[/d' -e 's/^[0-9 :-]*URL: *\(http[^ ]*\) .*/\1/p' -e '/^status [08]$/q0' -e '/^status /q1'
)
