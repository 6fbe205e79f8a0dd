import { withNamedSecrets, listKinds, type FormField } from '../../core/kind-form.ts';
import { type Command, Option } from 'commander';
import type { ConnectionView } from '../../contract/control/connections.ts';
import type { SourceKindView } from '../../contract/control/kinds.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, chooseConnection, type AccountOption } from '../choose.ts';
import { addFields, operandFrom, secretFrom, settingsFrom } from '../kind-form.ts';
import { country } from '../option-values.ts';
import { dayCell } from '../output/cells.ts';
import type { Screen } from '../output/screen.ts';
import { table, type Column } from '../output/table.ts';
import { format, sourceTexts, tell, text } from '../speech.ts';
import { askedInBrowser } from '../ask-in-browser.ts';
import { requireConfirmation } from '../asker.ts';
import { authorised } from '../authorised.ts';
import { connectionAccessCommands } from './connection-access.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';

interface AddOptions extends AccountOption {
  readonly name?: string;
  readonly anyway?: boolean;
  readonly browser?: boolean;
  readonly json?: boolean;
}

interface RemoveOptions extends AccountOption {
  readonly yes?: boolean;
}

/** A secret, or the command of a kind that runs one. */
type Operand = string | readonly string[] | undefined;

function columns(connections: readonly ConnectionView[]): readonly Column<ConnectionView>[] {
  const { column, connection: say, never } = text();
  const moment = (instant: string | null, otherwise: string): string =>
    instant === null ? otherwise : format().moment(instant);
  return [
    // The id is longer than all the rest; commands take the name, and tell the ids where it is not enough.
    { title: column.name, cell: ({ name }) => name },
    { title: say.column.kind, cell: ({ source }) => source },
    { title: say.column.syncedUntil, cell: ({ syncedUntil }) => (syncedUntil === null ? never : dayCell(syncedUntil)) },
    ...(connections.some(({ consentEndsAt }) => consentEndsAt !== null)
      ? [{ title: say.column.consentEnds, cell: ({ consentEndsAt }: ConnectionView) => moment(consentEndsAt, '') }]
      : []),
    { title: say.column.lastSuccess, cell: ({ health }) => moment(health.lastSuccessAt, never) },
    {
      title: say.column.nextTry,
      cell: ({ health, isConsentOver }) => moment(health.nextTryAt, isConsentOver ? say.afterReconnect : say.manual),
    },
    { title: column.status, cell: stateOf, style: ({ health }) => (health.problem === null ? null : 'red') },
  ];
}

export function connectionCommands(connection: Command): void {
  const say = text().connection;
  connection
    .command('list')
    .description(say.list)
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
  waysCommand(connection);
  connectionAccessCommands(connection);
  setCommand(connection);
  for (const paused of [true, false]) {
    const name = paused ? 'pause' : 'resume';
    connection
      .command(name)
      .description(say[name])
      .argument('<id|name>', say.which)
      .addOption(accountOption())
      .addHelpText('after', examples(`pennyrow connection ${name} "Demo bank"`))
      .action(
        answering<AccountOption, [string]>(async (control, { account }, wanted) => {
          const { id: connectionId } = await chooseConnection(control, wanted, account);
          const updated = await control.call('connection.update', { connectionId, paused });
          return {
            value: updated,
            text: () => say.switched({ name: updated.name, paused }),
          };
        }),
      );
  }
  connection
    .command('remove')
    .description(say.remove)
    .argument('<id|name>', say.which)
    .option('--yes', text().option.yes)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection remove "Demo bank" --yes'))
    .action(
      answering<RemoveOptions, [string]>(async (control, { account, yes, json }, wanted) => {
        const { id, name } = await chooseConnection(control, wanted, account);
        await requireConfirmation({ action: 'connection', name }, { yes, json });
        const { revoked } = await control.call('connection.remove', { connectionId: id });
        return {
          value: { id, removed: true, revoked },
          text: () => say.removed({ name, revoked: revoked === null ? null : revoked ? 'yes' : 'other' }),
        };
      }),
    );
}

/** What serves the banks of a country. */
function waysCommand(connection: Command): void {
  const { connection: say } = text();
  connection
    .command('ways')
    .description(say.ways)
    .argument('[country]', say.country, country)
    .addHelpText('after', examples('pennyrow connection ways NZ'))
    .action(
      answering<object, [string | undefined]>(async (control, _, code) => {
        const { sources } = await control.call('kind.list', {});
        const ways = sources.filter(({ countries }) => code === undefined || countries?.includes(code) !== false);
        return { value: ways, text: (screen) => table(screen, wayColumns(), ways) };
      }),
    );
}

