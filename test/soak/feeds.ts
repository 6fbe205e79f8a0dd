import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lunchFlow } from '../../src/sources/lunch-flow/kind.ts';
import { ownProgram } from '../../src/sources/own-program/kind.ts';
import { simplefin } from '../../src/sources/simplefin/kind.ts';
import { upBank } from '../../src/sources/up-bank/kind.ts';
import { fakeLunchFlow, LUNCH_FLOW_HOST } from '../fakes/banks/lunch-flow.ts';
import { fakeUp, UP_HOST } from '../fakes/banks/up.ts';
import { noon } from '../fakes/simplefin/bank.ts';
import type { FakeSimplefin } from '../fakes/simplefin/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { SoakBank } from './bank.ts';
import { amountOf, dayAt, heldOn, type Payment } from './payments.ts';

/** A pending payment whose fate is "changes" gets a new id when it is booked. */
function idOf({ number, fate, booked }: Payment, today: number): string {
  return fate === 'changes' && booked > today ? `p${number}` : `t${number}`;
}

const isKnown =
  (today: number) =>
  ({ made }: Payment): boolean =>
    made <= today;

export function atSimplefin(payments: readonly Payment[], server: FakeSimplefin): SoakBank {
  server.budget = 24;
  const [account] = server.bank.accounts;
  server.bank.accounts.length = 1;
  return {
    name: 'SimpleFIN',
    kind: simplefin,
    settings: {},
    secret: server.accessUrl,
    services: {},
    payments,
    isProven: true,
    dayOf: ({ booked }) => dayAt(booked),
    render: (today) => {
      if (account === undefined) return;
      account.opening = '1000.00';
      account.transactions = payments.filter(isKnown(today)).map((payment) => {
        const { booked, made, cents, pendingCents, shop } = payment;
        const isPending = booked > today;
        return {
          id: idOf(payment, today),
          posted: isPending ? 0 : noon(dayAt(booked)),
          amount: amountOf(isPending ? pendingCents : cents),
          description: isPending ? shop.toUpperCase() : `${shop} 0815`,
          ...(isPending ? { pending: true, transacted_at: noon(dayAt(made)) } : {}),
        };
      });
    },
  };
}

export function atUp(payments: readonly Payment[]): SoakBank {
  const fake = fakeUp();
  fake.mostOnPage = 7;
  fake.accounts.push({ id: 'up-1', displayName: 'Spending', balance: '0.00', bookings: [] });
  return {
    name: 'Up',
    kind: upBank,
    settings: {},
    secret: { token: fake.token },
    services: { [UP_HOST]: fake.service },
    payments,
    isProven: false,
    dayOf: ({ made }) => dayAt(made),
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      account.balance = amountOf(heldOn(payments, 100_000, today));
      const knownBookings = payments
        .filter(isKnown(today))
        .map(({ number, made, booked, cents, pendingCents, shop }) => ({
          id: `t${number}`,
          createdAt: `${dayAt(made)}T05:00:00Z`,
          settledAt: booked > today ? null : `${dayAt(booked)}T05:00:00Z`,
          amount: amountOf(booked > today ? pendingCents : cents),
          description: shop,
          rawText: null,
          message: null,
        }));
      account.bookings.splice(0, Infinity, ...knownBookings);
    },
  };
}

/** A feed that is sometimes disconnected for weeks, and returns its previous data during that time. */
export function atLunchFlow(payments: readonly Payment[]): SoakBank {
  const fake = fakeLunchFlow();
  fake.accounts.push({
    id: 77,
    name: 'Main account',
    institution: 'Linden Bank',
    currency: 'GBP',
    status: 'ACTIVE',
    balance: 0,
    bookings: [],
  });
  let awayUntil = -1;
  return {
    name: 'Lunch Flow',
    kind: lunchFlow,
    settings: {},
    secret: { key: fake.key },
    services: { [LUNCH_FLOW_HOST]: fake.service },
    payments,
    isProven: false,
    dayOf: ({ booked }) => dayAt(booked),
    settle: () => {
      awayUntil = -1;
    },
    turn: (chance, today) => {
      if (awayUntil < today && chance() < 0.03) awayUntil = today + 10 + Math.floor(chance() * 25);
      fake.repeats = chance() < 0.1;
    },
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      account.status = today <= awayUntil ? 'DISCONNECTED' : 'ACTIVE';
      if (today <= awayUntil) return;
      account.balance = Number(amountOf(heldOn(payments, 0, today)));
      const knownBookings = payments.filter(isKnown(today)).map((payment) => {
        const { made, booked, cents, pendingCents, shop, fate } = payment;
        const isPending = booked > today;
        return {
          id: isPending && fate === 'blank' ? '' : idOf(payment, today),
          date: dayAt(isPending ? made : booked),
          amount: Number(amountOf(isPending ? pendingCents : cents)),
          merchant: fate === 'blank' ? null : shop,
          description: isPending ? shop.toUpperCase() : shop,
          isPending,
        };
      });
      account.bookings.splice(0, Infinity, ...knownBookings);
    },
  };
}

/** A program that sends no ids, so that only dates, amounts and texts identify a transaction. */
export function atOwnProgram(payments: readonly Payment[]): SoakBank {
  const file = join(temporaryFolder(), 'lines.jsonl');
  writeFileSync(file, '');
  chmodSync(file, 0o600);
  const account = { type: 'account', id: 'own-1', name: 'Giro', currency: 'EUR' };
  return {
    name: 'A program of one’s own',
    kind: ownProgram,
    settings: { command: ['/bin/cat', file] },
    secret: {},
    services: {},
    payments,
    isProven: true,
    dayOf: ({ booked }) => dayAt(booked),
    render: (today) => {
      const lines = [
        { type: 'schema', version: 1 },
        account,
        ...payments
          .filter(({ booked }) => booked <= today)
          .toSorted((a, b) => a.booked - b.booked)
          .map(({ booked, cents, shop }) => ({
            type: 'transaction',
            account: account.id,
            date: dayAt(booked),
            amount: amountOf(cents),
            description: shop,
          })),
        {
          type: 'balance',
          account: account.id,
          kind: 'booked',
          amount: amountOf(heldOn(payments, 5000, today)),
          date: dayAt(today),
        },
        { type: 'complete', account: account.id },
      ];
      writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'));
    },
  };
}
