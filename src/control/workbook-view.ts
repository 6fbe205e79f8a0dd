import type { WorkbookPlace, WorkbookView } from '../contract/control/workbook.ts';
import { COLUMNS } from '../core/row.ts';
import type { Layout } from '../core/snapshot.ts';
import type { WorkbookAddress } from '../store/accounts.ts';
import { findMirrorCategories, findMirrorRules, listSheetProblems } from '../store/mirror.ts';
import { columnLetters } from '../workbooks/column-letters.ts';
import type { ControlDependencies } from './dependencies.ts';
import { requireAccount } from './requirements.ts';

/** The account's workbook as it is read now; null when it has none. */
export async function workbookView(
  { store, sync }: Pick<ControlDependencies, 'store' | 'sync'>,
  accountId: string,
): Promise<WorkbookView | null> {
  if (requireAccount(store, accountId).workbook === null) return null;
  const { asOf, problem } = await sync.freshen(accountId);
  const { workbook, layout } = requireAccount(store, accountId);
  if (workbook === null) return null;
  return {
    place: placeOf(workbook),
    transactions: layout === null ? null : transactionsSheet(placeOf(workbook), layout),
    asOf,
    problem: problem === null ? null : { code: problem.code, message: problem.message, remedy: problem.remedy },
    columns: layout === null ? [] : columnsOf(layout),
    lists: {
      categories: countIn(findMirrorCategories(store, accountId)),
      rules: countIn(findMirrorRules(store, accountId)),
    },
    notes: listSheetProblems(store, accountId).map(({ sheet, row, code, message }) => ({ sheet, row, code, message })),
  };
}

function countIn(list: string | null): number {
  return list === null ? 0 : (JSON.parse(list) as readonly unknown[]).length;
}

function placeOf(address: WorkbookAddress): WorkbookPlace {
  return address.kind === 'xlsx' ? address : { ...address, url: spreadsheetUrl(address.spreadsheetId) };
}

export function spreadsheetUrl(spreadsheetId: string): string {
  return `https://docs.google.com/spreadsheets/d/${spreadsheetId}/edit`;
}

function transactionsSheet(place: WorkbookPlace, { sheets: { transactions } }: Layout): WorkbookView['transactions'] {
  if (transactions === null) return null;
  return {
    name: transactions.name,
    url: place.kind === 'google' && transactions.id !== null ? `${place.url}#gid=${transactions.id}` : null,
  };
}

function columnsOf({ columns }: Layout): WorkbookView['columns'] {
  return COLUMNS.flatMap((column) => {
    const remembered = columns[column];
    return remembered === undefined
      ? []
      : [{ column, header: remembered.header, letter: columnLetters(remembered.position) }];
  });
}
