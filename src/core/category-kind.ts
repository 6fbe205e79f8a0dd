import { plainLetters } from './plain-letters.ts';

/** Money that is put aside, or goes from one own account to another, is not spent, and what comes back is no income. */
export type CategoryKind = 'everyday' | 'saving' | 'transfer';

const SAVING = new Set([
  'saving',
  'savings',
  'investment',
  'investments',
  'investing',
  'retirement',
  'sparen',
  'ersparnisse',
  'rucklagen',
  'geldanlage',
  'altersvorsorge',
  'epargne',
  'placements',
  'ahorro',
  'ahorros',
  'risparmi',
  'sparande',
]);

const TRANSFER = new Set([
  'transfer',
  'transfers',
  'internal transfer',
  'internal transfers',
  'transfer between accounts',
  'umbuchung',
  'umbuchungen',
  'umbuchung zwischen konten',
  'ubertrag',
  'virement interne',
  'virements internes',
  'traspaso',
  'traspasos',
  'giroconto',
]);

/**
 * By the name that a person gave the category, in any case and with or without accents. What follows a colon, a slash or a
 * dash says more about it: "Savings: house" is saving, "Savings bank fees" is not.
 */
export function categoryKind(category: string): CategoryKind {
  const [name = ''] = plainLetters(category).split(/\s*(?:[:/>]|\s[-–])\s*/, 1);
  const plain = name.trim();
  return SAVING.has(plain) ? 'saving' : TRANSFER.has(plain) ? 'transfer' : 'everyday';
}
