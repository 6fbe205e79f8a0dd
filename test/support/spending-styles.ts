import type { CalendarDate } from '../../src/core/calendar-date.ts';

interface Payment {
  readonly name: string;
  readonly day: CalendarDate;
  readonly random: () => number;
}

/** A bank's text for a card payment: its own words, days, terminals, cities and references. */
export type BankStyle = (payment: Payment) => string;

const CITIES = ['Berlin', 'Hamburg', 'Potsdam', 'Leipzig', 'Bremen'];
const TOWNS = ['SPRINGFIELD IL', 'RIVERTON IL', 'CHATHAM IL', 'PEORIA IL', 'DECATUR IL'];
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

export const BANK_STYLES: readonly BankStyle[] = [
  ({ name, day, random }) =>
    `Kartenzahlung ${name} ${digits(random, 4)}//${pick(CITIES, random)}/DE ${day}T${digits(random, 2)}:${digits(random, 2)} Kfn ${digits(random, 1)} VJ 2912`,
  ({ name, random }) =>
    `${name.toUpperCase()} SAGT DANKE ${digits(random, 8)} ${pick(CITIES, random).toUpperCase()} ELV${digits(random, 8)} EREF ${letters(random, 6)}`,
  ({ name, random }) =>
    `POS PURCHASE ${name.toUpperCase().slice(0, 18)} #${digits(random, 4)} ${pick(TOWNS, random)} CARD ${digits(random, 4)}`,
  ({ name, day }) => `${name.toUpperCase()} ON ${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]} CPM`,
  ({ name, random }) =>
    random() < 0.3
      ? `SumUp *${name} ${pick(CITIES, random)}`
      : `VISA ${name}, ${pick(CITIES, random)} ${letters(random, 5)}${digits(random, 3)}`,
];

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T;
}

function digits(random: () => number, count: number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
}

function letters(random: () => number, count: number): string {
  return Array.from({ length: count }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}
