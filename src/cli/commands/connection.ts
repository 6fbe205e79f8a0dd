import { listKinds } from '../../core/kind-list.ts';
import type { Command } from 'commander';
import type { ConnectionView } from '../../contract/control/connections.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import { addFields, secretFrom, settingsFrom } from '../kind-form.ts';
import type { Screen } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { moment } from '../output/words.ts';
import { authorised, connectionAccessCommands } from './connection-access.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';

interface AddOptions extends AccountOption {
  readonly name?: string;
  readonly anyway?: boolean;
}

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

/** One command for each kind of source, from its form. */
function addCommands(connection: Command): void {
  const add = connection.command('add').description('add a connection');
  for (const kind of listKinds(SOURCE_KINDS)) addCommand(add, kind);
}

function addCommand(add: Command, { id, form, access, texts }: SourceKind): void {
  const command = add.command(id).description(texts.command.description);
  addFields(command, form);
  command.option('--name <name>', 'what to call it');
  if (access?.anyway !== undefined) command.option('--anyway', access.anyway);
  command
    .addOption(accountOption())
    .addHelpText('after', examples(...texts.command.examples))
    .action(
      answering<AddOptions, [string | undefined]>(async (control, { account, name, anyway, ...options }, argument) => {
        // Before a secret is asked for: it may be good for one use.
        const { id: accountId } = await chooseAccount(control, account);
        const added = await control.call('connection.add', {
          accountId,
          kind: id,
          settings: settingsFrom(form, { ...options }),
          secret: await secretFrom(form, argument),
          ...(name === undefined ? {} : { name }),
          ...(anyway === true ? { anyway } : {}),
        });
        return authorised(added, `Added the connection “${added.name}” (${added.id})`);
      }),
    );
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
