import type { CsvMapping } from '../../../../core/csv-mapping.ts';
import { isNumber } from '../../../../core/amount-text.ts';
import { roleOfTitle, type ColumnRole } from '../../../../core/column-titles.ts';
import { isCategoryTitle } from '../../../../core/own-titles.ts';
import { joinDistinct, plainText, withParts, type Described } from '../../description-parts.ts';
import { moneyPlaces } from '../arithmetic/amounts.ts';
import { clean, type CsvTable } from '../table/csv-table.ts';
import { hasWords, isCardNumber } from '../values/csv-labels.ts';

/**
 * Describes a row on one line, without placeholders and without the account holder, whom some banks list in each line.
 * A line without words in these columns has its text in another one, or at least the kind of transaction.
 */
export function createDescriber({ titles }: CsvTable, mapping: CsvMapping): (row: readonly string[]) => Described {
  const { description, ownName, kind } = mapping;
  const payees = new Set(description.filter((place) => roleOfTitle(titles[place] ?? '') === 'payee'));
  const used = new Set([...usedPlaces(mapping), ...description]);
  const others = [...titles.keys()].filter((place) => !used.has(place) && !isCategoryTitle(titles[place] ?? ''));
  const withRoles = (...roles: readonly (ColumnRole | null)[]): number[] =>
    others.filter((place) => roles.includes(roleOfTitle(titles[place] ?? '')));
  const spare = [...withRoles('payee', 'memo'), ...(kind === null ? [] : [kind]), ...withRoles('kind', null, 'status')];
  const categories = [...titles.keys()].filter((place) => isCategoryTitle(titles[place] ?? ''));
  const partsOf = (row: readonly string[], places: readonly number[]) =>
    places.map((place) => {
      const text = plainText(clean(row[place]));
      const isOmitted = PLACEHOLDER.test(text) || (ownName !== null && text.toLowerCase() === ownName);
      return { place, text: isOmitted ? '' : text };
    });
  return (row) => {
    let parts = partsOf(row, description).filter(({ text }) => text !== '');
    if (!parts.some(({ text }) => hasWords(text))) {
      // A currency beside an amount does not count as a word.
      const other = partsOf(row, spare).find(({ text }) => hasWords(text) && !isNumber(text));
      if (other !== undefined) parts = [other, ...parts];
    } else parts = parts.filter(({ text }) => !isCardNumber(text));
    const join = (some: typeof parts): string => some.reduce((line, { text }) => joinDistinct(line, text), '');
    // A transfer to oneself may have only the user's name.
    const texts = [...description, ...categories].map((place) => plainText(clean(row[place])));
    const line = join(parts) || texts.find(hasWords) || '';
    // If the user chose several description columns, the first name is the payee.
    const payee = parts.find(({ place }) => payees.has(place));
    if (payee === undefined) return { description: line || 'No description' };
    return withParts(line, { payee: payee.text, notes: join(parts.filter((part) => part !== payee)) });
  };
}

const PLACEHOLDER = /^[-\u2013\u2014/.]+$/;

function usedPlaces({ date, amount, fee, balance, currency, status, id, account }: CsvMapping) {
  return [
    date,
    ...moneyPlaces(amount),
    ...(amount.kind === 'marked' ? [amount.mark] : []),
    ...('column' in currency ? [currency.column] : []),
    ...(account.kind === 'column' ? [account.column] : []),
    fee,
    balance,
    status?.column,
    id,
  ];
}
