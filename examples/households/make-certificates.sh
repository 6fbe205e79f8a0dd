#!/bin/sh
# Makes the certificate authority of a household, and a certificate for one of its browsers or scripts.
# Usage: make-certificates.sh FOLDER HOUSEHOLD
set -eu
umask 077
folder=$1 household=$2
mkdir -p "$folder"
cd "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
  -subj "/CN=Household $household" -keyout "$household-ca.key" -out "$household-ca.pem"
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
  -subj "/CN=$household" -keyout "$household.key" -out "$household.csr"
openssl x509 -req -days 825 -in "$household.csr" -CA "$household-ca.pem" -CAkey "$household-ca.key" \
  -CAcreateserial -out "$household.pem"
rm "$household.csr"
# Browsers import this file; it has no password.
openssl pkcs12 -export -inkey "$household.key" -in "$household.pem" -out "$household.p12" -passout pass:
