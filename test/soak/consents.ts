import { enableBanking } from '../../src/sources/enable-banking/kind.ts';
import { gocardless } from '../../src/sources/gocardless/kind.ts';
import { ENABLE_BANKING_HOST, fakeEnableBanking } from '../fakes/banks/enable-banking.ts';
import { fakeGocardless, GOCARDLESS_HOST } from '../fakes/banks/gocardless.ts';
import type { SoakBank } from './bank.ts';
import { amountOf, dayAt, heldOn, type Payment } from './payments.ts';

/** The account number that `test/support/statement-writers.ts` writes into statement files. */
const IBAN = 'DE89370400440532013000';

/** Some payments have no reference, as at many banks, and consents can be revoked. */
export function atEnableBanking(payments: readonly Payment[], now: () => number): SoakBank {
  const fake = fakeEnableBanking();
  Object.assign(fake, { now, sendsEmptyPages: true, mostOnPage: 9 });
  fake.accounts.push({ iban: IBAN, details: 'Giro', hashes: ['hash-a', 'hash-b'], bookings: [], balances: [] });
  const { applicationId, privateKey } = fake;
  return {
    name: 'Enable Banking',
    kind: enableBanking,
    settings: { country: 'FI', bank: 'Nordea', psuType: 'personal', applicationId },
    secret: { privateKey },
    services: { [ENABLE_BANKING_HOST]: fake.service },
    payments,
    isProven: true,
    dayOf: ({ booked }) => dayAt(booked),
    agree: (url) => {
      // With each consent, another identification hash of the account comes first.
      fake.accounts[0]?.hashes.reverse();
      return fake.agree(url);
    },
    turn: (chance) => {
      fake.repeatsPages = chance() < 0.2;
      if (chance() < 0.005) for (const session of fake.sessions) session.state = 'REVOKED';
    },
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      const bookings = payments.filter(({ booked }) => booked <= today).toSorted((a, b) => b.booked - a.booked);
      account.bookings.splice(
        0,
        Infinity,
        ...bookings.map(({ number, booked, cents, shop, fate }) => ({
          entry_reference: fate === 'blank' ? null : `r${number}`,
          transaction_amount: { currency: 'EUR', amount: amountOf(Math.abs(cents)) },
          credit_debit_indicator: cents < 0 ? 'DBIT' : 'CRDT',
          creditor: { name: shop },
          debtor: { name: shop },
          status: 'BOOK',
          booking_date: dayAt(booked),
          remittance_information: fate === 'blank' ? [] : [`Reference ${number}`],
        })),
      );
      const amount = amountOf(heldOn(payments, 100_000, today));
      account.balances = [{ balance_amount: { currency: 'EUR', amount }, balance_type: 'ITBD', reference_date: null }];
    },
  };
}

export function atGocardless(payments: readonly Payment[], now: () => number): SoakBank {
  const fake = fakeGocardless();
  Object.assign(fake, { now, longestConsent: 90 });
  fake.accounts.push({
    iban: 'FI2112345600000785',
    name: 'Everyday',
    currency: 'EUR',
    booked: [],
    pending: [],
    balances: [],
  });
  const { secretId, secretKey } = fake;
  return {
    name: 'GoCardless',
    kind: gocardless,
    settings: { country: 'FI', bank: 'Nordea', secretId },
    secret: { secretKey },
    services: { [GOCARDLESS_HOST]: fake.service },
    payments,
    isProven: true,
    dayOf: ({ booked }) => dayAt(booked),
    agree: fake.agree,
    turn: (chance) => {
      fake.hidesDetails = chance() < 0.5;
      if (chance() < 0.1) fake.endTokens();
    },
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      const booked = payments
        .filter((payment) => payment.booked <= today)
        .map(({ number, booked: day, cents, shop, fate }) => ({
          ...(fate === 'blank' ? {} : { transactionId: `t${number}` }),
          // A payment without a transaction id gets another internal id on the day after its booking.
          internalTransactionId: `i${number}${fate === 'blank' && day === today ? '-early' : ''}`,
          bookingDate: dayAt(day),
          transactionAmount: { amount: amountOf(cents), currency: 'EUR' },
          creditorName: shop,
          debtorName: shop,
        }));
      account.booked.splice(0, Infinity, ...booked.toReversed());
      const amount = amountOf(heldOn(payments, -5000, today));
      account.balances = [{ balanceAmount: { amount, currency: 'EUR' }, balanceType: 'interimBooked' }];
    },
  };
}
