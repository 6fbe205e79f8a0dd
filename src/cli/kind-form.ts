import { readFileSync, accessSync, constants, statSync } from 'node:fs';
import { resolve, delimiter, join } from 'node:path';
import { Option, type Command } from 'commander';
import type { FormField, FormValues } from '../contract/control/kinds.ts';
import { textsAt, type FormTexts, type WorkbookTexts } from '../messages/kind-texts.ts';
import { createError, type PennyrowError } from '../platform/errors.ts';
import type { WorkbookWay } from '../workbooks/workbook-kind.ts';
import { askSecrets } from './prompt.ts';
import { collect, wholeNumber } from './options.ts';
import { text } from './locale.ts';

export type GivenOptions = Readonly<Record<string, unknown>>;

/** Adds the fields as options. If the user types only one secret, it is an argument; the command prompts for several. */
export function addFields(command: Command, fields: readonly FormField[], texts: FormTexts): void {
  for (const field of fields.filter((one) => !isTyped(one))) {
    if (field.type === 'command') command.argument(`<${placeholderOf(field)}...>`, textsAt(texts, field.id).help);
    else for (const option of optionsOf(field, texts)) command.addOption(option);
  }
  const secret = onlySecret(fields);
  if (secret !== undefined)
    command.argument(
      `[${placeholderOf(secret)}]`,
      `${textsAt(texts, secret.id).help}; ${text().connection.notInShell}`,
    );
}

function optionsOf(field: FormField, texts: FormTexts): Option[] {
  const { id, type, choices = [], isOptional = false, range } = field;
  const fieldTexts = textsAt(texts, id);
  const flags = choices.filter(({ isFlag }) => isFlag === true);
  if (flags.length > 0)
    return flags.map(({ value }) => new Option(`--${kebab(value)}`, textsAt(fieldTexts.choices, value).help));
  const option = new Option(`--${kebab(id)} <${placeholderOf(field)}>`, fieldTexts.help);
  if (choices.length > 0) return [option.choices(choices.map(({ value }) => value))];
  if (type === 'number' && range !== undefined) option.argParser(wholeNumber(...range));
  if (type === 'list') option.argParser(collect(String));
  return [option.makeOptionMandatory(!isOptional)];
}

export function addWays(command: Command, ways: readonly WorkbookWay[], texts: WorkbookTexts['ways']): void {
  for (const [place, { id, fields }] of ways.entries()) {
    const [first] = fields;
    const value = placeholderOf(first);
    const flag = `--${kebab(id)}${first === undefined ? '' : first.isOptional === true ? ` [${value}]` : ` <${value}>`}`;
    command.addOption(
      new Option(flag, textsAt(texts, id).help).conflicts(ways.slice(place + 1).map((other) => other.id)),
    );
  }
  for (const { id, fields } of ways) {
    for (const field of fields.slice(1)) {
      const { help } = textsAt(textsAt(texts, id).fields, field.id);
      command.option(`--${kebab(field.id)} <${placeholderOf(field)}>`, help);
    }
  }
}

/** The way to connect that an option names, else the first. Throws `input_invalid` for missing options and those of other ways. */
export function chooseWay(ways: readonly WorkbookWay[], options: GivenOptions): WorkbookWay {
  const way = ways.find(({ id }) => options[id] !== undefined) ?? ways[0];
  if (way === undefined) throw new Error('A kind of workbook has at least one way.');
  const foreign = ways.find(
    (other) => other !== way && other.fields.slice(1).some(({ id }) => options[id] !== undefined),
  );
  if (foreign !== undefined) throw misplacedOption(foreign, 'belongsTo');
  if (
    ways.length > 1 &&
    way.fields.slice(1).some(({ id, isOptional }) => isOptional !== true && options[id] === undefined)
  )
    throw misplacedOption(way, 'needed');
  return way;
}

/** Adds the value of the first field, which the option that names the way contains. */
export function optionsOfWay({ id, fields: [first] }: WorkbookWay, options: GivenOptions): GivenOptions {
  return first === undefined || typeof options[id] !== 'string' ? options : { ...options, [first.id]: options[id] };
}

function misplacedOption({ id, fields }: WorkbookWay, reason: 'belongsTo' | 'needed'): PennyrowError {
  const names = fields.slice(1).map((field) => `--${kebab(field.id)}`);
  return createError('input_invalid', { reason, field: names.join(', '), issues: `--${kebab(id)}` });
}

export function operandFrom(
  fields: readonly FormField[],
  operand: string | readonly string[] | undefined,
): { readonly options: GivenOptions; readonly secret: string | undefined } {
  const field = fields.find(({ type }) => type === 'command');
  if (typeof operand === 'string' || operand === undefined) return { options: {}, secret: operand };
  return { options: field === undefined ? {} : { [field.id]: withFullPath(operand) }, secret: undefined };
}

export function settingsFrom(fields: readonly FormField[], options: GivenOptions): Record<string, unknown> {
  return valuesFrom(
    fields.filter(({ isSecret }) => isSecret !== true),
    options,
  );
}

export function formValuesFrom(fields: readonly FormField[], options: GivenOptions): FormValues {
  return valuesFrom(fields, options) as FormValues;
}

function valuesFrom(fields: readonly FormField[], options: GivenOptions): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, options);
      return value === undefined ? [] : [[field.id, value]];
    }),
  );
}

function valueOf({ id, type, choices = [] }: FormField, options: GivenOptions): unknown {
  const option = options[id];
  if (choices.length > 0) return option ?? (choices.find(({ value }) => options[value] === true) ?? choices[0])?.value;
  // The option was given without its optional value: Commander then sets it to true.
  if (typeof option !== 'string') return option === true ? undefined : option;
  if (type === 'folder' || type === 'path') return resolve(option);
  return type === 'file' ? readFileSync(option, 'utf8') : option;
}

/** Takes the secrets from the argument, from files, or from prompts. */
export async function secretFrom(
  fields: readonly FormField[],
  texts: FormTexts | undefined,
  argument: string | undefined,
  options: GivenOptions = {},
): Promise<FormValues> {
  const secrets = fields.filter(isTyped);
  const inFiles = fields.filter((field) => field.isSecret === true && !isTyped(field));
  const [only] = secrets;
  if (only === undefined) return formValuesFrom(inFiles, options);
  if (argument !== undefined) return { [only.id]: argument };
  const typed = await askSecrets(
    secrets.map(({ id, from }) =>
      text().connection.hidden({ question: from === undefined ? textsAt(texts, id).label : id }),
    ),
  );
  return Object.fromEntries(secrets.map(({ id }, place) => [id, typed[place] ?? '']));
}

function isTyped({ isSecret, type }: FormField): boolean {
  return isSecret === true && type !== 'file';
}

function onlySecret(fields: readonly FormField[]): FormField | undefined {
  const secrets = fields.filter((field) => isTyped(field) && field.oneFor === undefined);
  return secrets.length === 1 ? secrets[0] : undefined;
}

export function placeholderOf(field: FormField | undefined): string {
  return field?.placeholder ?? 'value';
}

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function withFullPath([program = '', ...values]: readonly string[]): string[] {
  return [/[\\/]/.test(program) ? resolve(program) : (onSearchPath(program) ?? resolve(program)), ...values];
}

function onSearchPath(name: string): string | null {
  const ends = process.platform === 'win32' ? (process.env['PATHEXT'] ?? '.EXE').split(delimiter) : [''];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = folders.flatMap((folder) => ['', ...ends].map((end) => resolve(join(folder, name + end))));
  return paths.find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
