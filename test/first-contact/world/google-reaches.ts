import type { GoogleHome } from './google-home.ts';

export type Unanswered =
  /** Reports the problem on standard output, as a part of the result. */
  | { readonly code: number; readonly in: 'stdout' }
  | { readonly code: 1; readonly in: 'stderr' }
  /** Returns the last read data, together with the problem. */
  | 'is old'
  /** Does not contact Google, and succeeds. */
  | 'is not asked';

export interface Reach {
  readonly name: string;
  /** The arguments; created for each run, because files can be imported only once. */
  args(home: GoogleHome): readonly string[] | Promise<readonly string[]>;
  /** The standard output once Google has answered. */
  readonly done: RegExp;
  /** The number of added rows; by default none. */
  readonly rows?: number;
  /** The outcome if Google never answers; by default it exits with the problem on standard error. */
  readonly unanswered?: Unanswered;
}

const FAILS = { code: 1, in: 'stdout' } as const;
const TELLS = { code: 0, in: 'stdout' } as const;

/** Every command that contacts Google, and related commands that do not. */
export const COMMANDS: readonly Reach[] = [
  { name: 'status', args: () => ['status'], done: /: fine\n/, unanswered: TELLS },
  { name: 'doctor', args: () => ['doctor'], done: /fine +Spreadsheet of “My money”/, unanswered: FAILS },
  {
    name: 'workbook show',
    args: () => ['workbook', 'show'],
    done: /^Pennyrow: My money/,
    unanswered: TELLS,
  },
  {
    name: 'workbook columns',
    args: () => ['workbook', 'columns'],
    done: /Transaction ID +transactionId/,
  },
  {
    name: 'workbook columns --map',
    args: () => ['workbook', 'columns', '--map', 'category=D'],
    done: /Transaction ID +transactionId/,
  },
  { name: 'export', args: () => ['export'], done: /^id,row_index/ },
  { name: 'account balances', args: () => ['account', 'balances'], done: /\S/, unanswered: 'is old' },
  { name: 'workbook balances', args: () => ['workbook', 'balances'], done: /\S/ },
  { name: 'rule list', args: () => ['rule', 'list'], done: /rules|Description/, unanswered: 'is old' },
  {
    name: 'rule check',
    args: () => ['rule', 'check'],
    done: /no category|There are no rules yet|Every row/,
    unanswered: 'is old',
  },
  { name: 'rule try', args: () => ['rule', 'try', 'Kiosk'], done: /^(?:Matches|No rows match)/, unanswered: 'is old' },
  {
    name: 'rule add',
    args: () => ['rule', 'add', `Kiosk ${Math.random()}`, 'Food'],
    done: /^Rule change succeeded/,
    unanswered: FAILS,
  },
  {
    name: 'rule edit',
    args: () => ['rule', 'edit', '1', `Kiosk ${Math.random()}`, 'Snacks'],
    done: /^Rule change succeeded/,
    unanswered: FAILS,
  },
  {
    name: 'rule move',
    args: async ({ run }) => {
      await run(['rule', 'add', `Bakery ${Math.random()}`, 'Food']);
      return ['rule', 'move', '2', '1'];
    },
    done: /^Rule change succeeded/,
    unanswered: FAILS,
  },
  { name: 'rule delete', args: () => ['rule', 'delete', '1'], done: /^Rule change succeeded/, unanswered: FAILS },
  { name: 'rule apply', args: () => ['rule', 'apply', '--yes'], done: /^Category change succeeded/, unanswered: FAILS },
  {
    name: 'import --dry-run',
    args: ({ statement }) => ['import', statement('Dry'), '--dry-run'],
    done: /^This would happen: 1 added/,
  },
  {
    name: 'import',
    args: ({ statement }) => ['import', statement('Market hall')],
    done: /1 added/,
    rows: 1,
    unanswered: FAILS,
  },
  { name: 'sync --dry-run', args: () => ['sync', '--dry-run'], done: /\S/ },
  { name: 'sync', args: () => ['sync'], done: /^Sync succeeded/, unanswered: FAILS },
  { name: 'undo --dry-run', args: () => ['undo', '--last', '--dry-run'], done: /\S/ },
  { name: 'undo', args: () => ['undo', '--last'], done: /^Undo succeeded/, rows: -1, unanswered: FAILS },
  { name: 'restore', args: deleteByHand, done: /^Restore succeeded/, rows: 1, unanswered: FAILS },
  // Finds the deleted row if the command above could not reach Google to restore it.
  {
    name: 'restore --list',
    args: () => ['restore', '--list'],
    done: /There are no deleted rows|Gone by hand/,
    unanswered: 'is not asked',
  },
  {
    name: 'restore forget',
    args: () => ['restore', 'forget', '--from', '2026-02-01', '--to', '2026-02-28'],
    done: /^Forgot 0 deleted rows/,
    unanswered: 'is not asked',
  },
];

/** Imports a row, deletes it as the user would, and lets the next import notice the deletion. */
async function deleteByHand({ fake, spreadsheetId, run, statement, payees }: GoogleHome): Promise<readonly string[]> {
  fake.clearFaults();
  await run(['import', statement('Gone by hand')]);
  await fake.hand(spreadsheetId).deleteRow('Transactions', (await payees()).indexOf('Gone by hand') + 2);
  await run(['import', statement('After it')]);
  return ['restore', '--all'];
}
