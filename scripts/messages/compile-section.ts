import core from '@messageformat/core';
import messageCompiler from '@messageformat/core/lib/compiler.js';
import { leaves, type Tree } from './catalogues.ts';

// Casts, because the type definitions declare a `default` that the CommonJS files do not have.
const MessageFormat = core as unknown as typeof core.default;
const Compiler = messageCompiler as unknown as typeof messageCompiler.default;

/**
 * Compiles a section to the source of a module: `export default (write) => ({ group: () => ({ … }), … })`. Each group is
 * created on first use, so that V8 compiles only the messages that a program displays. `write` has a function for each of
 * `kinds`, and `number` for the `#` of a plural. A message is a function if `isFilledIn` returns true for its path, even if
 * its text in this language has no parameters, because the program calls it; otherwise it is a string.
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
    // Only a tree of texts would compile to an object instead of a string.
    if (typeof source !== 'string') throw new TypeError(`A message is compiled to ${typeof source}: ${text}`);
    return source;
  };
  const messages = new Map(
    [...leaves(tree)].map(([path, text]) => [path, isFilledIn(path) ? compiled(text) : wholeText(compiled(text))]),
  );
  const groups = Object.entries(tree).map(
    ([key, value]) => `  ${JSON.stringify(key)}: () => (${literal(value, key, messages)}),\n`,
  );
  // Takes `number` from `write`: the library's version would create an Intl formatter, which takes longer than a small command.
  const isOurs = (name: string, module: string | null): boolean => module === null || name === 'number';
  const used = Object.entries(compiler.runtime);
  const written = used.flatMap(([name, { module }]) => (isOurs(name, module) ? [name] : []));
  const imports = used.flatMap(([name, { module }]) =>
    isOurs(name, module) ? [] : [`import { ${name} } from ${JSON.stringify(module)};\n`],
  );
  // V8 compiles functions in parentheses with the module, and Node stores the result in its compile cache.
  return `${imports.join('')}export default ((${written.length > 0 ? `{ ${written.join(', ')} }` : ''}) => ({\n${groups.join('')}}));\n`;
}

/** Extracts `"text"` from `() => "text"`, the result of compiling a message without parameters. */
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
