import { columnName } from '../columns.ts';
import type { StoredFile } from '../files.ts';
import { escaped } from '../oauth/authorization.ts';
import { effective, shown, type View } from '../sheets/evaluation.ts';
import { cellAt, hasValue, usedRows, type SheetState } from '../sheets/model.ts';
import { viewOf } from '../sheets/view.ts';
import { cellStyle, colorOf } from './cell-style.ts';
import { PAGE_STYLE } from './page-style.ts';

/** More rows would be slow in a browser. */
const MOST_ROWS = 1000;
/** Empty rows below the last row. */
const BLANK_ROWS = 5;

export function listPage(files: readonly StoredFile[]): string {
  const lines = files.map(
    ({ id, state }) => `<li><a href="/spreadsheets/d/${id}/edit">${escaped(state.properties.title ?? '')}</a></li>`,
  );
  return page(
    'Spreadsheets',
    `<header><h1>Your spreadsheets</h1></header><main class="list"><ul>${lines.join('\n') || '<li>There is none yet.</li>'}</ul></main>`,
  );
}

export function missingPage(): string {
  return page(
    'Not found',
    '<header><h1>There is no such spreadsheet.</h1></header><main class="list"><p><a href="/spreadsheets">Your spreadsheets</a></p></main>',
  );
}

/** Renders one sheet as a table: the sheet with this id, otherwise the first visible one. */
export function spreadsheetPage(
  { id, state, isTrashed }: StoredFile,
  sheetId: string | null,
  clock: { now(): number },
): string {
  const visible = state.sheets.filter(({ properties }) => properties.hidden !== true);
  const sheet = visible.find((candidate) => String(candidate.sheetId) === sheetId) ?? visible[0];
  const title = escaped(state.properties.title ?? '');
  const tabs = visible.map((tab) => {
    const color = colorOf(tab.properties.tabColorStyle) ?? 'transparent';
    return `<a href="/spreadsheets/d/${id}/edit?sheet=${tab.sheetId}" style="border-color:${color}"${tab === sheet ? ' aria-current="page"' : ''}>${escaped(tab.properties.title ?? '')}</a>`;
  });
  return page(
    title,
    `<header><h1>${title}${isTrashed ? ' (in the trash)' : ''}</h1></header>
<main>${sheet === undefined ? '' : table(sheet, viewOf(state, clock))}</main>
<nav aria-label="Sheets">${tabs.join('\n')}</nav>`,
  );
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5">
<title>${title} – stand-in for Google</title>
<style>${PAGE_STYLE}</style>
<p class="notice">A stand-in for Google on this machine. Nothing here is at Google.</p>
${body}
</html>
`;
}

function table(sheet: SheetState, view: View): string {
  const used = Math.max(usedRows(sheet, hasValue), view.calculator.spillEnd(sheet).row);
  const rows = numbered(Math.min(used + BLANK_ROWS, sheet.rows.length, MOST_ROWS)).filter(
    (row) => sheet.rows[row]?.hiddenByUser !== true,
  );
  const columns = numbered(sheet.columns.length).filter((column) => sheet.columns[column]?.hiddenByUser !== true);
  const widths = columns.map((column) => `<col style="width:${sheet.columns[column]?.pixelSize ?? 100}px">`);
  const letters = columns.map((column) => `<th scope="col">${columnName(column)}</th>`);
  const more = used > MOST_ROWS ? `<p>The first ${MOST_ROWS} of ${used} rows.</p>` : '';
  return `<table><colgroup><col class="numbers">${widths.join('')}</colgroup>
<thead><tr><td></td>${letters.join('')}</tr></thead>
<tbody>${rows.map((row) => line(sheet, row, columns, view)).join('\n')}</tbody></table>${more}`;
}

function line(sheet: SheetState, row: number, columns: readonly number[], view: View): string {
  // Freezing further rows would require the height of the rows above.
  const isFrozen = row === 0 && (sheet.properties.gridProperties?.frozenRowCount ?? 0) > 0;
  const cells = columns.map((column) => {
    const cell = cellAt(sheet, row, column);
    const now = effective(cell, sheet, row, column, view);
    const text = shown(now, view) ?? '';
    const style = cellStyle(cell?.format ?? null, now);
    return `<td${style === '' ? '' : ` style="${style}"`}>${escaped(text)}</td>`;
  });
  return `<tr${isFrozen ? ' class="frozen"' : ''}><th scope="row">${row + 1}</th>${cells.join('')}</tr>`;
}

function numbered(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
