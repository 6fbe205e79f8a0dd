import type { Command } from 'commander';
import type { Run, RunItem } from '../../core/run.ts';
import { createError } from '../../platform/errors.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { chooseAccount, wholeNumber } from '../options.ts';
import { followRun, hasWritten } from '../follow-run.ts';
import type { OpenControl } from '../open-control.ts';
import { answer } from '../output/print.ts';
import { itemTable, previewText, runTable, runText } from '../output/run-text.ts';
import { text } from '../locale.ts';

interface UndoOptions {
  readonly last?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const ITEMS_PAGE = 1000;
const RUNS_PAGE = 500;

export function runCommands(runs: Command): void {
  const { runs: strings } = text();
  addCommand(runs, 'list', text().option.list, ['pennyrow runs', 'pennyrow runs --limit 100 --json'], {
    isDefault: true,
  })
    .option('--limit <number>', text().option.limit, wholeNumber(1, RUNS_PAGE), 20)
    .option('--before <run>', text().option.before)
    .action(
      withAccount<{ limit: number; before?: string }>(async (control, accountId, { limit, before }) =>
        answer(await control.call('run.list', { accountId, limit, before }), runTable),
      ),
    );
  addCommand(runs, 'show', strings.show, ['pennyrow runs show run_01kaj3v8qk7f0c2m9x4t5w'])
    .argument('<run>', text().option.id)
    .action(
      withControl<object, [string]>(async (control, _options, runId) => {
        const run = await control.call('run.get', { runId });
        const items = await allItems(control, runId);
        return answer({ ...run, items }, (screen) =>
          [
            runText(screen, run),
            strings.times(run),
            ...(items.length === 0 ? [] : ['', itemTable(screen, items)]),
          ].join('\n'),
        );
      }),
    );
}

export function undoCommand(program: Command): void {
  const { undo, option } = text();
  addCommand(program, 'undo', undo.about, [
    'pennyrow undo run_01kaj3v8qk7f0c2m9x4t5w',
    'pennyrow undo --last --dry-run',
    'pennyrow undo --last --yes',
  ])
    .argument('[run]', text().option.id)
    .option('--last', undo.last)
    .option('--dry-run', option.dryRun)
    .option('--yes', option.yes)
    .action(
      withControl<UndoOptions, [string | undefined]>(async (control, { account, last, dryRun, yes, json }, givenId) => {
        if ((givenId === undefined) === (last !== true)) throw createError('input_run', {});
        const runId = givenId ?? (await lastUndoable(control, (await chooseAccount(control, account)).id)).id;
        if (dryRun === true) return answer(await control.call('run.previewUndo', { runId }), previewText);
        // At most this many rows: the undo skips rows that were changed since the run.
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
    if (items.length >= page.total || page.items.length === 0) return items.toReversed();
  }
}

async function lastUndoable(control: OpenControl, accountId: string): Promise<Run> {
  const runs = await control.call('run.list', { accountId, limit: RUNS_PAGE });
  const last = runs.find((run) => run.kind !== 'undo' && run.undoneBy === null && hasWritten(run));
  if (last !== undefined) return last;
  throw createError('run_none_to_undo', {});
}
