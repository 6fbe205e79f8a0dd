import { plainLetters } from './plain-letters.ts';

/** `saving` and `transfer` count neither as spending nor as income. */
export type CategoryKind = 'everyday' | 'saving' | 'transfer';

const SAVING = new Set(
  'saving|savings|investment|investments|investing|retirement|sparen|ersparnisse|rucklagen|geldanlage|altersvorsorge|epargne|placements|ahorro|ahorros|risparmi|sparande'.split(
    '|',
  ),
);

const TRANSFER = new Set(
  'transfer|transfers|internal transfer|internal transfers|transfer between accounts|umbuchung|umbuchungen|umbuchung zwischen konten|ubertrag|virement interne|virements internes|traspaso|traspasos|giroconto'.split(
    '|',
  ),
);

/** Ignores text after a colon, slash or dash: "Savings: house" is saving, "Savings bank fees" is not. */
export function categoryKind(category: string): CategoryKind {
  const [name = ''] = plainLetters(category).split(/\s*(?:[:/>]|\s[-–])\s*/, 1);
  const plain = name.trim();
  return SAVING.has(plain) ? 'saving' : TRANSFER.has(plain) ? 'transfer' : 'everyday';
}
