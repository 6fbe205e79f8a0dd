import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ConnectionView, NewConnection } from '../../contract/control/connections.ts';
import { answering, examples } from '../answering.ts';
import { askSecret } from '../ask-secret.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import type { OpenControl } from '../open-control.ts';
import type { Answer } from '../output/print.ts';
import type { Screen } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { moment } from '../output/words.ts';
import { wholeNumber } from '../option-values.ts';
import {
  anywayOption,
  authorised,
  connectionAccessCommands,
  TOKEN_QUESTION,
  type AnywayOption,
} from './connection-access.ts';

interface AddOptions extends AccountOption {
  readonly name?: string;
}

const LARGEST_SEED = 999_999_999;

const COLUMNS: readonly Column<ConnectionView>[] = [
  // The id is longer than all the rest; commands take the name, and tell the ids where it is not enough.
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Kind', cell: ({ source }) => source },
  { title: 'Synced until', cell: ({ syncedUntil }) => syncedUntil ?? 'never' },
  { title: 'Last success', cell: ({ health }) => moment(health.lastSuccessAt) },
  { title: 'Next try', cell: ({ health }) => (health.nextTryAt === null ? 'by hand' : moment(health.nextTryAt)) },
  { title: 'State', cell: stateOf, style: ({ health }) => (health.problem === null ? null : 'red') },
];

export function connectionCommands(program: Command): void {
  const connection = program.command('connection').description('manage where transactions come from');
  connection
    .command('list')
    .description('list the connections of an account')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection list'))
    .action(
      answering<AccountOption>(async (control, { account }) => {
        const connections = await control.call('connection.list', {
          accountId: (await chooseAccount(control, account)).id,
        });
        return { value: connections, text: (screen) => listText(screen, connections) };
      }),
    );
  addCommands(connection);
  connectionAccessCommands(connection);
  for (const paused of [true, false]) {
    const name = paused ? 'pause' : 'resume';
    connection
      .command(name)
      .description(paused ? 'leave a connection out of syncs' : 'take a paused connection into syncs again')
      .argument('<id|name>', 'which one')
      .addOption(accountOption())
      .addHelpText('after', examples(`pennyrow connection ${name} "Demo bank"`))
      .action(
        answering<AccountOption, [string]>(async (control, { account }, wanted) => {
          const { id: connectionId } = await chooseConnection(control, wanted, account);
          const updated = await control.call('connection.update', { connectionId, paused });
          return {
            value: updated,
            text: () => `The connection “${updated.name}” is ${paused ? 'paused' : 'on again'}.`,
          };
        }),
      );
  }
  connection
    .command('remove')
    .description('remove a connection; its rows stay in the workbook')
    .argument('<id|name>', 'which one')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection remove "Demo bank"'))
    .action(
      answering<AccountOption, [string]>(async (control, { account }, wanted) => {
        const { id, name } = await chooseConnection(control, wanted, account);
        await control.call('connection.remove', { connectionId: id });
        return {
          value: { id, removed: true },
          text: () => `The connection “${name}” is removed. Its rows stay in the workbook.`,
        };
      }),
    );
}

function addCommands(connection: Command): void {
  const add = connection.command('add').description('add a connection');
  add
    .command('demo')
    .description('the demo bank: made-up transactions, to try Pennyrow out')
    .option('--seed <number>', "another number is another person's bank", wholeNumber(0, LARGEST_SEED))
    .option('--name <name>', 'what to call it')
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection add demo'))
    .action(
      answering<AddOptions & { seed?: number }>((control, { seed, ...options }) =>
        addConnection(control, options, { source: 'demo', ...(seed === undefined ? {} : { seed }) }),
      ),
    );
  add
    .command('simplefin')
    .description('banks by SimpleFIN, with a setup token from your provider, such as https://bridge.simplefin.org')
    .argument(
      '[token]',
      'the setup token; better left out, since shells remember: it is asked for, or read from standard input',
    )
    .option('--name <name>', 'what to call it')
    .addOption(anywayOption())
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples('pennyrow connection add simplefin', 'pennyrow connection add simplefin < token.txt'),
    )
    .action(
      answering<AddOptions & AnywayOption, [string | undefined]>(async (control, { anyway, ...options }, token) => {
        // Before the token is asked for: a claimed token is spent.
        await chooseAccount(control, options.account);
        return addConnection(control, options, {
          source: 'simplefin',
          setupToken: token ?? (await askSecret(TOKEN_QUESTION)),
          ...(anyway === true ? { anyway } : {}),
        });
      }),
    );
  add
    .command('statements')
    .description('a folder that is watched for statement files while the service runs, and looked into by each sync')
    .requiredOption('--folder <folder>', 'an existing folder')
    .option('--move', 'move a file into the folder “imported” beside it once it is imported')
    .option('--name <name>', 'what to call it')
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples(
        'pennyrow connection add statements --folder ~/Downloads/bank',
        'pennyrow connection add statements --folder /srv/bank --move --name "My bank"',
      ),
    )
    .action(
      answering<AddOptions & { folder: string; move?: boolean }>((control, { folder, move, ...options }) =>
        addConnection(control, options, {
          source: 'statements',
          folder: resolve(folder),
          afterwards: move === true ? 'move' : 'leave',
        }),
      ),
    );
}

async function addConnection(
  control: OpenControl,
  { account, name }: AddOptions,
  settings: NewConnection,
): Promise<Answer> {
  const { id: accountId } = await chooseAccount(control, account);
  const added = await control.call('connection.add', { accountId, ...(name === undefined ? {} : { name }), settings });
  return authorised(added, `Added the connection “${added.name}” (${added.id})`);
}

function stateOf({ paused, health }: ConnectionView): string {
  if (paused) return 'paused';
  if (health.problem === null) return 'ok';
  return health.failures > 1 ? `failed ${health.failures} times: ${health.problem.message}` : health.problem.message;
}

function listText(screen: Screen, connections: readonly ConnectionView[]): string {
  if (connections.length === 0) return 'There are no connections. Add one with `pennyrow connection add`.';
  return table(screen, COLUMNS, connections);
}
