import type { RepairedTable, RepairView } from '../../contract/control/service.ts';
import { paragraph } from './paragraph.ts';
import type { Screen } from './screen.ts';
import { moment } from './words.ts';

/** What a person calls the content of a table, and what its loss means; tables that nobody misses are left out. */
const MEANING: Readonly<Record<string, readonly [what: string, loss: string]>> = {
  account: ['accounts', 'Check the workbook of each account: `pennyrow workbook show`.'],
  connection: ['connections', 'Add those that are missing: `pennyrow connection list`.'],
  token: [
    'API tokens',
    'Check that none came back which you had deleted, and make those that are missing: `pennyrow token list`.',
  ],
  schedule: ['schedules', 'Check them: `pennyrow schedule`.'],
  secret: ['access to banks and spreadsheets', 'Where a sync says so, connect again.'],
  memory: [
    'what is known of written rows',
    'Rows that you had deleted may be offered again: look at `pennyrow sync --dry-run` before the next sync. Rows that are in the workbook are not added twice.',
  ],
  run: ['records of past syncs', 'Those that are missing can no longer be looked at or undone.'],
  csv_mapping: ['how CSV files are read', 'You may be asked again.'],
  setting: ['settings', 'Check them: `pennyrow settings`.'],
};

/** What was done, and what could not be brought back. */
export function repairText(screen: Screen, { setAside, copy, tables }: RepairView): string {
  const damaged = tables.filter(({ table, isWhole }) => !isWhole && MEANING[table] !== undefined);
  // What the copy had none of either was most likely never there.
  const named = copy === null ? damaged : damaged.filter(({ kept, fromCopy }) => kept + fromCopy > 0);
  const source =
    copy === null
      ? 'There was no good copy to fill in what is missing.'
      : `The copy of ${moment(copy.takenAt)} filled in what was missing; what came later and could not be read is lost.`;
  return [
    'The database was rebuilt; your workbook was not changed.',
    ...(setAside === null ? [] : [`The damaged file is kept in ${setAside}.`]),
    ...(damaged.length === 0
      ? ['Everything could be read.']
      : [source, 'Not everything could be read for certain:', ...named.map((each) => lossText(screen, each))]),
  ].join('\n');
}

function lossText(screen: Screen, { table, kept, fromCopy }: RepairedTable): string {
  const [what, loss] = MEANING[table] ?? [table, ''];
  return paragraph(screen, '  - ', `${what}: ${kept} read from the damaged file, ${fromCopy} from the copy. ${loss}`);
}
