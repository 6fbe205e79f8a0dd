import { descriptionWords } from '../suggestions/description-words.ts';

interface Named {
  readonly description: string;
  readonly bankAccountId: string;
  readonly account: string;
}

/** What the person's bank accounts are called in the descriptions of each other's rows. */
export interface AccountNames {
  readonly size: number;
  /** Whether the row's description has a word of the other row's account in it. */
  names(row: Named, other: Named): boolean;
  /** Whether it has one of any other account than its own. */
  isNamedIn(row: Named): boolean;
}

/** Half of all accounts are called so, and any card payment is. */
const COMMON = new Set(
  'account accounts bank card checking compte conto credit cuenta current debit debito giro girokonto karte konto mastercard visa'.split(
    ' ',
  ),
);
const SHORTEST = 3;

/** Known by the words that only one of the accounts has in its name: "travel", "everyday". */
export function accountNames(rows: readonly Named[]): AccountNames {
  const words = new Map<string, ReadonlySet<string>>();
  for (const { bankAccountId, account } of rows)
    if (bankAccountId !== '' && !words.has(bankAccountId)) words.set(bankAccountId, new Set(descriptionWords(account)));
  const counts = new Map<string, number>();
  for (const of of words.values()) for (const word of of) counts.set(word, (counts.get(word) ?? 0) + 1);
  const own = new Map(
    [...words].map(([id, of]) => [
      id,
      [...of].filter((word) => counts.get(word) === 1 && word.length >= SHORTEST && !COMMON.has(word)),
    ]),
  );
  return {
    size: words.size,
    names: (row, { bankAccountId }) => {
      const said = descriptionWords(row.description);
      return (own.get(bankAccountId) ?? []).some((word) => said.includes(word));
    },
    isNamedIn: ({ description, bankAccountId }) => {
      const said = new Set(descriptionWords(description));
      return [...own].some(([id, of]) => id !== bankAccountId && of.some((word) => said.has(word)));
    },
  };
}