function wayColumns(): readonly Column<SourceKindView>[] {
  const { column } = text().connection;
  return [
    { title: column.way, cell: ({ id }) => sourceTexts(id).title },
    { title: column.effort, cell: ({ id }) => sourceTexts(id).effort },
    { title: column.command, cell: ({ id }) => `pennyrow connection add ${id}`, whole: true },
  ];
}

/** One command for each kind of source, from its form. */
function addCommands(connection: Command): void {
  const add = connection.command('add').description(text().connection.add);
  for (const kind of listKinds(SOURCE_KINDS)) addCommand(add, kind);
}

function addCommand(add: Command, { id, form, access, examples: samples }: SourceKind): void {
  const texts = sourceTexts(id);
  const command = add.command(id).description(texts.help);
  addFields(command, form, texts.fields);
  command.option('--name <name>', text().connection.name);
  if (access?.ask !== undefined) command.option('--no-browser', text().workbook.noBrowser);
  if (access?.savesAnyway === true) command.option('--anyway', texts.anyway);
  command
    .addOption(accountOption())
    .addHelpText('after', examples(...samples))
    .action(
      answering<AddOptions, [Operand]>(async (control, { account, name, anyway, ...options }, operand) => {
        // Before a secret is asked for: it may be good for one use.
        const { id: accountId, name: accountName } = await chooseAccount(control, account);
        const operands = operandFrom(form, operand);
        const settings = settingsFrom(form, { ...options, ...operands.options });
        const filled = {
          accountId,
          kind: id,
          settings,
          secret: await secretFrom(withNamedSecrets(form, settings), texts.fields, operands.secret, { ...options }),
          ...(name === undefined ? {} : { name }),
        };
        const say = text().connection;
        if (access?.ask !== undefined)
          return askedInBrowser(control, {
            begin: () => control.call('connection.begin', filled),
            accountName,
            kind: id,
            options,
            done: (added) => say.added(added),
          });
        const added = await control.call('connection.add', { ...filled, ...(anyway === true ? { anyway } : {}) });
        return authorised(added, say.added(added));
      }),
    );
}

function stateOf({ paused, health }: ConnectionView): string {
  const { state } = text().connection;
  if (paused) return state.paused;
  if (health.problem === null) return state.ok;
  const { message } = tell(health.problem);
  return health.failures > 1 ? state.failed({ count: health.failures, problem: message }) : message;
}

function listText(screen: Screen, connections: readonly ConnectionView[]): string {
  return connections.length === 0 ? text().connection.none : table(screen, columns(connections), connections);
}

type SetOptions = AccountOption & Readonly<Record<string, unknown>>;

/** Changes what a permission at a bank does not depend on. */
function setCommand(connection: Command): void {
  const say = text().connection;
  const command = connection.command('set').description(say.set).argument('<id|name>', say.which);
  for (const option of choiceOptions()) command.addOption(option);
  command
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow connection set "My bank" --pending'))
    .action(
      answering<SetOptions, [string]>(async (control, { account, ...options }, wanted) => {
        const { id: connectionId, name, source } = await chooseConnection(control, wanted, account);
        const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
        const settings = Object.fromEntries(
          changeable(kind).flatMap(({ id, choices = [] }) => {
            const chosen = choices.find(({ value }) => options[value] === true);
            return chosen === undefined ? [] : [[id, chosen.value]];
          }),
        );
        if (Object.keys(settings).length === 0)
          throw new PennyrowError(problem('input_source', { reason: 'setting', name, kind: source, kinds: [] }));
        const updated = await control.call('connection.update', { connectionId, settings });
        return { value: updated, text: () => say.changed(updated) };
      }),
    );
}

/** What several kinds have alike is one option. */
function choiceOptions(): Option[] {
  const found = new Map<string, Option>();
  for (const kind of listKinds<SourceKind>(SOURCE_KINDS)) {
    for (const { id, choices = [] } of changeable(kind)) {
      const values = choices.map(({ value }) => value);
      for (const value of values) {
        const { help } = textsAt(textsAt(sourceTexts(kind.id).fields, id).choices, value);
        const option = new Option(`--${value}`, help);
        found.set(value, found.get(value) ?? option.conflicts(values.filter((other) => other !== value)));
      }
    }
  }
  return [...found.values()];
}

function changeable(kind: SourceKind | undefined): readonly FormField[] {
  return kind?.form.filter(({ isChangeable }) => isChangeable === true) ?? [];
}
