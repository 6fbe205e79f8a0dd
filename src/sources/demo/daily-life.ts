import { addDays, type CalendarDate, daysInMonth, fromEpochDay } from '../../core/calendar-date.ts';

export type DemoAccount = 'everyday' | 'travel';

/** The demo bank returns a posted transaction on its day and later, and a pending one from its day until `goneFrom`. */
export interface LedgerEntry {
  readonly id: string;
  readonly account: DemoAccount;
  readonly date: CalendarDate;
  readonly cents: number;
  readonly text: string;
  readonly status: 'pending' | 'posted';
  /** The first day on which a pending transaction is no longer returned; null if posted. */
  readonly goneFrom: CalendarDate | null;
}

export const GROCERS = ['Greenleaf Market', 'Korb & Kiste', 'Corner Pantry', 'Marché du Pont'] as const;
export const CAFES = ['Café Zoë', 'Three Spoons Coffee', 'Bean & Bicycle'] as const;
export const RESTAURANTS = ['Trattoria Lupo', 'The Tin Whistle', 'Bistro Quai 9', 'Sushi Komorebi'] as const;
export const SHOPS = [
  'Buchhandlung Papierboot',
  'Hearth & Home',
  'Northwind Outdoor',
  'Pixel Pantry Electronics',
] as const;
export const ABROAD = [
  'Harbor Street Diner',
  'Maple Inn',
  'City Bike Share',
  'Lighthouse Museum',
  'Pier 7 Seafood',
] as const;

/** Texts that have broken other programs: formulas, other scripts, control characters, markup, leading zeros. */
const ODDITIES = [
  '=HYPERLINK("https://prize.example";"You won")',
  '+49 30 5550 0199 Telefonladen',
  '-20% Outlet',
  '@Home Deko',
  '000123 Parking meter',
  'O\'Malley\'s "Pub" <Grill> & Bar',
  '寿司 さくら 🍣',
  'Книжный дом',
  'مخبز النور',
  'Kiosk\u202e gpj.xls \u202c24h',
  'Bäckerei Süß\r\nFiliale\t7',
  '1/2 Price Books',
] as const;

/** The most days from an event to the last entry that it causes, such as a refund. */
export const LONGEST_ECHO_DAYS = 14;

export function entriesOfDay(seed: number, epochDay: number): LedgerEntry[] {
  const day = new DemoDay(seed, epochDay);
  fixedCosts(day);
  income(day);
  food(day);
  errands(day);
  travel(day);
  return day.entries;
}

class DemoDay {
  readonly entries: LedgerEntry[] = [];
  readonly date: CalendarDate;
  readonly dayOfMonth: number;
  readonly month: number;
  readonly lastOfMonth: number;
  readonly weekday: number;
  readonly #seed: number;
  readonly #epochDay: number;

  constructor(seed: number, epochDay: number) {
    this.#seed = seed;
    this.#epochDay = epochDay;
    this.date = fromEpochDay(epochDay);
    this.dayOfMonth = Number(this.date.slice(8));
    this.month = Number(this.date.slice(5, 7));
    this.lastOfMonth = daysInMonth(Number(this.date.slice(0, 4)), this.month);
    this.weekday = (((epochDay + 4) % 7) + 7) % 7;
  }

  get isWeekend(): boolean {
    return this.weekday === 0 || this.weekday === 6;
  }

  chance(topic: string): Chance {
    return new Chance(this.#seed, this.#epochDay, topic);
  }

  booked(account: DemoAccount, cents: number, text: string, later = 0): void {
    this.#add({ account, cents, text, date: addDays(this.date, later), status: 'posted', goneFrom: null });
  }

  /** A card payment: pending for `days`, then posted with a different id, day and amount. */
  card(account: DemoAccount, cents: number, text: string, days: number, postedCents = cents): void {
    this.hold(account, cents, text, days);
    this.booked(account, postedCents, text, days);
  }

  /** A reservation: pending for `days`, then dropped. */
  hold(account: DemoAccount, cents: number, text: string, days: number): void {
    this.#add({ account, cents, text, date: this.date, status: 'pending', goneFrom: addDays(this.date, days) });
  }

  #add(entry: Omit<LedgerEntry, 'id'>): void {
    const kind = entry.status === 'pending' ? 'H' : 'B';
    this.entries.push({ ...entry, id: `${kind}${this.date.replaceAll('-', '')}-${this.entries.length + 1}` });
  }
}

