#!/bin/sh
# Makes the secrets of compose.yaml in deploy/secrets, once: what is there stays as it is.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
chmod 700 secrets
# $1 bytes as hexadecimal digits
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
# $1 name, $2 what it holds
keep() {
  if [ -e "secrets/$1" ]; then return; fi
  printf '%s' "$2" > "secrets/$1"
  # The program in the container is another user; the folder is closed to everybody else.
  chmod 644 "secrets/$1"
}
keep postgres_password "$(random 24)"
keep database_url "postgres://parley:$(cat secrets/postgres_password)@postgres:5432/parley"
keep secrets_key "$(random 32)"
keep simulator_secret "$(random 24)"
echo "The secrets are in deploy/secrets. Keep a copy of secrets_key: without it channels, keys and integrations cannot be read."
