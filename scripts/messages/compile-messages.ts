import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { CATALOGUES, leaves, readCatalogues, SHARING, type Tree } from './catalogues.ts';
import { compileSection } from './compile-section.ts';

/**
 * Compiles messages (ICU MessageFormat) to functions: `src/messages/<language>.json`, and the `messages.json` of each bank and workbook.
 * Each language and section becomes a separate file, so that a program or page loads only those that it displays. Also
 * generates the types of all parameters from the English messages. Throws if a language lacks a message, has a message that
 * English lacks, or uses a parameter differently from English.
 */

const BASE = 'en';

/** Placeholders for values that are formatted for the reader, with their types; see `src/messages/format.ts`. */
const KINDS = {
  bytes: 'number',
  day: 'string',
  duration: 'number',
  list: 'readonly string[]',
  longDay: 'string',
  moment: 'string',
  money: 'Money',
  month: 'string',
  numeral: 'number',
  problem: 'Problem',
  remedy: 'Problem',
  title: 'string',
} as const;

/** How a message uses one of its parameters. */
interface Use {
  readonly type: string;
  /** A key of `KINDS`; null for a value that is inserted unchanged. */
  readonly kind: string | null;
}
type Parameters = Map<string, Use>;

/** `languages`: catalogues by language tag. Writes every section of every language to `folder`. */
export function compileMessages(languages: Readonly<Record<string, Tree>>, folder: string): void {
  const { [BASE]: base = {} } = languages;
  for (const [language, catalogue] of Object.entries(languages)) {
    const faults = asWritten(compare(base, catalogue));
    if (faults.length > 0) throw new Error(`src/messages/${language}.json, with the kinds:\n  ${faults.join('\n  ')}`);
    mkdirSync(join(folder, language), { recursive: true });
    for (const [section, tree] of Object.entries(catalogue)) {
      if (typeof tree === 'string') continue;
      const filledIn = filledInBy(base[section]);
      const source = compileSection(language.split('-', 1)[0] ?? BASE, tree, Object.keys(KINDS), (path) =>
        filledIn.has(path),
      );
      writeIfChanged(join(folder, language, `${section}.js`), source);
    }
  }
  writeIfChanged(join(folder, 'sections.d.ts'), declare(base));
  writeIfChanged(join(folder, 'languages.js'), listLanguages(languages));
  writeIfChanged(join(folder, 'languages.d.ts'), declareLanguages(Object.keys(languages)));
}

/** The paths of the messages with parameters. */
function filledInBy(tree: Tree[string] = {}): ReadonlySet<string> {
  if (typeof tree === 'string') return new Set();
  return new Set([...leaves(tree)].flatMap(([path, text]) => (parametersOf(text).size > 0 ? [path] : [])));
}

function parametersOf(text: string): Parameters {
  const found: Parameters = new Map();
  collect(parse(text), found);
  return found;
}

function collect(tokens: readonly Token[], found: Parameters): void {
  for (const token of tokens) {
    if (token.type === 'argument') note(found, token.arg, { type: 'string', kind: null });
    else if (token.type === 'function') note(found, token.arg, { type: kindOf(token.key), kind: token.key });
    else if (token.type === 'select')
      note(found, token.arg, { type: choiceOf(token.cases.map(({ key }) => key)), kind: null });
    else if (token.type !== 'content' && token.type !== 'octothorpe')
      note(found, token.arg, { type: 'number', kind: null });
    if ('cases' in token) for (const { tokens: inner } of token.cases) collect(inner, found);
  }
}

function kindOf(key: string): string {
  if (!Object.hasOwn(KINDS, key)) throw new Error(`There is no kind of value “${key}”.`);
  return KINDS[key as keyof typeof KINDS];
}

