import { listKinds } from '../../core/kind-form.ts';
import { Argument, type Command } from 'commander';
import { NEW_ROWS_PLACES, type NewRowsPlace } from '../../core/snapshot.ts';
import * as WORKBOOK_KINDS from '../../workbooks/kinds.ts';
import type { WorkbookKind, WorkbookWay } from '../../workbooks/workbook-kind.ts';
import { addCommand, withAccount, withControl, examples } from '../command-action.ts';
import { requireConfirmation } from '../prompt.ts';
import { chooseAccount } from '../options.ts';
import { paragraph } from '../output/table.ts';
import { workbookText, keptWorkbookText, newRowsText } from '../output/workbook-text.ts';
import { text, workbookTexts } from '../locale.ts';
import { columnsCommand, recognizedText } from './workbook-columns.ts';
import { followRun, waitForRun } from '../follow-run.ts';
import { textsAt } from '../../messages/kind-texts.ts';
import type { FormValues } from '../../contract/control/kinds.ts';
import type { ColumnMapping, ConnectedView, WorkbookView } from '../../contract/control/workbook.ts';
import { errorOf, hasCode, PennyrowError } from '../../platform/errors.ts';
import {
  askForMapping,
  proposeMapping,
  selectAdditions,
  requestsAdditions,
  addAdditionOptions,
  type AddOptions,
  type Target,
} from '../column-mapping.ts';
import { cancelledConsent, followConsent } from '../follow-consent.ts';
import {
  addFields,
  addWays,
  chooseWay,
  formValuesFrom,
  optionsOfWay,
  placeholderOf,
  secretFrom,
  settingsFrom,
  type GivenOptions,
} from '../kind-form.ts';
import type { GlobalOptions, OpenControl } from '../open-control.ts';
import { answer, type Answer } from '../output/print.ts';
import { EXIT } from '../problem.ts';

const KINDS: readonly WorkbookKind[] = listKinds(WORKBOOK_KINDS);

export function workbookCommands(workbook: Command): void {
  const strings = text().workbook;
  addCommand(workbook, 'show', strings.show, ['pennyrow workbook show']).action(
    withAccount(async (control, accountId) =>
      answer(await control.call('workbook.get', { accountId }), (screen, view) =>
        view === null ? strings.none : workbookText(screen, view),
      ),
    ),
  );
  for (const kind of KINDS) {
    for (const way of kind.ways.filter(({ verb }) => verb?.name === 'connect')) {
      const connect = verbCommand(workbook, kind, way);
      for (const other of KINDS.filter(({ ways }) => ways.every(({ verb }) => verb === undefined)))
        kindCommand(connect, other);
    }
    for (const way of kind.ways.filter(({ verb }) => verb?.name === 'create')) verbCommand(workbook, kind, way);
  }
  columnsCommand(workbook);
  balancesCommand(workbook);
  newRowsCommand(workbook);
  addCommand(workbook, 'disconnect', strings.disconnect, [
    'pennyrow workbook disconnect --yes',
    'pennyrow workbook disconnect --undecided',
  ])
    .option('--undecided', strings.undecided)
    .option('--yes', text().option.yes)
    .action(
      withControl<{ undecided?: true; yes?: boolean }>(async (control, { account, undecided = false, yes, json }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        const kindId = undecided
          ? (await control.call('workbook.unmapped', { accountId }))?.kind
          : (await control.call('workbook.get', { accountId }))?.place.kind;
        if (!undecided && kindId !== undefined)
          await requireConfirmation({ action: 'disconnect', name }, { yes, json });
        const view = await control.call(undecided ? 'workbook.dropUnmapped' : 'workbook.disconnect', { accountId });
        const what = strings.disconnected({ undecided, account: name });
        return answer(view, (screen) => paragraph(screen, '', `${what} ${keptWorkbookText(view.permission, kindId)}`));
      }),
    );
  for (const kind of KINDS) registrationCommands(workbook, kind);
}

function newRowsCommand(workbook: Command): void {
  const strings = text().workbook;
  addCommand(workbook, 'new-rows', strings.newRows, ['pennyrow workbook new-rows', 'pennyrow workbook new-rows top'])
    .addArgument(new Argument('[place]', strings.newRowsArgument).choices([...NEW_ROWS_PLACES, 'sheet']))
    .action(
      withAccount<object, [NewRowsPlace | 'sheet' | undefined]>(async (control, accountId, _options, place) => {
        const view =
          place === undefined
            ? await control.call('workbook.get', { accountId })
            : await control.call('workbook.placeNewRows', { accountId, place: place === 'sheet' ? null : place });
        return answer(view?.newRows ?? null, (_screen, newRows) =>
          newRows === null ? strings.none : newRowsText(newRows),
        );
      }),
    );
}

