import type { WorkbookView } from '../../contract/control/workbook.ts';
import { LIST_ROLES } from '../../core/workbook-change.ts';
import { SHEET_COLUMNS } from '../../core/sheet-columns.ts';
import type { Layout } from '../../core/snapshot.ts';
import type { WorkbookAddress } from '../../core/workbook-address.ts';
import { reportOf } from '../../platform/errors.ts';
import { findMirrorRules, listSheetProblems } from '../../store/mirror.ts';
import { columnLetters } from '../../workbooks/column-letters.ts';
import type { Collaborators } from '../collaborators.ts';
import { mirrorCategories } from '../rules/mirror-rules.ts';
import { requireAccount } from '../../store/accounts.ts';

export async function workbookView(
  { store, sync, workbooks }: Collaborators,
  accountId: string,
): Promise<WorkbookView | null> {
  if (requireAccount(store, accountId).workbook === null) return null;
  const { asOf, problem } = await sync.freshen(accountId);
  const { workbook, layout } = requireAccount(store, accountId);
  if (workbook === null) return null;
  const notes = listSheetProblems(store, accountId);
  return {
    place: 'path' in workbook ? workbook : { ...workbook, url: workbooks.urlOf(workbook) ?? '' },
    transactions: layout === null ? null : transactionsSheet(workbooks, workbook, layout),
    asOf,
    problem: problem === null ? null : reportOf(problem),
    columns: layout === null ? [] : columnsOf(layout),
    ...(layout !== null && {
      newRows: { place: layout.newestFirst === true ? 'top' : 'end', isChosen: layout.newRows !== undefined },
    }),
    lists: {
      categories: mirrorCategories(store, accountId).length,
      rules: findMirrorRules(store, accountId)?.length ?? 0,
    },
    missingSheets: LIST_ROLES.filter((role) =>
      notes.some(({ code, sheet }) => code === 'sheet_missing' && sheet === role),
    ),
    notes,
  };
}

export async function requireWorkbookView(deps: Collaborators, accountId: string): Promise<WorkbookView> {
  return (await workbookView(deps, accountId)) as WorkbookView;
}

function transactionsSheet(
  { sheetUrlOf }: Collaborators['workbooks'],
  address: WorkbookAddress,
  { sheets: { transactions } }: Layout,
): WorkbookView['transactions'] {
  if (transactions === null) return null;
  const { name, id } = transactions;
  return { name, url: id === null ? null : sheetUrlOf(address, id) };
}

function columnsOf({ columns }: Layout): WorkbookView['columns'] {
  return SHEET_COLUMNS.flatMap((column) => {
    const remembered = columns[column];
    return remembered === undefined
      ? []
      : [{ column, header: remembered.header, letter: columnLetters(remembered.position) }];
  });
}
