import { toInstant } from '../../core/calendar-date.ts';
import { COLUMNS } from '../../core/row.ts';
import type { Run } from '../../core/run.ts';
import { shows } from '../../core/sheet-columns.ts';
import type { Snapshot } from '../../core/snapshot.ts';
import {
  layoutWith,
  mayBeHidden,
  type AddedColumn,
  type Additions,
  type ListRole,
} from '../../core/workbook-change.ts';
import type { Problem } from '../../messages/parameters.ts';
import { problem } from '../../messages/problem.ts';
import { createError } from '../../platform/errors.ts';
import { addRun, finishRun, startRun } from '../../store/runs.ts';
import type { Workbook } from '../../workbooks/workbook.ts';
import { createWork, runMessage, withOutcome, type Work } from '../runs/work.ts';
import { planAndWrite, readsAll } from '../runs/write.ts';
import type { UseCaseContext } from './context.ts';

export interface AdditionsChoice {
  readonly columns: readonly AddedColumn[];
  readonly sheets: readonly { readonly role: ListRole; readonly name: string }[];
}

export function addMissing({ deps, runner }: UseCaseContext, accountId: string, choice: AdditionsChoice): string {
  return runner.enqueue(accountId, { kind: 'additions', trigger: 'person' }, (context) =>
    planAndWrite(deps, context, { plan: (snapshot) => planAdditions(snapshot, choice), planSettled: readsAll }),
  );
}

/** Throws PennyrowError `additions_none` if the workbook already has all chosen columns and sheets. */
export function planAdditions(snapshot: Snapshot, choice: AdditionsChoice): Work {
  const additions = additionsFor(snapshot, choice);
  if (additions.columns.length + additions.sheets.length === 0) throw createError('additions_none', {});
  // The workbook assigns the ids of new sheets, so the next read finds them by name.
  const sheets = additions.sheets.map((sheet) => ({ ...sheet, id: null }));
  return createWork(
    { additions },
    {
      counts: { additions: additions.columns.length + additions.sheets.length },
      messages: [runMessage('info', additionsProblem(additions))],
      layout: layoutWith(snapshot.layout, { additions }, sheets),
    },
  );
}

/** Skips existing columns. Fills a new Categories sheet with the categories of the rows. */
function additionsFor(
  { rows, layout }: Pick<Snapshot, 'rows' | 'layout'>,
  { columns, sheets }: AdditionsChoice,
): Additions {
  return {
    columns: columns.filter(({ column }) => !shows(layout.columns, column)),
    sheets: sheets.map(({ role, name }) =>
      role === 'rules' ? { role, name, lines: [] } : { role, name, lines: categoriesIn(rows) },
    ),
  };
}

function categoriesIn(rows: Snapshot['rows']): string[] {
  const categories = new Set(rows.map(({ category }) => category.trim()));
  categories.delete('');
  return [...categories].toSorted((a, b) => a.localeCompare(b));
}

function additionsProblem({ columns, sheets }: Additions): Problem {
  return problem('additions_made', {
    columns: columns.map(({ header }) => header),
    sheets: sheets.map(({ name }) => name),
    what: columns.length === 0 ? 'sheets' : sheets.length === 0 ? 'columns' : 'other',
  });
}

/** Removes added columns, but no sheets. Throws `run_not_undoable` if the account has another workbook since the run. */
export function withUndoneAdditions(
  work: Work,
  { layout, markers }: Pick<Snapshot, 'layout' | 'markers'>,
  run: Run,
): Work {
  if (run.kind !== 'additions') return work;
  if (!markers.includes(run.id)) throw createError('run_not_undoable', { reason: 'elsewhere', run: run.id });
  const { columns, sheets } = addedBy(run);
  const withdrawals = COLUMNS.flatMap((column): AddedColumn[] => {
    const remembered = layout.columns[column];
    if (remembered === undefined || !columns.includes(remembered.header)) return [];
    const { position, header } = remembered;
    return [{ column, position, header, isHidden: mayBeHidden(column) }];
  });
  const free = withdrawals.filter(({ column }) => layout.columns[column]?.sample.length === 0);
  const keptHeaders = withdrawals.filter((column) => !free.includes(column)).map(({ header }) => header);
  const messages = [
    ...(keptHeaders.length === 0 ? [] : [runMessage('info', problem('additions_kept', { columns: keptHeaders }))]),
    ...(sheets.length === 0 ? [] : [runMessage('info', problem('additions_sheets_stay', { sheets }))]),
  ];
  const outcome = { layout: layoutWith(layout, { withdrawals: free }, []) };
  return { ...withOutcome(work, outcome, messages), withdrawals: free };
}

function addedBy({ messages }: Run): { readonly columns: readonly string[]; readonly sheets: readonly string[] } {
  const { params = {} } = messages.find(({ code }) => code === 'additions_made') ?? {};
  const { columns = [], sheets = [] } = params as Partial<Record<'columns' | 'sheets', readonly string[]>>;
  return { columns, sheets };
}

/** Adds columns and sheets to a workbook that is not connected yet, so that it has all required columns. */
export async function addToWorkbook(
  { deps: { store, newId, clock } }: UseCaseContext,
  workbook: Workbook,
  snapshot: Snapshot,
  choice: AdditionsChoice,
  signal?: AbortSignal,
) {
  const work = planAdditions(snapshot, choice);
  const id = newId('run');
  const startedAt = toInstant(clock.now());
  const { layout } = await workbook.apply(
    { ...work, runId: id, revision: snapshot.revision },
    { layout: snapshot.layout, ...(signal !== undefined && { signal }) },
  );
  return {
    snapshot: await workbook.read({ remembered: layout, ...(signal !== undefined && { signal }) }),
    /** Records the addition as a run, so that the user can undo it. Call this when the account has the workbook. */
    record: (accountId: string): void =>
      store.transaction(() => {
        addRun(store, { id, accountId, kind: 'additions', trigger: 'person', queuedAt: startedAt, undoes: null });
        startRun(store, id, startedAt);
        finishRun(store, id, toInstant(clock.now()), work.outcome);
      }),
  };
}
