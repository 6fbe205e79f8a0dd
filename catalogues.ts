import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Messages by topic, in ICU MessageFormat. */
export interface Tree {
  readonly [key: string]: string | Tree;
}

/** The folder of the catalogues, one file for each language. */
export const CATALOGUES = join(import.meta.dirname, 'src/messages');

/** Every catalogue there is, by the tag of its language. */
export function readCatalogues(): Readonly<Record<string, Tree>> {
  const files = readdirSync(CATALOGUES).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(CATALOGUES, name), 'utf8')) as Tree,
    ]),
  );
}

/** Every message of a catalogue with its path: "pages.shell.menu". */
export function* leaves(tree: Tree, before = ''): Generator<readonly [path: string, text: string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') yield [before + key, value];
    else yield* leaves(value, `${before}${key}.`);
  }
}
