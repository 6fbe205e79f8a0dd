import type { AdditionsWanted, ColumnMapping, MissingView } from '../../contract/control/workbook.ts';
import { mayBeHidden } from '../../core/workbook-change.ts';
import { isRequired } from '../../core/row.ts';
import type { Layout } from '../../core/snapshot.ts';
import { createError } from '../../platform/errors.ts';
import type { AdditionsChoice } from '../../sync/use-cases/additions.ts';
import { findMissing, tableOf, type KnownTable } from '../../workbooks/additions.ts';
import { columnLetters } from '../../workbooks/column-letters.ts';
import type { ColumnPositions } from '../../workbooks/columns.ts';
import type { SheetHead, Workbook } from '../../workbooks/workbook.ts';
import type { Collaborators } from '../collaborators.ts';
import { type Account, requireAccount } from '../../store/accounts.ts';

type ChosenTable = Pick<ColumnMapping, 'sheet' | 'headerRow' | 'columns'>;

export async function missingView(
  workbook: Workbook,
  chosen: ChosenTable | undefined,
  remembered: Layout | null,
  signal: AbortSignal,
): Promise<MissingView> {
  const heads = await workbook.heads(signal);
  const table =
    chosen === undefined ? (remembered === null ? null : tableOf(remembered)) : asTable(chosen, heads, remembered);
  if (table === null) return { columns: [], sheets: [] };
  const { columns, sheets } = await findMissing(workbook, heads, table, signal);
  return {
    columns: columns.map(({ column, position, header }) => ({
      column,
      header,
      letter: columnLetters(position),
      isRequired: isRequired(column),
      mayBeHidden: mayBeHidden(column),
    })),
    sheets,
  };
}

export async function choiceOf(
  workbook: Workbook,
  table: KnownTable,
  { columns, sheets, hidden = false }: AdditionsWanted,
  signal?: AbortSignal,
): Promise<AdditionsChoice> {
  const missing = await findMissing(workbook, await workbook.heads(signal), table, signal, columns);
  return {
    columns: missing.columns.map((added) => ({ ...added, isHidden: hidden && mayBeHidden(added.column) })),
    sheets: missing.sheets.filter(({ role }) => sheets.includes(role)),
  };
}

export async function addMissing(
  deps: Collaborators,
  accountId: string,
  requested: AdditionsWanted,
  signal: AbortSignal,
): Promise<string> {
  const { problem: unread } = await deps.sync.reread(accountId);
  if (unread !== null) throw unread;
  const account = requireAccount(deps.store, accountId);
  const table = account.layout === null ? null : tableOf(account.layout);
  const choice =
    table === null
      ? { columns: [], sheets: [] }
      : await withWorkbook(deps.workbooks.open, account, (workbook) => choiceOf(workbook, table, requested, signal));
  if (choice.columns.length + choice.sheets.length === 0) throw createError('additions_none', {});
  return deps.sync.addMissing(accountId, choice);
}

function asTable(
  { sheet, headerRow, columns }: ChosenTable,
  heads: readonly SheetHead[],
  remembered: Layout | null,
): KnownTable | null {
  const head = heads.find(({ name }) => name === sheet);
  if (head === undefined) return null;
  const { categories = null, rules = null } = remembered?.sheets ?? {};
  return {
    sheet: { name: head.name, id: head.id },
    headerRow,
    columns: columns as ColumnPositions,
    lists: { categories, rules },
  };
}

export async function withWorkbook<Result>(
  open: (account: Account) => Workbook,
  account: Account,
  use: (workbook: Workbook) => Promise<Result>,
): Promise<Result> {
  if (account.workbook === null) throw createError('workbook_none', { account: account.name });
  const workbook = open(account);
  try {
    return await use(workbook);
  } finally {
    await workbook.close();
  }
}
