#!/bin/sh
# Runs a command with the settings that are secrets read from files: SECRETS_KEY_FILE=/run/secrets/key sets SECRETS_KEY to what
# /run/secrets/key holds. So neither the command line nor the container's description shows them.
set -eu
for name in DATABASE_URL REDIS_URL SMTP_URL SECRETS_KEY ENCRYPTION_PRIVATE_KEY S3_SECRET_ACCESS_KEY SIMULATOR_SECRET METRICS_TOKEN OPERATOR_TOKEN RAZORPAY_KEY_SECRET RAZORPAY_WEBHOOK_SECRET; do
  eval "file=\${${name}_FILE:-}"
  if [ -n "$file" ]; then
    value=$(cat "$file")
    export "$name=$value"
    unset "${name}_FILE"
  fi
done
exec "$@"
