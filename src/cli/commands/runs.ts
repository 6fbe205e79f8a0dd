import { Argument, type Command } from 'commander';
import type { Run, RunItem } from '../../core/run.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { requireConfirmation } from '../asker.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { followRun } from '../follow-run.ts';
import type { OpenControl } from '../open-control.ts';
import { wholeNumber } from '../option-values.ts';
import { itemTable, previewText, runTable, runText } from '../output/run-text.ts';
import { text } from '../speech.ts';

interface ListOptions extends AccountOption {
  readonly limit: number;
  readonly before?: string;
}

interface UndoOptions extends AccountOption {
  readonly last?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/** What one call of `run.items` returns at most, and of `run.list`. */
const ITEMS_PAGE = 1000;
const RUNS_PAGE = 500;

export function runCommands(runs: Command): void {
  const { runs: say } = text();
  runs
    .command('list', { isDefault: true })
    .description(say.list)
    .addOption(accountOption())
    .option('--limit <number>', say.limit, wholeNumber(1, RUNS_PAGE), 20)
    .option('--before <run>', say.before)
    .addHelpText('after', examples('pennyrow runs', 'pennyrow runs --limit 100 --json'))
    .action(
      answering<ListOptions>(async (control, { account, limit, before }) => {
        const { id: accountId } = await chooseAccount(control, account);
        const list = await control.call('run.list', { accountId, limit, ...(before === undefined ? {} : { before }) });
        return { value: list, text: (screen) => runTable(screen, list) };
      }),
    );
  runs
    .command('show')
    .description(say.show)
    .addArgument(new Argument('<run>', say.id))
    .addHelpText('after', examples('pennyrow runs show run_01kaj3v8qk7f0c2m9x4t5w'))
    .action(
      answering<object, [string]>(async (control, _options, runId) => {
        const run = await control.call('run.get', { runId });
        const items = await allItems(control, runId);
        return {
          value: { ...run, items },
          text: (screen) =>
            [runText(screen, run), say.times(run), ...(items.length === 0 ? [] : ['', itemTable(screen, items)])].join(
              '\n',
            ),
        };
      }),
    );
}

export function undoCommand(program: Command): void {
  const { runs: say, undo, option } = text();
  program
    .command('undo')
    .description(undo.about)
    .argument('[run]', say.id)
    .addOption(accountOption())
    .option('--last', undo.last)
    .option('--dry-run', option.dryRun)
    .option('--yes', option.yes)
    .addHelpText(
      'after',
      examples(
        'pennyrow undo run_01kaj3v8qk7f0c2m9x4t5w',
        'pennyrow undo --last --dry-run',
        'pennyrow undo --last --yes',
      ),
    )
    .action(
      answering<UndoOptions, [string | undefined]>(async (control, { account, last, dryRun, yes, json }, wanted) => {
        if ((wanted === undefined) === (last !== true)) throw new PennyrowError(problem('input_run', {}));
        const runId = wanted ?? (await lastUndoable(control, (await chooseAccount(control, account)).id)).id;
        if (dryRun === true) {
          const planned = await control.call('run.previewUndo', { runId });
          return { value: planned, text: (screen) => previewText(screen, planned) };
        }
        // What the run wrote, which needs no look at the workbook. Rows that were changed since then stay.
        const { added, updated } = (await control.call('run.get', { runId })).counts;
        await requireConfirmation({ action: 'undo', count: added + updated }, { yes, json });
        return followRun(control, () => control.call('run.undo', { runId }));
      }),
    );
}

async function allItems(control: OpenControl, runId: string): Promise<RunItem[]> {
  const items: RunItem[] = [];
  for (;;) {
    const page = await control.call('run.items', { runId, offset: items.length, limit: ITEMS_PAGE });
    items.push(...page.items);
    if (items.length >= page.total || page.items.length === 0) return items;
  }
}

async function lastUndoable(control: OpenControl, accountId: string): Promise<Run> {
  const runs = await control.call('run.list', { accountId, limit: RUNS_PAGE });
  const last = runs.find(({ kind, status, undoneBy, counts }) => {
    const wrote = counts.added + counts.updated + counts.removed + (counts.balances ?? 0) > 0;
    return kind !== 'undo' && undoneBy === null && wrote && (status === 'succeeded' || status === 'partial');
  });
  if (last !== undefined) return last;
  throw new PennyrowError(problem('run_none_to_undo', {}));
}
