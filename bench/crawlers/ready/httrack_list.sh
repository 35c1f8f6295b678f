# HTTrack: every link of the host, no image kept; prints the pages of its own record.
url=$1 concurrency=$2 token=$3 proxy=$4
case ${proxy:+closed}$url in
closedhttps:*)
    echo "HTTrack asks https hosts past any proxy: it can go through live sites, and http ones" >&2
    exit 3
    ;;
esac
list=$TMPDIR/mirror/hts-cache/new.txt
trap : TERM
httrack "$url" --path "$TMPDIR/mirror" --quiet --robots=2 --user-agent "$token" \
    --sockets="$concurrency" --disable-security-limits --max-rate=0 --connection-per-second=0 \
    --priority=1 ${proxy:+--proxy "${proxy#http://}"} >&2
awk -F '\t' '$4 == 200 && $6 ~ /html/ {print $8}' "$list"
