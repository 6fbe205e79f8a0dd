/** The content of a list. */
export type QifListKind = 'money' | 'investment' | 'accounts' | 'other' | 'unknown';

/**
 * @param type the text after "!Type:", in any case and spacing.
 */
export function qifListKind(type: string): QifListKind {
  const name = keyOf(type);
  if (MONEY.has(name)) return 'money';
  if (INVESTMENTS.has(name)) return 'investment';
  return OTHER.has(name) ? 'other' : 'unknown';
}

/** A display name for an account of this type. */
export function qifTypeName(type: string): string {
  return MONEY.get(keyOf(type)) ?? 'Account';
}

/** Normalizes "Oth A" to "otha". */
export function keyOf(type: string): string {
  return type.replace(/\s/g, '').toLowerCase();
}

const MONEY: ReadonlyMap<string, string> = new Map([
  ['bank', 'Bank account'],
  ['ccard', 'Card'],
  ['cash', 'Cash'],
  ['otha', 'Asset'],
  ['othl', 'Liability'],
]);

const INVESTMENTS = new Set(['invst', 'port', '401(k)/403(b)', '401k/403b', 'mutual']);
/** Lists without transactions. */
const OTHER = new Set([
  'cat',
  'class',
  'memorized',
  'memorised',
  'security',
  'prices',
  'tag',
  'budget',
  'payee',
  'template',
]);
