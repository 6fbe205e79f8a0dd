import { listKinds } from '../../core/kind-form.ts';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { HeadersView, HeadView, MissingView, WorkbookView } from '../../contract/control/workbook.ts';
import { REQUIRED_COLUMNS } from '../../core/row.ts';
import { shows, type SheetColumn } from '../../core/sheet-columns.ts';
import { createError } from '../../platform/errors.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind } from '../../workbooks/workbook-kind.ts';
import {
  selectAdditions,
  requestsAdditions,
  addAdditionOptions,
  type AddOptions,
  type Target,
  toMapping,
  placeColumns,
  readColumnMap,
  columnsError,
  type Positions,
} from '../column-mapping.ts';
import { addCommand, withAccount } from '../command-action.ts';
import { collect, wholeNumber } from '../options.ts';
import { followRun } from '../follow-run.ts';
import { formValuesFrom } from '../kind-form.ts';
import type { OpenControl } from '../open-control.ts';
import { columnsText, type ColumnsView, workbookText } from '../output/workbook-text.ts';
import { answer, type Answer } from '../output/print.ts';
import { EXIT } from '../problem.ts';
import { pageTexts, text } from '../locale.ts';
import type { Input } from '../../contract/control/index.ts';

interface ColumnsOptions extends AddOptions {
  readonly map?: readonly string[];
  readonly sheet?: string;
  readonly headerRow?: number;
  readonly anyway?: true;
  readonly connected?: true;
  readonly dryRun?: true;
}

type MappedWorkbook =
  | { readonly state: 'connected'; readonly view: WorkbookView }
  | { readonly state: 'undecided'; readonly title: string }
  | { readonly state: 'file'; readonly path: string };

const MAX_ROWS = 1_048_576;

export function columnsCommand(workbook: Command): void {
  const strings = text().workbook;
  const samples = [
    'pennyrow workbook columns',
    'pennyrow workbook columns --map transactionId=Kennzeichen',
    'pennyrow workbook columns ~/Documents/Haushalt.xlsx --add --hide',
    'pennyrow workbook columns ~/Documents/Haushalt.xlsx --map date=Datum,description=Text,amount=Betrag,transactionId=E',
    'pennyrow workbook columns ~/Documents/Haushalt.xlsx --map moneyIn=Einnahmen,moneyOut=Ausgaben --add',
  ];
  addAdditionOptions(addCommand(workbook, 'columns', strings.columns, samples))
    .argument('[file]', strings.file)
    .option('--map <columns>', strings.map, collect(String))
    .option('--sheet <name>', text().workbookMapping.sheet)
    .option('--header-row <number>', text().workbookMapping.headerRow, wholeNumber(1, MAX_ROWS))
    .option('--anyway', strings.anyway)
    .option('--connected', strings.ofConnected)
    .option('--dry-run', text().option.dryRun)
    .action(
      withAccount<ColumnsOptions, [string | undefined]>(async (control, accountId, options, file) => {
        const mapped = await findWorkbook(control, accountId, file, options);
        const target = targetOf(mapped);
        const headers = await control.call('workbook.headers', { accountId, ...target });
        const head = sheetIn(headers, options.sheet);
        const headerRow = options.headerRow ?? head.headerRow;
        const proposed =
          options.headerRow === undefined || options.headerRow === head.headerRow ? proposal(mapped, head) : {};
        const map = readColumnMap(options.map ?? []);
        const positions = headerRow === null ? {} : placeColumns(map, head, headerRow, proposed);
        const isChange = map.size > 0 || options.sheet !== undefined || options.headerRow !== undefined;
        const adds = requestsAdditions(options);
        const canBeAdded =
          headerRow === null
            ? { columns: [], sheets: [] }
            : await control.call('workbook.missing', {
                accountId,
                ...target,
                table: { sheet: head.name, headerRow, columns: positions },
              });
        if (!(isChange || adds) || options.dryRun === true || headerRow === null)
          return shown(columnsView(mapped, headers, head, headerRow, positions, canBeAdded), isChange || adds);
        const add = adds ? selectAdditions(canBeAdded, options) : null;
        if (!isChange && add !== null && mapped.state === 'connected' && mapped.view.problem === null)
          return followRun(control, () => control.call('workbook.addMissing', { accountId, add }));
        const mapping = toMapping(head.name, headerRow, positions, add);
        return set(control, accountId, mapped, mapping, options.anyway === true);
      }),
    );
}

function targetOf(mapped: MappedWorkbook): Target {
  if (mapped.state === 'file') return { of: fileConnection(mapped.path) };
  return mapped.state === 'undecided' ? { unmapped: true } : {};
}

function fileConnection(path: string) {
  for (const { id, ways } of listKinds<WorkbookKind>(WORKBOOK_KINDS)) {
    const way = ways.find(({ verb }) => verb?.name === 'connect');
    if (way !== undefined)
      return { kind: id, way: way.id, settings: formValuesFrom(way.fields, { [way.fields[0]?.id ?? '']: path }) };
  }
  throw new Error('No kind of workbook connects a file.');
}

