import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Messages by topic, in ICU MessageFormat. */
export interface Tree {
  readonly [key: string]: string | Tree;
}

/** The folder of the catalogues, with one file for each language. */
const FOLDER = 'src/messages';

/** The root of the checkout. */
const ROOT = join(import.meta.dirname, '../..');

export const CATALOGUES = join(ROOT, FOLDER);

/** The folders of source and workbook kinds. Each has a `kinds.ts`, which imports every kind from its subfolder. */
const LISTS = ['src/sources', 'src/workbooks'];

/** The sections that also contain the texts of `shared`, at the same paths. */
export const SHARING = ['pages', 'terminal', 'desktop', 'newWorkbook'];

/** The texts of a kind in one language: its names and its specific problems. */
type OfKind = Partial<Record<'kind' | 'problems', Tree>>;

interface KindMessages {
  readonly id: string;
  /** Relative to the root. */
  readonly file: string;
  readonly languages: Readonly<Record<string, OfKind>>;
}

/**
 * Reads all catalogues, by language tag. Adds the texts of each source and workbook kind to `kinds`, by its id, and its
 * problems to `problems`. If a kind's file lacks a language, the catalogue of that language may contain the texts. Throws if two
 * files define the same text.
 */
export function readCatalogues(root = ROOT): Readonly<Record<string, Tree>> {
  const kinds = readKinds(root);
  const catalogues = join(root, FOLDER);
  const files = readdirSync(catalogues).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const language = name.slice(0, -'.json'.length);
      return [language, mergeCatalogue(language, readJson(join(catalogues, name)) as Tree, kinds)];
    }),
  );
}

function mergeCatalogue(language: string, own: Tree, kinds: readonly KindMessages[]): Tree {
  const definedIn = new Map<string, string>();
  const merged: Record<string, Tree> = { kinds: {}, problems: {} };
  const add = (section: 'kinds' | 'problems', texts: Tree, file: string): void => {
    for (const key of Object.keys(texts)) {
      const path = `${section}.${key}`;
      const before = definedIn.get(path);
      if (before !== undefined) throw new Error(`${path} (${language}) is defined in ${before} and in ${file}.`);
      definedIn.set(path, file);
    }
    merged[section] = { ...merged[section], ...texts };
  };
  for (const section of ['kinds', 'problems'] as const)
    add(section, (own[section] ?? {}) as Tree, `src/messages/${language}.json`);
  for (const { id, file, languages } of kinds) {
    const { kind, problems = {} } = languages[language] ?? {};
    if (kind !== undefined) add('kinds', { [id]: kind }, file);
    add('problems', problems, file);
  }
  const { shared = {}, ...sections } = own;
  for (const section of SHARING)
    if (own[section] !== undefined) merged[section] = mergeTrees(shared as Tree, own[section] as Tree);
  return { ...sections, ...merged };
}

function mergeTrees(one: Tree, other: Tree): Tree {
  const merged: Record<string, Tree[string]> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const before = merged[key];
    merged[key] = typeof value === 'object' && typeof before === 'object' ? mergeTrees(before, value) : value;
  }
  return merged;
}

/** Reads the messages of every listed kind that has any. */
function readKinds(root: string): KindMessages[] {
  return LISTS.flatMap((room) => {
    const list = readFileSync(join(root, room, 'kinds.ts'), 'utf8');
    return [...list.matchAll(/from '(.+)\/kind\.ts'/g)].flatMap(([, folder = '']) => {
      const file = join(room, folder, 'messages.json');
      const path = join(root, file);
      return existsSync(path)
        ? [{ id: basename(folder), file, languages: readJson(path) as KindMessages['languages'] }]
        : [];
    });
  });
}

function readJson(path: string): unknown {
  const { frames = {}, ...tree } = JSON.parse(readFileSync(path, 'utf8')) as Tree;
  return joinBranches(tree, frames as Frames);
}

/** Texts that several messages use around a select, by name. */
type Frames = Readonly<Record<string, string>>;

const SELECT = /^select (?<parameter>\w+)(?: in (?<frame>\w+))?$/;

/**
 * Joins `{ "select reason": { "empty": "…", "gone other": "…" } }` into one ICU message, in which "gone" and "other" have the
 * same text. The key `frame` has the text around the select, with `{select reason}` in its place. For `select reason in
 * notImported`, this text is `notImported` of `frames`. `remedyInApp` contains only the differences from `remedy`.
 */
function joinBranches(tree: Tree, frames: Frames): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value
        : joinMessage(value, frames, key === 'remedyInApp' ? tree['remedy'] : undefined),
    ]),
  );
}

function joinMessage(tree: Tree, frames: Frames, inherited: string | Tree = {}): string | Tree {
  const outer = typeof inherited === 'string' ? {} : inherited;
  const [name, parameter, shared] = Object.keys({ ...tree, ...outer }).flatMap((key) => SELECT.exec(key) ?? []);
  if (name === undefined) return joinBranches(tree, frames);
  const branches = { ...branchesOf(outer, name, frames), ...branchesOf(tree, name, frames) };
  const cases = Object.entries(branches).map(([key, text]) => `${key} {${text}}`);
  const select = `{${parameter}, select, ${cases.join(' ')}}`;
  const { frame } = shared === undefined ? { ...outer, ...tree } : { frame: frames[shared] };
  return typeof frame === 'string' ? frame.replace(`{select ${parameter}}`, () => select) : select;
}

function branchesOf(tree: Tree, name: string, frames: Frames): Readonly<Record<string, string>> {
  const branches = tree[name];
  if (typeof branches !== 'object') return {};
  return Object.fromEntries(
    Object.entries(branches).flatMap(([keys, value]) => {
      const text = typeof value === 'string' ? value : (joinMessage(value, frames) as string);
      return keys.split(' ').map((key) => [key, text]);
    }),
  );
}

/** Every message of a catalogue with its path, such as "pages.shell.menu". */
export function* leaves(tree: Tree, before = ''): Generator<readonly [path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [before + key, value];
    else yield* leaves(value, `${before}${key}.`);
  }
}
