#!/bin/sh
# Everything secret that deploy/compose.yml needs, made once, in deploy/secrets:
#   deploy/prepare.sh poker.example.org
# Run as root, so that the keys belong to the containers' user (10001): the rooms refuse a key that
# others can read.
set -eu
domain=${1:?give the name of the room, like poker.example.org}
folder=${2:-$(dirname "$0")/secrets}
if [ -e "$folder" ]; then
	echo "$folder is there already: its keys open your backups. Nothing was changed." >&2
	exit 1
fi
umask 077
new=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf "$new"' EXIT
days=3650
ec="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
# shellcheck disable=SC2086
openssl req -x509 $ec -days $days -subj "/CN=pokermasa bus CA" \
	-addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign \
	-keyout "$new/ca.key" -out "$new/ca.pem" 2>/dev/null
# shellcheck disable=SC2086
openssl req $ec -subj "/CN=bus" -keyout "$new/bus.key" -out "$new/bus.csr" 2>/dev/null
printf 'subjectAltName=DNS:bus,DNS:localhost\nextendedKeyUsage=serverAuth\n' >"$new/bus.ext"
openssl x509 -req -in "$new/bus.csr" -CA "$new/ca.pem" -CAkey "$new/ca.key" -CAcreateserial \
	-days $days -extfile "$new/bus.ext" -out "$new/bus.pem" 2>/dev/null
rm -f "$new/bus.csr" "$new/bus.ext" "$new/ca.srl" "$new/ca.key" # nobody else is ever certified
db=d$(openssl rand -hex 24)
bus=b$(openssl rand -hex 24)
printf '%s' "$db" >"$new/db_password"
printf 'BUS_PASSWORD=%s\n' "$bus" >"$new/bus.env"
printf 'DOMAIN=%s\n' "$domain" >"$new/caddy.env"
printf 'POKERMASA_PUBLIC_URL=https://%s\n' "$domain" >"$new/room.env"
printf 'POKERMASA_DATABASE=postgresql://masa:%s@db/masa\nPOKERMASA_BUS=tls://masa:%s@bus:4222\n' \
	"$db" "$bus" >>"$new/room.env"
openssl rand -base64 32 >"$new/backup.key" # as `masa admin key` makes one
openssl rand -hex 32 >"$new/address.key"
chmod 644 "$new/ca.pem"
if [ "$(id -u)" = 0 ]; then
	chown 10001 "$new/backup.key" "$new/address.key"
else
	echo "not root: chown 10001 $folder/backup.key $folder/address.key, or the rooms cannot read them" >&2
fi
mv "$new" "$folder"
trap - EXIT
echo "$folder: keep a copy of backup.key where no backup is" >&2
