import type { Command } from 'commander';
import { textsAt } from '../../messages/kind-texts.ts';
import type { FormValues } from '../../contract/control/kinds.ts';
import type { ColumnMapping, ConnectedView, WorkbookView } from '../../contract/control/workbook.ts';
import { errorOf, PennyrowError } from '../../platform/errors.ts';
import type { WorkbookKind, WorkbookWay } from '../../workbooks/workbook-kind.ts';
import {
  askForMapping,
  isUnrecognised,
  proposedWith,
  wantedOf,
  wantsAdding,
  withAdding,
  type AddOptions,
  type Target,
} from '../adding.ts';
import { answering, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { waitForRun } from '../follow-run.ts';
import { followConsent } from '../follow-consent.ts';
import {
  addFields,
  addWays,
  chosenWay,
  formValuesFrom,
  optionsOfWay,
  placeholderOf,
  secretFrom,
  settingsFrom,
  type GivenOptions,
} from '../kind-form.ts';
import type { OpenControl } from '../open-control.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Answer } from '../output/print.ts';
import { workbookText } from '../output/workbook-text.ts';
import { EXIT } from '../problem.ts';
import { text, workbookTexts } from '../speech.ts';

type Options = AccountOption & AddOptions & GivenOptions & { readonly browser?: boolean; readonly json?: boolean };

/** A way with a command of its own, such as `pennyrow workbook create FILE`. */
export function verbCommand(workbook: Command, { id: kind }: WorkbookKind, way: WorkbookWay): Command {
  const [first] = way.fields;
  const { help = '', fields } = textsAt(workbookTexts(kind).ways, way.id);
  const command = workbook
    .command(way.verb?.name ?? way.id)
    .description(help)
    .argument(`<${placeholderOf(first)}>`, first === undefined ? '' : textsAt(fields, first.id).help)
    .addOption(accountOption());
  return (way.makesNew === true ? command : withAdding(command))
    .addHelpText('after', examples(...(way.verb?.examples ?? [])))
    .action(
      answering<AccountOption & AddOptions, [string]>(async (control, { account, ...options }, given) => {
        const { id: accountId } = await chooseAccount(control, account);
        const of = { kind, way: way.id, settings: formValuesFrom(way.fields, { [first?.id ?? '']: given }) };
        const view = await connectAdding(control, accountId, options, { of }, (mapping) =>
          control.call('workbook.connect', { accountId, ...of, ...(mapping !== null && { mapping }) }),
        );
        return { value: view, text: (screen) => workbookText(screen, view) };
      }),
    );
}

/**
 * `pennyrow workbook connect KIND`, from the kind's ways. `connect` is the command for files: a first word that is a kind is
 * this one, and a file of that name is ./KIND.
 */
export function kindCommand(connect: Command, kind: WorkbookKind): void {
  const { id, ways } = kind;
  const texts = workbookTexts(id);
  const command = connect.command(id).description(texts.help ?? '');
  const [only, ...others] = ways;
  if (only !== undefined && others.length === 0)
    addFields(command, only.fields, textsAt(texts.ways, only.id).fields ?? {});
  else addWays(command, ways, texts.ways);
  // --account is that of `connect`, above it.
  if (ways.some(({ asksInBrowser }) => asksInBrowser === true))
    command.option('--no-browser', text().workbook.noBrowser);
  command.addHelpText('after', examples(...kind.examples)).action(
    answering<Options, [string | undefined]>(async (control, { account, json, ...options }, argument) => {
      const chosen = await chooseAccount(control, account);
      const way = chosenWay(ways, options);
      const given = optionsOfWay(way, options);
      const settings = settingsFrom(way.fields, given) as FormValues;
      const said = textsAt(texts.ways, way.id);
      const filled = { kind: id, way: way.id, settings };
      if (way.asksInBrowser !== true) {
        const secret =
          others.length === 0 ? await secretFrom(way.fields, said.fields, argument) : formSecret(way, given);
        return connected(kind, await control.call('workbook.connect', { accountId: chosen.id, ...filled, secret }));
      }
      let interruptedBy: number | null = null;
      const ask = async (): Promise<ConnectedView | null> => {
        const followed = await followConsent(control, {
          begin: () => control.call('workbook.begin', { accountId: chosen.id, ...filled }),
          wait: (consentId) => control.call('consent.wait', { consentId }),
          accountName: chosen.name,
          question: said.question ?? '',
          pasting: text().consent.elsewhere,
          opensBrowser: options.browser !== false,
          json: json === true,
        });
        interruptedBy = followed.interruptedBy;
        return followed.view;
      };
      const view = await connectAdding(control, chosen.id, options, { unmapped: true }, async (mapping) =>
        mapping === null ? ask() : control.call('workbook.adopt', { accountId: chosen.id, mapping }),
      );
      if (view === null)
        return { value: null, text: () => text().workbook.cancelled, exitCode: interruptedBy ?? EXIT.failed };
      return connected(kind, view);
    }),
  );
}

/** Connects it; where its columns are not recognised, or something is missing, as a person wants it added. */
async function connectAdding<View extends WorkbookView | null>(
  control: OpenControl,
  accountId: string,
  options: AddOptions & { readonly json?: boolean | undefined },
  target: Target,
  connect: (mapping: ColumnMapping | null) => Promise<View>,
): Promise<View | WorkbookView> {
  let view: View;
  try {
    view = await connect(null);
  } catch (thrown) {
    if (!isUnrecognised(thrown)) throw thrown;
    return connect(
      wantsAdding(options)
        ? await proposedWith(control, accountId, target, options, thrown)
        : await askForMapping(control, accountId, target, options, thrown),
    );
  }
  if (view === null || !wantsAdding(options)) return view;
  const missing = await control.call('workbook.missing', { accountId });
  const add = wantedOf(missing, options);
  if (add.columns.length + add.sheets.length === 0) return view;
  const { run } = await waitForRun(control, () => control.call('workbook.addMissing', { accountId, add }));
  const [said] = run.messages;
  if (run.status !== 'succeeded' && said !== undefined) throw errorOf(said);
  return (await control.call('workbook.get', { accountId })) ?? view;
}

/** Secrets that an option names the file of. */
function formSecret({ fields }: WorkbookWay, options: GivenOptions): FormValues {
  return formValuesFrom(
    fields.filter(({ isSecret }) => isSecret === true),
    options,
  );
}

function connected({ id }: WorkbookKind, view: WorkbookView | ConnectedView): Answer {
  const until = 'permissionEndsAt' in view ? view.permissionEndsAt : null;
  const warning = until === null ? null : (workbookTexts(id).ending?.terminal({ until }) ?? null);
  return {
    value: view,
    text: (screen) => {
      const said = `${text().workbook.connected}\n${workbookText(screen, view)}`;
      return warning === null ? said : `${said}\n\n${paragraph(screen, `${screen.paint('yellow', '!')} `, warning)}`;
    },
    exitCode: view.problem === null ? EXIT.succeeded : EXIT.failed,
  };
}

/** `pennyrow workbook NAME show|set|remove`: what a kind has to know once for the whole install. */
export function registrationCommands(workbook: Command, { id: kind, registration }: WorkbookKind): void {
  if (registration === null) return;
  const { ways, command: name } = registration;
  const said = workbookTexts(kind).registration;
  if (said === undefined) throw new Error(`Nothing is said of what ${kind} has to know.`);
  const { command: texts, fields: fieldTexts } = said;
  const shown = (view: { readonly name: string; readonly from: string } | null): string => {
    if (view === null) return texts.none;
    if (view.from === 'package') return texts.packaged({ name: view.name });
    const id = texts.shown({ name: view.name });
    return view.from === 'environment' ? text().workbook.fromEnvironment({ shown: id }) : id;
  };
  const command = workbook.command(name).description(texts.help);
  command
    .command('show', { isDefault: true })
    .description(text().workbook.showId)
    .addHelpText('after', examples(`pennyrow workbook ${name}`))
    .action(
      answering(async (control) => {
        const view = await control.call('registration.get', { kind });
        return { value: view, text: () => shown(view) };
      }),
    );
  const set = command.command('set').description(texts.set);
  const [file, ...others] = ways;
  const [argument] = file?.fields ?? [];
  set.argument(`[${placeholderOf(argument)}]`, argument === undefined ? '' : textsAt(fieldTexts, argument.id).help);
  for (const { id } of others.flatMap(({ fields }) => fields))
    set.option(`--${id} <${id}>`, textsAt(fieldTexts, id).help);
  set.addHelpText('after', examples(...registration.examples)).action(
    answering<GivenOptions, [string | undefined]>(async (control, options, given) => {
      const all = { ...options, ...(argument === undefined || given === undefined ? {} : { [argument.id]: given }) };
      const begun = ways.filter(({ fields }) => fields.some((field) => all[field.id] !== undefined));
      const [way] = begun;
      if (way === undefined || begun.length > 1 || way.fields.some(({ id }) => all[id] === undefined))
        throw new PennyrowError(registration.missing);
      const view = await setRegistration(control, kind, formValuesFrom(way.fields, all));
      return { value: view, text: () => `${shown(view)}\n${texts.entered}` };
    }),
  );
  command
    .command('remove')
    .description(texts.removing)
    .addHelpText('after', examples(`pennyrow workbook ${name} remove`))
    .action(
      answering(async (control) => {
        await control.call('registration.remove', { kind });
        const left = await control.call('registration.get', { kind });
        return { value: left, text: () => (left === null ? texts.removed : texts.packagedAgain) };
      }),
    );
}

function setRegistration(control: OpenControl, kind: string, given: FormValues) {
  return control.call('registration.set', { kind, given });
}