async function findWorkbook(
  control: OpenControl,
  accountId: string,
  file: string | undefined,
  { connected = false }: { readonly connected?: boolean },
): Promise<MappedWorkbook> {
  if (file !== undefined) return { state: 'file', path: resolve(file) };
  const undecided = connected ? null : await control.call('workbook.unmapped', { accountId });
  if (undecided !== null) return { state: 'undecided', title: undecided.title };
  const view = await control.call('workbook.get', { accountId });
  if (view !== null) return { state: 'connected', view };
  throw createError('workbook_none', { account: null });
}

function sheetIn({ sheets, transactions }: HeadersView, sheetName: string | undefined): HeadView {
  const head =
    sheets.find(({ name }) => name.toLowerCase() === (sheetName ?? transactions)?.toLowerCase()) ??
    (sheetName === undefined ? sheets[0] : undefined);
  if (head !== undefined) return head;
  throw columnsError({ reason: 'noSheet', given: sheetName ?? '', names: sheets.map(({ name }) => name) });
}

/** For a connected workbook that can be read, proposes its current columns instead of guessing by header. */
function proposal(mapped: MappedWorkbook, head: HeadView): Positions {
  if (mapped.state !== 'connected' || mapped.view.problem !== null || mapped.view.transactions?.name !== head.name)
    return head.columns;
  const cells = head.lines.flatMap(({ cells: each }) => each);
  return Object.fromEntries(
    mapped.view.columns.flatMap(({ column, letter }) =>
      cells
        .filter((cell) => cell.letter === letter)
        .slice(0, 1)
        .map(({ position }) => [column as SheetColumn, position]),
    ),
  );
}

function columnsView(
  mapped: MappedWorkbook,
  { sheets }: HeadersView,
  head: HeadView,
  headerRow: number | null,
  positions: Positions,
  canBeAdded: MissingView,
): ColumnsView {
  const below = head.lines.filter(({ row }) => row > (headerRow ?? 0));
  const names = head.lines.find(({ row }) => row === headerRow)?.cells ?? [];
  const columnAt = (position: number): string | null =>
    Object.entries(positions).find(([, at]) => at === position)?.[0] ?? null;
  return {
    workbook: nameOf(mapped),
    state: mapped.state,
    sheet: head.name,
    headerRow,
    preset: headerRow === head.headerRow ? head.preset : null,
    columns: names.map(({ position, letter, text }) => ({
      letter,
      header: text,
      column: columnAt(position),
      sample: sampleOf(below, position),
    })),
    missing: REQUIRED_COLUMNS.filter((column) => !shows(positions, column)),
    sheets: sheets.map(({ name }) => name).filter((name) => name !== head.name),
    canBeAdded: {
      columns: canBeAdded.columns.map(({ column, letter, header }) => ({ column, letter, header })),
      sheets: canBeAdded.sheets.map(({ name }) => name),
    },
  };
}

function nameOf(mapped: MappedWorkbook): string {
  if (mapped.state === 'undecided') return mapped.title;
  if (mapped.state === 'file') return mapped.path;
  return 'path' in mapped.view.place ? mapped.view.place.path : mapped.view.place.title;
}

function sampleOf(lines: HeadView['lines'], position: number): string | null {
  return (
    lines
      .flatMap(({ cells }) => cells.filter((cell) => cell.position === position))
      .find(({ text }) => text.trim() !== '')?.text ?? null
  );
}

function shown(value: ColumnsView, isTrial: boolean): Answer {
  return {
    value,
    text: (screen) => `${columnsText(screen, value)}${isTrial ? `\n\n${text().workbook.unchanged}` : ''}`,
    exitCode: isTrial && value.missing.length > 0 ? EXIT.failed : EXIT.succeeded,
  };
}

async function set(
  control: OpenControl,
  accountId: string,
  mapped: MappedWorkbook,
  mapping: ReturnType<typeof toMapping>,
  anyway: boolean,
): Promise<Answer> {
  if (mapped.state === 'connected') {
    const view = await control.call('workbook.map', { accountId, mapping, anyway });
    return answer(view, (screen) => `${text().workbook.columnsSet}\n${workbookText(screen, view)}`);
  }
  const view =
    mapped.state === 'file'
      ? await control.call('workbook.connect', { accountId, ...fileConnection(mapped.path), mapping })
      : await control.call('workbook.adopt', { accountId, mapping });
  return answer(view, (screen) => `${text().workbook.connected}\n${workbookText(screen, view)}`);
}

/** Sentences about how Pennyrow reads the rows; empty if it cannot read them, because the caller prints the problem. */
export async function recognizedText(control: OpenControl, chosen: Input<'workbook.recognized'>): Promise<string[]> {
  const texts = (await pageTexts()).workbookMapping.recognized;
  const found = await control.call('workbook.recognized', chosen).catch(() => null);
  if (found === null) return [];
  const { columns, newRows, formulas, below } = found;
  return [
    texts.columns({ ...found, columns: columns.length }),
    texts.newRows({ place: newRows }),
    ...(formulas.length > 0 ? [texts.formulas({ formulas: [...formulas] })] : []),
    ...(below > 0 ? [texts.below({ below })] : []),
  ];
}
