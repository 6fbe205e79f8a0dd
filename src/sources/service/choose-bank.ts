import { nameHas } from '../../core/plain-letters.ts';
import { oneLine } from '../../core/one-line.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

/** How many are named when none is the one. */
const MOST_NAMED = 30;

export interface BankWanted {
  /** ISO 3166-1. */
  readonly country: string;
  readonly bank: string;
}

/** The bank of that name, or the only one whose name has it as a part. Throws `source_bank_choice` with those there are. */
export function chooseBank<Bank extends { readonly name: string }>(
  banks: readonly Bank[],
  { country, bank }: BankWanted,
  host: string,
): Bank {
  const wanted = bank.toLowerCase();
  const same = banks.find(({ name }) => name.toLowerCase() === wanted);
  const partly = banks.filter(({ name }) => nameHas(name, bank));
  const found = same ?? (partly.length === 1 ? partly[0] : undefined);
  if (found !== undefined) return found;
  const names = (partly.length > 0 ? partly : banks).map(({ name }) => oneLine(name)).toSorted();
  throw new PennyrowError(
    problem('source_bank_choice', {
      bank,
      country,
      host,
      reason: partly.length > 1 ? 'several' : banks.length === 0 ? 'country' : 'other',
      banks: names.slice(0, MOST_NAMED),
    }),
  );
}

/** All to choose from, each name once. Throws `source_bank_choice` where there is none. */
export function bankNames(
  banks: readonly { readonly name: string }[],
  { country }: Pick<BankWanted, 'country'>,
  host: string,
): readonly string[] {
  if (banks.length === 0)
    throw new PennyrowError(problem('source_bank_choice', { bank: '', country, host, reason: 'country', banks: [] }));
  return [...new Set(banks.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b));
}
