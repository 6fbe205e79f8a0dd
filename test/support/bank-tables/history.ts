import type { Dice } from './dice.ts';

/** A transaction of an account, independent of any file format. */
export interface Movement {
  /** Days since 1970. */
  readonly day: number;
  readonly valueDay: number;
  /** The amount in the smallest unit that the bank writes; negative for outgoing money. */
  readonly units: number;
  /** A fee that is deducted in addition to the amount; never negative. */
  readonly fee: number;
  readonly payee: string;
  readonly memo: string;
  readonly isPending: boolean;
  /** The balance after the transaction and its fee. */
  readonly after: number;
}

export interface History {
  readonly kind: 'current' | 'savings' | 'card';
  readonly opening: number;
  readonly movements: readonly Movement[];
}

interface Wanted {
  readonly kind: History['kind'];
  readonly count: number;
  /** Two for cents, zero for currencies without them. */
  readonly decimals: number;
  readonly hasFees: boolean;
  readonly pending: number;
  /** The text of a salary payment. */
  readonly salary: string;
}

/**
 * A user's transactions. On a card, purchases exceed repayments: otherwise a table that does not mention a card could not
 * be distinguished from an account's.
 */
export function makeHistory(dice: Dice, { kind, count, decimals, hasFees, pending, salary }: Wanted): History {
  const scale = 10 ** decimals * (decimals === 0 ? 100 : 1);
  const opening = kind === 'card' ? -dice.between(0, 900 * scale) : dice.between(-50 * scale, 9000 * scale);
  let day = dice.between(10_600, 20_600);
  let after = opening;
  let bought = 0;
  const usual = dice.between(1, 90) * scale;
  const movements: Movement[] = [];
  for (let index = 0; index < count + pending; index += 1) {
    const isPending = index >= count;
    day += dice.pick([0, 0, 1, 1, 2, 3, 6]);
    const isIn =
      kind === 'card' ? bought * 2 > index + 1 && dice.chance(0.25) : dice.chance(kind === 'savings' ? 0.6 : 0.18);
    if (!isIn) bought += 1;
    const size = dice.chance(0.12)
      ? usual
      : dice.chance(0.15)
        ? dice.between(1000, 30_000) * scale
        : dice.between(1, 200 * scale);
    const rounded = dice.chance(0.2) ? Math.max(scale, Math.round(size / scale) * scale) : Math.max(1, size);
    const fee = hasFees && !isPending && dice.chance(0.4) ? dice.between(1, 3 * scale) : 0;
    const units = isIn ? rounded : -rounded;
    if (!isPending) after += units - fee;
    movements.push({
      day,
      valueDay: day + dice.pick([0, 0, 0, 1, -1, 2]),
      units,
      fee,
      payee: dice.pick(isIn ? PAYERS : PAYEES),
      memo: isIn && kind === 'current' && dice.chance(0.35) ? salary : dice.pick(MEMOS),
      isPending,
      after,
    });
  }
  return { kind, opening, movements };
}

const PAYERS = [
  'Paperwork Ltd',
  'Papierwerk GmbH',
  'Ada Byron',
  'Jörg Weiß',
  'Finanzamt Musterstadt',
  'Łucja Nowak',
  'Transfer from savings',
  'Molino S.A.',
];

/** Some names contain words that tables also use for their totals. */
const PAYEES = [
  'Tin Whistle Pub',
  'Bakkerij Kruimel',
  'Green Grocer, Main Street',
  'Stadtwerke Süd',
  'The "Blue" Door',
  'TOTAL ENERGIES 4711',
  'Opening Night Theatre',
  'Summa Cum Laude Books',
  'Balance Yoga Studio',
  "Café de l'Œuf",
  'Żabka 0042',
  'Noodle Bar; Old Town',
  'Saldo Shoes',
  'Closing Time Bar',
  'Kvarnen AB',
  'Mercado Central',
];

const MEMOS = [
  '',
  'Card 4711',
  'Invoice 2024-0815',
  '01.02.2024',
  'thank you',
  'said "hello", twice',
  'Abo 12/2023',
  'REF 000123456',
  '4711',
  'rent',
  'Miete',
];
