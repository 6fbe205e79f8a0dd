#!/usr/bin/env node
// Prints the accounts and transactions in a folder of JSON files from a bank's website, for Pennyrow's kind "own-program".
//
//   pennyrow connection add own-program -- ~/bank-json-folder.mjs ~/Downloads/bank
//
// This example reads files of a made-up bank. Each contains one account; files may contain the same bookings:
//
//   { "iban": "DE02…", "product": "Giro", "currency": "EUR",
//     "bookings": [{ "reference": "A1", "bookedOn": "2026-03-01", "cents": -1230, "with": "Shop", "purpose": "…" }],
//     "saldo": { "on": "2026-03-09", "cents": 104250 } }
//
// For your own bank, change `transactionOf` and the names of the fields.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name the folder of the JSON files.');
  process.exit(64);
}

const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

/** Cents as decimal text: sums in floating point would not be exact. */
const decimal = (cents) => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const transactionOf = (account, { reference, bookedOn, cents, with: party, purpose }) => ({
  type: 'transaction',
  account,
  id: reference,
  date: bookedOn,
  amount: decimal(cents),
  description: [party, purpose].filter((part) => part).join(' - '),
});

/** By IBAN; a booking in several files counts once. */
const accounts = new Map();
for (const name of readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()) {
  // An invalid file ends the program with an error, and Pennyrow then ignores everything that it printed.
  const download = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const account = accounts.get(download.iban) ?? { ...download, byReference: new Map() };
  for (const booking of download.bookings) account.byReference.set(booking.reference, booking);
  if (download.saldo.on >= account.saldo.on) account.saldo = download.saldo;
  accounts.set(download.iban, account);
}

print({ type: 'schema', version: 1 });
for (const { iban, product, currency, byReference, saldo } of accounts.values()) {
  print({ type: 'account', id: iban, name: product, number: iban, currency });
  for (const booking of byReference.values())
    if (booking.bookedOn >= process.env.PENNYROW_SINCE) print(transactionOf(iban, booking));
  print({ type: 'balance', account: iban, kind: 'closing', date: saldo.on, amount: decimal(saldo.cents) });
}
