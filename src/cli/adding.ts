import type { Command } from 'commander';
import type { Input } from '../contract/control/index.ts';
import type { AdditionsWanted, ColumnMapping, HeadersView, MissingView } from '../contract/control/workbook.ts';
import { isRequired, REQUIRED_COLUMNS, type Column } from '../core/row.ts';
import { shows } from '../core/sheet-columns.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError, reportOf } from '../platform/errors.ts';
import { wrongColumns } from './column-map.ts';
import type { OpenControl } from './open-control.ts';
import { tell, text } from './speech.ts';

/** What a person wants added to a workbook that lacks it. */
export interface AddOptions {
  readonly add?: true;
  readonly addOnly?: string;
  readonly hide?: true;
}

/** What is not connected yet; empty for the account's workbook. */
export type Target = Pick<Input<'workbook.missing'>, 'of' | 'unmapped'>;

export function withAdding(command: Command): Command {
  const say = text().workbook;
  return command.option('--add', say.add).option('--add-only <names>', say.addOnly).option('--hide', say.hide);
}

export function wantsAdding({ add, addOnly }: AddOptions): boolean {
  return add === true || addOnly !== undefined;
}

/**
 * Of what is missing, what a person wants. Ids are all that a table with rows certainly lacks: another column that rows
 * cannot be written without has a name that Pennyrow does not know, and is added only where it is named.
 *
 * @throws PennyrowError input_columns for a name that is neither a missing column nor a missing sheet
 */
export function wantedOf({ columns, sheets }: MissingView, { addOnly, hide }: AddOptions): AdditionsWanted {
  const all = { columns: columns.map(({ column }) => column), sheets: sheets.map(({ role }) => role) };
  if (addOnly === undefined)
    return { ...all, columns: all.columns.filter((column) => !isUnrecognisedOne(column)), hidden: hide === true };
  const names = addOnly.split(',').map((name) => name.trim());
  const known: readonly string[] = [...all.columns, ...all.sheets];
  const stranger = names.find((name) => !known.includes(name));
  if (stranger !== undefined) throw wrongColumns({ reason: 'notMissing', given: stranger, names: known });
  return {
    columns: all.columns.filter((column) => names.includes(column)),
    sheets: all.sheets.filter((role) => names.includes(role)),
    hidden: hide === true,
  };
}

function isUnrecognisedOne(column: Column): boolean {
  return isRequired(column) && column !== 'transactionId';
}

/**
 * The columns as they are proposed, with what is missing added. Throws `refusal` where one is needed that is neither
 * recognised nor named to be added.
 */
export async function proposedWith(
  control: OpenControl,
  accountId: string,
  target: Target,
  options: AddOptions,
  refusal: unknown,
): Promise<ColumnMapping> {
  const { sheets, transactions }: HeadersView = await control.call('workbook.headers', { accountId, ...target });
  const head = sheets.find(({ name }) => name === transactions);
  if (head === undefined || head.headerRow === null) throw refusal;
  const { name: sheet, headerRow, columns } = head;
  const table = { sheet, headerRow, columns };
  const add = wantedOf(await control.call('workbook.missing', { accountId, ...target, table }), options);
  if (REQUIRED_COLUMNS.some((column) => !shows(columns, column) && !add.columns.includes(column))) throw refusal;
  return { ...table, add };
}

/**
 * Asks at a terminal which columns are meant, and whether to add the one for ids. Throws `refusal` where nobody can be
 * asked or the sheet has no table, and `run_cancelled` after a no.
 */
export async function askForMapping(
  control: OpenControl,
  accountId: string,
  target: Target,
  { json }: { readonly json?: boolean | undefined },
  refusal: PennyrowError,
): Promise<ColumnMapping> {
  const { openAsker, isYes } = await import('./asker.ts');
  const asker = openAsker({ json });
  if (asker === null) throw refusal;
  try {
    const { sheets, transactions }: HeadersView = await control.call('workbook.headers', { accountId, ...target });
    const head = sheets.find(({ name }) => name === transactions);
    const headerRow = head?.headerRow ?? null;
    if (head === undefined || headerRow === null) throw refusal;
    const say = text().workbook;
    const columns = { ...head.columns };
    const cells = head.lines.find(({ row }) => row === headerRow)?.cells ?? [];
    asker.say(tell(reportOf(refusal)).message);
    const missing = await control.call('workbook.missing', {
      accountId,
      ...target,
      table: { sheet: head.name, headerRow, columns },
    });
    for (const { column, header } of missing.columns.filter((each) => isUnrecognisedOne(each.column))) {
      const taken = new Set(Object.values(columns));
      const free = cells.filter(({ isText, position }) => isText && !taken.has(position));
      for (const [index, { text: title, letter }] of free.entries()) asker.say(`  ${index + 1}  ${title} (${letter})`);
      const chosen = free[Number(await asker.ask(say.whichColumn({ header }))) - 1];
      if (chosen === undefined) throw new PennyrowError(problem('run_cancelled', {}));
      columns[column] = chosen.position;
    }
    const ids = missing.columns.find(({ column }) => column === 'transactionId');
    if (ids !== undefined && !isYes(await asker.ask(say.addIds({ header: ids.header, sheet: head.name }))))
      throw new PennyrowError(problem('run_cancelled', {}));
    const add: AdditionsWanted = { columns: ids === undefined ? [] : ['transactionId'], sheets: [], hidden: false };
    return { sheet: head.name, headerRow, columns, add };
  } finally {
    asker.close();
  }
}

const UNRECOGNISED: ReadonlySet<string> = new Set(['workbook_column_lost', 'workbook_sheet_missing']);

/** Whether a workbook was refused because its columns are not recognised. */
export function isUnrecognised(thrown: unknown): thrown is PennyrowError {
  return thrown instanceof PennyrowError && UNRECOGNISED.has(thrown.code);
}