function balancesCommand(workbook: Command): void {
  const strings = text().workbook;
  addCommand(workbook, 'balances', strings.balances, ['pennyrow workbook balances', 'pennyrow workbook balances --add'])
    .option('--add', strings.addBalances)
    .action(
      withAccount<{ readonly add?: true }>(async (control, accountId, { add = false }) => {
        if (add) return followRun(control, () => control.call('workbook.addBalances', { accountId }));
        const view = await control.call('workbook.balances', { accountId });
        const { state, sheet, columns, rows } = view;
        const howMany = strings.balancesKnown({ rows });
        const what = strings.balancesSheet({ state, sheet, columns: [...columns] });
        return answer(view, (screen) =>
          paragraph(screen, '', state === 'written' ? what : `${what} ${howMany} ${strings.balancesHow}`),
        );
      }),
    );
}

type Options = AddOptions & GivenOptions & { readonly browser?: boolean };

function verbCommand(workbook: Command, { id: kind }: WorkbookKind, way: WorkbookWay): Command {
  const [first] = way.fields;
  const { help = '', fields } = textsAt(workbookTexts(kind).ways, way.id);
  const command = workbook
    .command(way.verb?.name ?? way.id)
    .description(help)
    .argument(`<${placeholderOf(first)}>`, first === undefined ? '' : textsAt(fields, first.id).help);
  return (way.makesNew === true ? command : addAdditionOptions(command))
    .addHelpText('after', examples(...(way.verb?.examples ?? [])))
    .action(
      withAccount<AddOptions, [string]>(async (control, accountId, { ...options }, given) => {
        const of = { kind, way: way.id, settings: formValuesFrom(way.fields, { [first?.id ?? '']: given }) };
        const view = await connectAdding(control, accountId, options, { of }, (mapping) =>
          control.call('workbook.connect', { accountId, ...of, ...(mapping !== null && { mapping }) }),
        );
        const recognized = view.problem === null ? await recognizedText(control, { accountId }) : [];
        return answer(view, (screen) => workbookText(screen, view, recognized));
      }),
    );
}

/** Adds `workbook connect KIND`. A file called like a kind must be written as ./KIND, because `connect` also takes a file. */
function kindCommand(connect: Command, kind: WorkbookKind): void {
  const { id, ways } = kind;
  const texts = workbookTexts(id);
  const command = connect.command(id).description(texts.help ?? '');
  const [only, ...others] = ways;
  if (only !== undefined && others.length === 0)
    addFields(command, only.fields, textsAt(texts.ways, only.id).fields ?? {});
  else addWays(command, ways, texts.ways);
  // `--account` is an option of the parent command, so only `--no-browser` is added here.
  if (ways.some(({ asksInBrowser }) => asksInBrowser === true))
    command.option('--no-browser', text().workbook.noBrowser);
  command.addHelpText('after', examples(...kind.examples)).action(
    withControl<Options, [string | undefined]>(async (control, { account, json, ...options }, argument) => {
      const chosen = await chooseAccount(control, account);
      const way = chooseWay(ways, options);
      const given = optionsOfWay(way, options);
      const settings = settingsFrom(way.fields, given) as FormValues;
      const wayTexts = textsAt(texts.ways, way.id);
      const filled = { kind: id, way: way.id, settings };
      if (way.asksInBrowser !== true) {
        // Prompts for secrets if the kind has one way to connect. With several ways, options name files that contain them.
        const secret =
          others.length === 0
            ? await secretFrom(way.fields, wayTexts.fields, argument)
            : formValuesFrom(
                way.fields.filter(({ isSecret }) => isSecret === true),
                given,
              );
        const view = await control.call('workbook.connect', { accountId: chosen.id, ...filled, secret });
        return connected(kind, view, await recognizedText(control, { accountId: chosen.id }));
      }
      let interruptedBy: number | null = null;
      const ask = async (): Promise<ConnectedView | null> => {
        const followed = await followConsent(control, {
          begin: () => control.call('workbook.begin', { accountId: chosen.id, ...filled }),
          wait: (consentId) => control.call('consent.wait', { consentId }),
          accountName: chosen.name,
          question: wayTexts.question ?? '',
          options: { ...options, json },
        });
        interruptedBy = followed.interruptedBy;
        return followed.view;
      };
      const view = await connectAdding(control, chosen.id, options, { unmapped: true }, async (mapping) =>
        mapping === null ? ask() : control.call('workbook.adopt', { accountId: chosen.id, mapping }),
      );
      if (view === null) return cancelledConsent(interruptedBy);
      return connected(kind, view, await recognizedText(control, { accountId: chosen.id }));
    }),
  );
}

