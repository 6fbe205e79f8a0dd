import type { CsvAnswers, CsvMapping } from '../../../../src/contract/control/statements.ts';
import { nameOf } from './roles.ts';

/** The answers that would produce this mapping, so that changing one keeps the others. */
export function answersOf(mapping: CsvMapping): CsvAnswers {
  const table = { columns: mapping.columns.map((title) => ({ title, samples: [] })) };
  const name = (place: number): string => nameOf(table, place);
  const orNone = (place: number | null): string => (place === null ? 'none' : name(place));
  const { amount, account, currency, encoding } = mapping;
  return {
    ...(encoding === null ? {} : { encoding }),
    delimiter: mapping.delimiter,
    header: mapping.hasHeader,
    date: name(mapping.date),
    dateOrder: mapping.dateOrder,
    ...(amount.kind === 'two'
      ? { out: name(amount.out), in: name(amount.in), sign: amount.outIsNegative ? 'as-written' : 'inverted' }
      : { amount: name(amount.column) }),
    ...(amount.kind === 'signed' ? { sign: amount.inverted ? 'inverted' : 'as-written', direction: 'none' } : {}),
    ...(amount.kind === 'stepped' && amount.first !== null
      ? { sign: amount.first.isOut ? 'inverted' : 'as-written' }
      : {}),
    ...(amount.kind === 'marked' ? { direction: name(amount.mark) } : {}),
    fee: orNone(mapping.fee),
    decimalMark: mapping.decimalMark,
    currency: 'code' in currency ? currency.code : name(currency.column),
    description: mapping.description.map(name),
    id: orNone(mapping.id),
    status: orNone(mapping.status?.column ?? null),
    ...(account.kind === 'column' ? { accountColumn: name(account.column) } : {}),
    ...(account.kind === 'named' ? { account: account.name } : {}),
    // Prefills the name only: `mergeRemembered` keeps the accounts of the mapping unless the user changes the name.
    ...(account.kind === 'each-file' ? { account: account.accounts[0]?.name ?? '' } : {}),
  };
}

/** Keeps the parts of a mapping that answers lack: the id of the account, and the words in the direction and status columns. */
export function mergeRemembered(
  before: CsvMapping,
  changed: CsvMapping,
  initial: CsvAnswers,
  answers: CsvAnswers,
): CsvMapping {
  return {
    ...changed,
    account: accountAfter(before, changed, initial, answers),
    amount: amountAfter(before, changed),
    status: statusAfter(before, changed),
  };
}

function accountAfter(
  { account: before }: CsvMapping,
  { account: changed }: CsvMapping,
  initial: CsvAnswers,
  answers: CsvAnswers,
): CsvMapping['account'] {
  const isUntouched = (['account', 'accountNumber', 'accountColumn'] as const).every(
    (about) => answers[about] === initial[about],
  );
  if (isUntouched) return before;
  // Keeps the account's id: the rows of a renamed account must still belong to it.
  if (before.kind === 'named' && changed.kind === 'named' && (answers.accountNumber ?? '') === '')
    return { ...before, name: changed.name };
  return changed;
}

function amountAfter({ amount: before }: CsvMapping, { amount: changed }: CsvMapping): CsvMapping['amount'] {
  if (before.kind !== 'marked' || changed.kind !== 'marked' || before.mark !== changed.mark) return changed;
  return {
    ...changed,
    out: [...new Set([...before.out, ...changed.out])],
    in: [...new Set([...before.in, ...changed.in])],
  };
}

function statusAfter({ status: before }: CsvMapping, { status: changed }: CsvMapping): CsvMapping['status'] {
  if (before === null || changed === null || before.column !== changed.column) return changed;
  return { ...changed, posted: [...new Set([...before.posted, ...changed.posted])] };
}
