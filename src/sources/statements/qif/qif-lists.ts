export type QifListKind = 'money' | 'investment' | 'accounts' | 'other' | 'unknown';

/** Accepts any case and spacing of the text after "!Type:". */
export function qifListKind(type: string): QifListKind {
  const name = keyOf(type);
  if (MONEY.has(name)) return 'money';
  if (INVESTMENTS.has(name)) return 'investment';
  return OTHER.has(name) ? 'other' : 'unknown';
}

export function qifTypeName(type: string): string {
  return MONEY.get(keyOf(type)) ?? 'Account';
}

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