function fixedCosts(day: DemoDay): void {
  const chance = day.chance('fixed costs');
  const isWinter = day.month <= 3 || day.month >= 11;
  const energy = isWinter ? chance.between(8_200, 11_900) : chance.between(4_100, 6_200);
  if (day.dayOfMonth === 1) day.booked('everyday', -94_500, 'Standing order Linden Court 12, rent');
  if (day.dayOfMonth === 2) day.booked('everyday', -20_000, 'Transfer to savings');
  if (day.dayOfMonth === 3) day.booked('everyday', -1_099, 'Tunestream subscription');
  if (day.dayOfMonth === 5) day.booked('everyday', -energy, 'Talwerke energy');
  if (day.dayOfMonth === 8) day.booked('everyday', -3_490, 'Boulder Barn membership');
  if (day.dayOfMonth === 12) day.booked('everyday', -2_995, 'Fernlicht internet and phone');
  if (day.dayOfMonth === 17) day.booked('everyday', -1_399, 'Filmgarten subscription');
  if (day.dayOfMonth === 22) day.booked('travel', -299, 'Cloudbarn storage');
  if (day.dayOfMonth === day.lastOfMonth) day.booked('everyday', -390, 'Account fee');
}

function income(day: DemoDay): void {
  const daysLeft = day.lastOfMonth - day.dayOfMonth;
  const isLastWorkday = !day.isWeekend && (daysLeft === 0 || (day.weekday === 5 && daysLeft <= 2));
  if (isLastWorkday) day.booked('everyday', 284_617, `Salary Papermill Press ${day.date.slice(0, 7)}`);
  const isQuarterEnd = day.month % 3 === 0 && daysLeft === 0;
  if (isQuarterEnd) day.booked('everyday', day.chance('interest').between(40, 180), 'Interest');
}

function food(day: DemoDay): void {
  const coffee = day.chance('coffee');
  if (!day.isWeekend && coffee.happens(45)) {
    const cafe = coffee.pick(CAFES);
    const cents = -coffee.pick([290, 340, 380]);
    day.booked('everyday', cents, cafe);
    if (coffee.happens(12)) day.booked('everyday', cents, cafe);
  }
  const groceries = day.chance('groceries');
  if (day.weekday !== 0 && groceries.happens(day.weekday === 6 ? 80 : 30))
    day.card('everyday', -groceries.between(780, 9_400), groceries.pick(GROCERS), groceries.between(1, 2));
  const restaurant = day.chance('restaurant');
  if (restaurant.happens(day.weekday >= 5 ? 50 : 8)) {
    const cents = -restaurant.between(1_850, 7_600);
    const tip = restaurant.happens(70) ? Math.round((cents * restaurant.between(8, 20)) / 100) : 0;
    day.card('everyday', cents, restaurant.pick(RESTAURANTS), restaurant.between(1, 3), cents + tip);
  }
}

function errands(day: DemoDay): void {
  const chance = day.chance('errands');
  if (!day.isWeekend && chance.happens(25)) day.booked('everyday', -240, 'City transit single ride');
  if (chance.happens(5)) day.booked('everyday', -chance.pick([5_000, 10_000]), 'Cash withdrawal Linden Square');
  if (chance.happens(6)) {
    const shop = chance.pick(SHOPS);
    const cents = -chance.between(1_290, 14_900);
    day.card('everyday', cents, shop, chance.between(1, 3));
    if (chance.happens(30)) day.booked('everyday', -cents, `Refund ${shop}`, chance.between(6, LONGEST_ECHO_DAYS));
  }
  if (chance.happens(3)) day.hold('everyday', -10_000, 'Tankhof pump 4', 2);
  if (chance.happens(4)) day.booked('everyday', -chance.between(150, 2_400), chance.pick(ODDITIES));
}

function travel(day: DemoDay): void {
  if (day.month % 4 !== 2) return;
  const chance = day.chance('travel');
  if (day.dayOfMonth === 7) {
    day.booked('everyday', -60_000, 'Transfer to travel card');
    day.booked('travel', 64_860, 'Top-up from everyday account');
  }
  if (day.dayOfMonth < 10 || day.dayOfMonth > 14) return;
  for (let purchase = chance.between(1, 3); purchase > 0; purchase -= 1) {
    const cents = -chance.between(650, 9_800);
    day.card('travel', cents, chance.pick(ABROAD), chance.between(1, 3));
    if (cents < -5_000) day.booked('travel', Math.round(cents * 0.015), 'Foreign purchase fee', 1);
  }
}

class Chance {
  #state: number;

  constructor(seed: number, day: number, topic: string) {
    this.#state = 0x811c9dc5;
    for (const character of `${seed}/${day}/${topic}`)
      this.#state = Math.imul(this.#state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  happens(percent: number): boolean {
    return this.#next() * 100 < percent;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** Returns a number from 0 to below 1, by SplitMix32. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }
}
