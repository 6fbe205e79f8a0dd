import { withNamedSecrets, listKinds, type FormField } from '../../core/kind-form.ts';
import { type Command, Option } from 'commander';
import type { ConnectionView } from '../../contract/control/connections.ts';
import type { SourceKindView } from '../../contract/control/kinds.ts';
import { addCommand, examples, withAccount, withControl } from '../command-action.ts';
import { chooseAccount, chooseConnection, country } from '../options.ts';
import { addFields, operandFrom, secretFrom, settingsFrom, type GivenOptions } from '../kind-form.ts';
import { answer, listAnswer } from '../output/print.ts';
import { dayCell, table, type Column } from '../output/table.ts';
import { format, sourceTexts, localize, text } from '../locale.ts';
import { connectInBrowser, connectionAnswer } from '../follow-consent.ts';
import { requireConfirmation } from '../prompt.ts';
import { connectionAccessCommands } from './connection-access.ts';
import * as SOURCE_KINDS from '../../sources/kinds.ts';
import type { SourceKind } from '../../sources/source-kind.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import { createError } from '../../platform/errors.ts';

interface AddOptions {
  readonly name?: string;
  readonly anyway?: boolean;
  readonly browser?: boolean;
}

/** The argument after the kind: a secret, or the words of the command that the kind runs. */
type Operand = string | readonly string[] | undefined;

function columns(connections: readonly ConnectionView[]): readonly Column<ConnectionView>[] {
  const { column, connection: strings } = text();
  const { never } = text().parts;
  const moment = (instant: string | null, otherwise: string): string =>
    instant === null ? otherwise : format().moment(instant);
  return [
    // Without the long id, because commands accept the name, and list the ids if several connections have it.
    { title: column.name, cell: ({ name }) => name },
    { title: strings.column.kind, cell: ({ source }) => source },
    {
      title: strings.column.syncedUntil,
      cell: ({ syncedUntil }) => (syncedUntil === null ? never : dayCell(syncedUntil)),
    },
    ...(connections.some(({ consentEndsAt }) => consentEndsAt !== null)
      ? [{ title: strings.column.consentEnds, cell: ({ consentEndsAt }: ConnectionView) => moment(consentEndsAt, '') }]
      : []),
    { title: strings.column.lastSuccess, cell: ({ health }) => moment(health.lastSuccessAt, never) },
    {
      title: strings.column.nextTry,
      cell: ({ health, isConsentOver }) =>
        moment(health.nextTryAt, isConsentOver ? strings.afterReconnect : strings.state.byHand),
    },
    { title: column.status, cell: stateOf, style: ({ health }) => (health.problem === null ? null : 'red') },
  ];
}

export function connectionCommands(connection: Command): void {
  const strings = text().connection;
  addCommand(connection, 'list', text().option.list, ['pennyrow connection list']).action(
    withAccount(async (control, accountId) => {
      const connections = await control.call('connection.list', { accountId });
      return listAnswer(connections, columns(connections), strings.none);
    }),
  );
  const add = connection.command('add').description(strings.add);
  for (const kind of listKinds(SOURCE_KINDS)) addKindCommand(add, kind);
  waysCommand(connection);
  connectionAccessCommands(connection);
  setCommand(connection);
  for (const paused of [true, false]) {
    const name = paused ? 'pause' : 'resume';
    addCommand(connection, name, strings[name], [`pennyrow connection ${name} "Demo bank"`])
      .argument('<id|name>', text().option.which)
      .action(
        withControl<object, [string]>(async (control, { account }, idOrName) => {
          const { id: connectionId } = await chooseConnection(control, idOrName, account);
          const updated = await control.call('connection.update', { connectionId, paused });
          return answer(updated, () => strings.switched({ name: updated.name, paused }));
        }),
      );
  }
  addCommand(connection, 'remove', strings.remove, ['pennyrow connection remove "Demo bank" --yes'])
    .argument('<id|name>', text().option.which)
    .option('--yes', text().option.yes)
    .action(
      withControl<{ yes?: boolean }, [string]>(async (control, { account, yes, json }, idOrName) => {
        const { id, name } = await chooseConnection(control, idOrName, account);
        await requireConfirmation({ action: 'connection', name }, { yes, json });
        const { revoked } = await control.call('connection.remove', { connectionId: id });
        return answer({ id, removed: true, revoked }, () =>
          strings.removed({ name, revoked: revoked === null ? null : revoked ? 'yes' : 'other' }),
        );
      }),
    );
}

