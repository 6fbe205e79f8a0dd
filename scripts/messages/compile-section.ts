import core from '@messageformat/core';
import messageCompiler from '@messageformat/core/lib/compiler.js';
import { leaves, type Tree } from './catalogues.ts';

// Their types speak of a `default` that the CommonJS files do not have.
const MessageFormat = core as unknown as typeof core.default;
const Compiler = messageCompiler as unknown as typeof messageCompiler.default;

/**
 * A section as the source of a module: `export default (write) => ({ group: () => ({ … }), … })`. Each group is made when
 * the first of its messages is asked for, so that a start pays for what it says alone: no closures are made for the
 * others, and what no call has reached is not even compiled. `write` has a function for each of `kinds`, and `number` for
 * the `#` of a plural.
 *
 * A message is a string, or a function where `isFilledIn` says so of its path: also in a language that does without what
 * English fills in, since the program calls it.
 */
export function compileSection(
  language: string,
  tree: Tree,
  kinds: readonly string[],
  isFilledIn: (path: string) => boolean,
): string {
  const { options, plurals } = new MessageFormat(language, {
    customFormatters: Object.fromEntries(kinds.map((kind) => [kind, (value: unknown) => value])),
  });
  const [plural] = plurals;
  if (plural === undefined) throw new Error(`There are no plural rules for ${language}.`);
  const compiler = new Compiler(options);
  const compiled = (text: string): string => {
    const source = compiler.compile(text, plural);
    // It is an object for a tree of texts.
    if (typeof source !== 'string') throw new TypeError(`A message is compiled to ${typeof source}: ${text}`);
    return source;
  };
  const messages = new Map(
    [...leaves(tree)].map(([path, text]) => [path, isFilledIn(path) ? compiled(text) : wholeText(compiled(text))]),
  );
  const groups = Object.entries(tree).map(
    ([key, value]) => `  ${JSON.stringify(key)}: () => (${literal(value, key, messages)}),\n`,
  );
  // Of a plural's `#` the library would make a format of Intl, which takes longer than a small command.
  const isOurs = (name: string, module: string | null): boolean => module === null || name === 'number';
  const used = Object.entries(compiler.runtime);
  const written = used.flatMap(([name, { module }]) => (isOurs(name, module) ? [name] : []));
  const imports = used.flatMap(([name, { module }]) =>
    isOurs(name, module) ? [] : [`import { ${name} } from ${JSON.stringify(module)};\n`],
  );
  // In brackets, by which V8 compiles it with the module, and Node keeps that in its cache.
  return `${imports.join('')}export default ((${written.length > 0 ? `{ ${written.join(', ')} }` : ''}) => ({\n${groups.join('')}}));\n`;
}

/** `() => "text"`, which is how a message without parameters compiles, as `"text"`. */
function wholeText(compiled: string): string {
  const [, text] = /^\(\) => (".*")$/s.exec(compiled) ?? [];
  if (text === undefined)
    throw new Error(`A message without parameters is compiled otherwise than expected: ${compiled}`);
  return text;
}

function literal(value: string | Tree, path: string, messages: ReadonlyMap<string, string>): string {
  if (typeof value === 'string') return messages.get(path) ?? '';
  const entries = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}: ${literal(inner, `${path}.${key}`, messages)}`,
  );
  return `{ ${entries.join(', ')} }`;
}