/** The type of a selected parameter, by its branches: a boolean, one of several names, or null. */
function choiceOf(keys: readonly string[]): string {
  if (keys.includes('true') || keys.includes('false')) return 'boolean';
  const names = keys.filter((key) => key !== 'null').map((key) => `'${key}'`);
  return [...names.toSorted(), ...(keys.includes('null') ? ['null'] : [])].join(' | ');
}

/**
 * Merges the uses of a parameter in a message. If it is only tested for null, it may have any type. If it is both inserted
 * and used in a select, it may be any text. If it is used in a plural, it is a number, even if it is also inserted.
 */
function note(found: Parameters, name: string, use: Use): void {
  const before = found.get(name);
  if (before === undefined || before.type === use.type)
    found.set(name, { ...use, kind: use.kind ?? before?.kind ?? null });
  else if (before.type === OPTIONAL) found.set(name, { ...use, type: `${use.type} | null` });
  else if (use.type === OPTIONAL) found.set(name, { ...before, type: orNull(before.type) });
  else if (orNull(use.type) === before.type) return;
  else if (isChoice(before) && use.type === 'string')
    found.set(name, { ...before, type: before.type.endsWith('null') ? 'string | null' : 'string' });
  else if (before.type === 'string' && before.kind === null) found.set(name, use);
  else if (isChoice(before) && isChoice(use)) found.set(name, { ...before, type: bothChoices(before.type, use.type) });
  else if (!(use.type === 'string' && use.kind === null))
    throw new Error(`{${name}} is ${before.type} and ${use.type} in one message.`);
}

const OPTIONAL = "'other' | null";

/** Allows the values of both selects: a value without a branch in one of them uses its `other` branch. */
function bothChoices(one: string, other: string): string {
  const names = new Set([...one.split(' | '), ...other.split(' | ')]);
  const isOptional = names.delete('null');
  return [...[...names].toSorted(), ...(isOptional ? ['null'] : [])].join(' | ');
}

function isChoice({ type, kind }: Use): boolean {
  return kind === null && type.startsWith("'");
}

function orNull(type: string): string {
  return type.endsWith(' | null') ? type : `${type} | null`;
}

/** Reports a fault of a `shared` text once, at its place in the file, although each section of `SHARING` has it. */
function asWritten(faults: readonly string[]): string[] {
  const [first = ''] = SHARING;
  const isShared = (fault: string): boolean =>
    fault.startsWith(`${first}.`) &&
    SHARING.every((section) => faults.includes(`${section}${fault.slice(first.length)}`));
  const shared = faults.filter(isShared).map((fault) => fault.slice(first.length));
  const copies = new Set(SHARING.flatMap((section) => shared.map((fault) => section + fault)));
  return [...shared.map((fault) => `shared${fault}`), ...faults.filter((fault) => !copies.has(fault))];
}

function compare(base: Tree, other: Tree): string[] {
  const [expected, found] = [new Map(leaves(base)), new Map(leaves(other))];
  const faults = [...found.keys()]
    .filter((path) => !expected.has(path))
    .map((path) => `${path} is not in ${BASE}.json.`);
  for (const [path, text] of expected) {
    const translated = found.get(path);
    if (translated === undefined) {
      faults.push(`${path} is missing.`);
      continue;
    }
    const expected = parametersOf(text);
    for (const [name, { type }] of parametersOf(translated)) {
      const expectedType = expected.get(name)?.type;
      if (expectedType === undefined) faults.push(`${path} has no {${name}} in ${BASE}.json.`);
      else if (expectedType !== type && type !== 'string')
        faults.push(`${path}: {${name}} is ${type}, but ${expectedType} in ${BASE}.json.`);
    }
  }
  return faults;
}