function waysCommand(connection: Command): void {
  const { connection: strings } = text();
  addCommand(connection, 'ways', strings.ways, ['pennyrow connection ways NZ'])
    .argument('[country]', strings.country, country)
    .action(
      withControl<object, [string | undefined]>(async (control, _, code) => {
        const { sources } = await control.call('kind.list', {});
        const ways = sources.filter(({ countries }) => code === undefined || countries?.includes(code) !== false);
        return answer(ways, (screen) => table(screen, wayColumns(), ways));
      }),
    );
}

function wayColumns(): readonly Column<SourceKindView>[] {
  const { column } = text().connection;
  return [
    { title: column.way, cell: ({ id }) => sourceTexts(id).title },
    { title: column.effort, cell: ({ id }) => sourceTexts(id).effort },
    { title: text().parts.command, cell: ({ id }) => `pennyrow connection add ${id}`, whole: true },
  ];
}

function addKindCommand(add: Command, { id, form, access, examples: samples }: SourceKind): void {
  const texts = sourceTexts(id);
  const command = add.command(id).description(texts.help);
  addFields(command, form, texts.fields);
  command.option('--name <name>', text().option.name);
  if (access?.ask !== undefined) command.option('--no-browser', text().workbook.noBrowser);
  if (access?.savesAnyway === true) command.option('--anyway', texts.anyway);
  command.addHelpText('after', examples(...samples)).action(
    withControl<AddOptions, [Operand]>(async (control, { account, name, anyway, ...options }, operand) => {
      // Finds the account first, so that an error does not waste a typed secret that is valid only once.
      const { id: accountId, name: accountName } = await chooseAccount(control, account);
      const operands = operandFrom(form, operand);
      const settings = settingsFrom(form, { ...options, ...operands.options });
      const filled = {
        accountId,
        kind: id,
        settings,
        secret: await secretFrom(withNamedSecrets(form, settings), texts.fields, operands.secret, { ...options }),
        name,
      };
      const strings = text().connection;
      if (access?.ask !== undefined)
        return connectInBrowser(
          control,
          id,
          { begin: () => control.call('connection.begin', filled), accountName, options },
          strings.added,
        );
      const added = await control.call('connection.add', { ...filled, anyway });
      return connectionAnswer(added, strings.added(added));
    }),
  );
}

function stateOf({ paused, health }: ConnectionView): string {
  const { state } = text().connection;
  if (paused) return state.paused;
  if (health.problem === null) return state.fine;
  const { message } = localize(health.problem);
  return health.failures > 1 ? state.failed({ count: health.failures, problem: message }) : message;
}

/** Adds the command that changes settings which need no new consent at the bank. */
function setCommand(connection: Command): void {
  const strings = text().connection;
  const command = connection.command('set').description(strings.set).argument('<id|name>', text().option.which);
  for (const option of choiceOptions()) command.addOption(option);
  command.addHelpText('after', examples('pennyrow connection set "My bank" --pending')).action(
    withControl<GivenOptions, [string]>(async (control, { account, ...options }, idOrName) => {
      const { id: connectionId, name, source } = await chooseConnection(control, idOrName, account);
      const kind = listKinds<SourceKind>(SOURCE_KINDS).find(({ id }) => id === source);
      const settings = Object.fromEntries(
        changeable(kind).flatMap(({ id, choices = [] }) => {
          const chosen = choices.find(({ value }) => options[value] === true);
          return chosen === undefined ? [] : [[id, chosen.value]];
        }),
      );
      if (Object.keys(settings).length === 0)
        throw createError('input_source', { reason: 'setting', name, kind: source, kinds: [] });
      const updated = await control.call('connection.update', { connectionId, settings });
      return answer(updated, () => strings.changed(updated));
    }),
  );
}

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
