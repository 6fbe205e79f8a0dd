import { expect, test } from 'vitest';
import { readTransaction as akahu } from '../../src/sources/akahu/protocol.ts';
import { readTransaction as enableBanking } from '../../src/sources/enable-banking/protocol.ts';
import { readTransaction as goCardless } from '../../src/sources/gocardless/protocol.ts';
import { readTransaction as pluggy } from '../../src/sources/pluggy/protocol.ts';

const amount = { amount: '-12.50', currency: 'EUR' };

test.each([
  [
    'Enable Banking: the creditor is the payee, and the remittance information the notes',
    enableBanking({
      entry_reference: 'a',
      credit_debit_indicator: 'DBIT',
      transaction_amount: amount,
      booking_date: '2026-01-05',
      creditor: { name: 'Green Grocer' },
      debtor: { name: 'Me' },
      remittance_information: ['Invoice 7', 'apples'],
    }),
    { payee: 'Green Grocer', notes: 'Invoice 7 apples' },
  ],
  [
    'Enable Banking: a transaction without a counterparty has no separate payee and notes',
    enableBanking({
      entry_reference: 'a',
      credit_debit_indicator: 'CRDT',
      transaction_amount: amount,
      booking_date: '2026-01-05',
      remittance_information: ['Invoice 7'],
      note: 'apples',
    }),
    undefined,
  ],
  [
    'GoCardless: the debtor of an incoming payment is the payee',
    goCardless(
      {
        transactionId: 'a',
        transactionAmount: { amount: '12.50', currency: 'EUR' },
        bookingDate: '2026-01-05',
        debtorName: 'Papermill Press',
        creditorName: 'Me',
        remittanceInformationUnstructured: 'Salary',
      },
      { accountCurrency: null, status: 'posted', quirks: {} },
    ),
    { payee: 'Papermill Press', notes: 'Salary' },
  ],
  [
    'Akahu: the merchant is the payee',
    akahu(
      {
        _id: 'a',
        amount: -12.5,
        date: '2026-01-05T00:00:00Z',
        description: 'POS W/D GREEN 12:07',
        merchant: { name: 'Green Grocer' },
        meta: { reference: 'R1' },
      },
      'NZD',
    ),
    { payee: 'Green Grocer', notes: 'POS W/D GREEN 12:07 - R1' },
  ],
  [
    'Pluggy: the receiver is the payee',
    pluggy(
      {
        id: '0b6d3f2e-0000-4000-8000-000000000001',
        amount: -12.5,
        type: 'DEBIT',
        date: '2026-01-05T00:00:00Z',
        description: 'PIX enviado',
        paymentData: { receiver: { name: 'Padaria' }, reason: 'bolo' },
      },
      'BRL',
    ),
    { payee: 'Padaria', notes: 'PIX enviado - bolo' },
  ],
])('payee and notes are read separately: %s', (_, transaction, parts) => {
  expect(transaction).toHaveProperty('description');
  expect((transaction as { parts?: unknown }).parts).toEqual(parts);
});