function declare(base: Tree): string {
  const problems = Object.entries((base['problems'] ?? {}) as Readonly<Record<string, Tree>>).map(([code, texts]) => {
    const merged: Parameters = new Map();
    for (const [, text] of leaves(texts)) for (const [name, use] of parametersOf(text)) note(merged, name, use);
    return `  '${code}': ${objectType(merged)};`;
  });
  return [
    "import type { Money, ProblemOf } from '../values.ts';",
    '/** What is reported, as data: a code with what its sentence is filled in with. */',
    'export type Problem = ProblemOf<ProblemParameters>;',
    `export interface Sections ${declareTree(base, '')}`,
    '/** The parameters of the message for each problem code. */',
    `export interface ProblemParameters {\n${problems.join('\n')}\n}`,
    '',
  ].join('\n');
}

function declareTree(tree: Tree, indent: string): string {
  const lines = Object.entries(tree)
    .filter(([key]) => indent !== '' || key !== 'name')
    .map(
      ([key, value]) =>
        `${indent}  readonly '${key}': ${typeof value === 'string' ? leafType(value) : declareTree(value, `${indent}  `)};`,
    );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function leafType(text: string): string {
  const parameters = parametersOf(text);
  return parameters.size === 0 ? 'string' : `(parameters: ${objectType(parameters)}) => string`;
}

function objectType(parameters: Parameters): string {
  return `{ ${[...parameters].map(([name, { type }]) => `readonly ${name}: ${type}`).join('; ')} }`;
}

function listLanguages(languages: Readonly<Record<string, Tree>>): string {
  const names = Object.entries(languages).map(([tag, { name }]) => `  '${tag}': ${JSON.stringify(name)},`);
  const loaders = Object.entries(languages).map(([tag, catalogue]) => {
    const sections = Object.keys(catalogue).filter((key) => typeof catalogue[key] !== 'string');
    return `  '${tag}': { ${sections.map((section) => `${section}: () => import('./${tag}/${section}.js')`).join(', ')} },`;
  });
  const digits = Object.keys(languages).map((tag) => `  '${tag}': ${hasLatinDigits(tag)},`);
  return `export const LANGUAGES = {\n${names.join('\n')}\n};\nexport const LATIN_DIGITS = {\n${digits.join('\n')}\n};\nexport const LOADERS = {\n${loaders.join('\n')}\n};\n`;
}

function hasLatinDigits(language: string): boolean {
  return new Intl.NumberFormat(language).resolvedOptions().numberingSystem === 'latn';
}

function declareLanguages(tags: readonly string[]): string {
  return [
    "import type { Sections } from './sections.d.ts';",
    `export type Language = ${tags.map((tag) => `'${tag}'`).join(' | ')};`,
    '/** What each language calls itself. */',
    'export declare const LANGUAGES: Readonly<Record<Language, string>>;',
    '/** Whether it counts with the digits 0 to 9. */',
    'export declare const LATIN_DIGITS: Readonly<Record<Language, boolean>>;',
    '/** What writes the values that messages are filled in with. */',
    `export type Writers = Readonly<Record<${Object.keys(KINDS)
      .map((kind) => `'${kind}'`)
      .join(' | ')}, (value: never) => unknown>> & {`,
    '  /** The `#` of a plural. */',
    '  readonly number: (language: string, value: number, offset: number) => string;',
    '};',
    '/** The messages of a section by their groups, each of which is made by its function. */',
    'export type MakeGroups = (write: Writers) => Readonly<Record<string, () => unknown>>;',
    'type Loader = () => Promise<{ readonly default: MakeGroups }>;',
    'export declare const LOADERS: Readonly<Record<Language, Readonly<Record<keyof Sections, Loader>>>>;',
    '',
  ].join('\n');
}

/** Unchanged files keep their modification time, so that programs that watch them do not rebuild. */
function writeIfChanged(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch {
    // The file does not exist yet.
  }
  writeFileSync(path, text);
}

if (import.meta.main) {
  try {
    compileMessages(readCatalogues(), join(CATALOGUES, 'compiled'));
  } catch (thrown) {
    // A stack trace would hide which texts are missing.
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    process.exitCode = 1;
  }
}
