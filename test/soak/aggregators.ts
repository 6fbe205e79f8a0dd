import { addDays } from '../../src/core/calendar-date.ts';
import { akahu } from '../../src/sources/akahu/kind.ts';
import { pluggy } from '../../src/sources/pluggy/kind.ts';
import { AKAHU_HOST, fakeAkahu } from '../fakes/banks/akahu.ts';
import { fakePluggy, PLUGGY_HOST } from '../fakes/banks/pluggy.ts';
import type { SoakBank } from './bank.ts';
import { dayAt, heldOn, type Payment } from './payments.ts';

/** A bank that moves to its official interface, so that ids change, and is sometimes unavailable for weeks. */
export function atAkahu(payments: readonly Payment[], now: () => number): SoakBank {
  const fake = fakeAkahu();
  Object.assign(fake, { mostOnPage: 8, repeatsPages: true, sendsEmptyPages: true });
  fake.accounts.push({
    id: 'acc_1',
    name: 'Everyday',
    type: 'CHECKING',
    status: 'ACTIVE',
    balance: null,
    refreshed: {},
    bookings: [],
    pending: [],
  });
  let hasMoved = false;
  let awayUntil = -1;
  return {
    name: 'Akahu',
    kind: akahu,
    settings: {},
    secret: { appToken: fake.appToken, userToken: fake.userToken },
    services: { [AKAHU_HOST]: fake.service },
    payments,
    isProven: true,
    dayOf: ({ booked }) => dayAt(booked),
    settle: () => {
      awayUntil = -1;
    },
    turn: (chance, today) => {
      hasMoved ||= chance() < 0.01;
      if (awayUntil < today && chance() < 0.03) awayUntil = today + 10 + Math.floor(chance() * 25);
    },
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      account.status = today <= awayUntil ? 'INACTIVE' : 'ACTIVE';
      if (today <= awayUntil) return;
      if (hasMoved) Object.assign(account, { id: 'acc_2', migrated: 'acc_1' });
      const knownBookings = payments
        .filter(({ booked }) => booked <= today)
        .map(({ number, booked, cents, shop }) => ({
          id: hasMoved ? `trans_n${number}` : `trans_${number}`,
          ...(hasMoved ? { migrated: `trans_${number}` } : {}),
          // In New Zealand, a day begins at 12:00 UTC of the day before, or at 11:00 in summer.
          date: `${addDays(dayAt(booked), -1)}T12:00:00.000Z`,
          amount: cents / 100,
          description: shop.toUpperCase(),
        }));
      account.bookings.splice(0, Infinity, ...knownBookings);
      const moment = new Date(now()).toISOString();
      Object.assign(account, {
        balance: { current: heldOn(payments, 0, today) / 100 },
        refreshed: { balance: moment, transactions: moment },
      });
    },
  };
}

/** A bank account, or a card whose pending payments get new ids when they are booked. */
export function atPluggy(payments: readonly Payment[], now: () => number, isCard: boolean): SoakBank {
  const fake = fakePluggy();
  Object.assign(fake, { now, mostOnPage: 11, repeatsPages: true });
  fake.accounts.push({
    id: isCard ? 'card-1' : 'bank-1',
    type: isCard ? 'CREDIT' : 'BANK',
    name: isCard ? 'Mastercard' : 'Conta',
    number: isCard ? '4321' : '0001/98765-4',
    balance: 0,
    bookings: [],
  });
  return {
    name: isCard ? 'A card at Pluggy' : 'Pluggy',
    kind: pluggy,
    settings: { item: fake.item, clientId: fake.clientId },
    secret: { clientSecret: fake.clientSecret },
    services: { [PLUGGY_HOST]: fake.service },
    payments,
    isProven: !isCard,
    dayOf: ({ made, booked }) => dayAt(isCard ? made : booked),
    turn: (chance) => {
      fake.namesPagesByUrl = chance() < 0.5;
      if (chance() < 0.1) fake.endKeys();
    },
    render: (today) => {
      const [account] = fake.accounts;
      if (account === undefined) return;
      fake.lastUpdatedAt = new Date(now()).toISOString();
      const cardBalance = heldOn(payments, 0, today) / 100;
      account.balance = isCard ? -cardBalance : cardBalance;
      const shown = payments.filter((payment) => (isCard ? payment.made : payment.booked) <= today);
      const bookings = shown.map(({ number, made, booked, cents, pendingCents, shop, fate }) => {
        const isPending = isCard && booked > today;
        const amount = (isPending ? pendingCents : cents) / 100;
        return {
          id: isPending && fate !== 'keeps' ? `p${number}` : `t${number}`,
          date: `${dayAt(isCard ? made : booked)}T05:00:00.000Z`,
          type: cents < 0 ? ('DEBIT' as const) : ('CREDIT' as const),
          amount: isCard ? -amount : amount,
          description: isPending ? shop.toUpperCase() : shop,
          status: isPending ? ('PENDING' as const) : ('POSTED' as const),
        };
      });
      account.bookings.splice(0, Infinity, ...bookings);
    },
  };
}