async function connectAdding<View extends WorkbookView | null>(
  control: OpenControl,
  accountId: string,
  options: AddOptions & GlobalOptions,
  target: Target,
  connect: (mapping: ColumnMapping | null) => Promise<View>,
): Promise<View | WorkbookView> {
  let view: View;
  try {
    view = await connect(null);
  } catch (thrown) {
    if (!hasCode(thrown, 'workbook_column_lost', 'workbook_sheet_missing')) throw thrown;
    return connect(
      requestsAdditions(options)
        ? await proposeMapping(control, accountId, target, options, thrown)
        : await askForMapping(control, accountId, target, options, thrown),
    );
  }
  if (view === null || !requestsAdditions(options)) return view;
  const missing = await control.call('workbook.missing', { accountId });
  const add = selectAdditions(missing, options);
  if (add.columns.length + add.sheets.length === 0) return view;
  const { run } = await waitForRun(control, () => control.call('workbook.addMissing', { accountId, add }));
  const [firstMessage] = run.messages;
  if (run.status !== 'succeeded' && firstMessage !== undefined) throw errorOf(firstMessage);
  return (await control.call('workbook.get', { accountId })) ?? view;
}

function connected({ id }: WorkbookKind, view: WorkbookView | ConnectedView, recognized: readonly string[]): Answer {
  const until = 'permissionEndsAt' in view ? view.permissionEndsAt : null;
  const warning = until === null ? null : (workbookTexts(id).ending?.terminal({ until }) ?? null);
  return {
    value: view,
    text: (screen) => {
      const description = `${text().workbook.connected}\n${workbookText(screen, view, recognized)}`;
      return warning === null
        ? description
        : `${description}\n\n${paragraph(screen, `${screen.paint('yellow', '!')} `, warning)}`;
    },
    exitCode: view.problem === null ? EXIT.succeeded : EXIT.failed,
  };
}

/** Adds `pennyrow workbook NAME show|set|remove` for the app registration at a provider, such as an OAuth client. */
function registrationCommands(workbook: Command, { id: kind, registration }: WorkbookKind): void {
  if (registration === null) return;
  const { ways, command: name } = registration;
  const registrationTexts = workbookTexts(kind).registration;
  if (registrationTexts === undefined) throw new Error(`The registration of ${kind} has no texts.`);
  const { command: texts, fields: fieldTexts } = registrationTexts;
  const shown = (view: { readonly name: string; readonly from: string } | null): string => {
    if (view === null) return texts.none;
    if (view.from === 'package') return texts.packaged({ name: view.name });
    const id = texts.shown({ name: view.name });
    return view.from === 'environment' ? text().workbook.fromEnvironment({ shown: id }) : id;
  };
  const command = workbook.command(name).description(texts.help);
  addCommand(command, 'show', text().workbook.showId, [`pennyrow workbook ${name}`], { isDefault: true }).action(
    withControl(async (control) =>
      answer(await control.call('registration.get', { kind }), (_screen, view) => shown(view)),
    ),
  );
  const set = command.command('set').description(texts.set);
  const [file, ...others] = ways;
  const [argument] = file?.fields ?? [];
  set.argument(`[${placeholderOf(argument)}]`, argument === undefined ? '' : textsAt(fieldTexts, argument.id).help);
  for (const { id } of others.flatMap(({ fields }) => fields))
    set.option(`--${id} <${id}>`, textsAt(fieldTexts, id).help);
  set.addHelpText('after', examples(...registration.examples)).action(
    withControl<GivenOptions, [string | undefined]>(async (control, options, given) => {
      const all = { ...options, ...(argument === undefined || given === undefined ? {} : { [argument.id]: given }) };
      const partial = ways.filter(({ fields }) => fields.some((field) => all[field.id] !== undefined));
      const [way] = partial;
      if (way === undefined || partial.length > 1 || way.fields.some(({ id }) => all[id] === undefined))
        throw new PennyrowError(registration.missing);
      const view = await control.call('registration.set', { kind, given: formValuesFrom(way.fields, all) });
      return answer(view, () => `${shown(view)}\n${texts.entered}`);
    }),
  );
  addCommand(command, 'remove', texts.removing, [`pennyrow workbook ${name} remove`]).action(
    withControl(async (control) => {
      await control.call('registration.remove', { kind });
      const left = await control.call('registration.get', { kind });
      return answer(left, () => (left === null ? texts.removed : texts.packagedAgain));
    }),
  );
}
