import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import swc, { type ParseOptions } from '@swc/core';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { parseSync, Visitor } from 'rolldown/utils';
import configuration, { KNOWN_ROOM } from '../../dependency-cruiser.config.ts';

export interface ImportCheck {
  /** The project's files that were checked; an empty list means that nothing was checked. */
  readonly files: readonly string[];
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
}

/** The imports of a file as code, including types such as `import('./a.ts').A`; this parses faster than the whole file. */
function importsOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  // Returns the whole file, because the parser does not list calls of `require`.
  if (/\brequire\s*\(/.test(text)) return text;
  const parsed = parseSync(path, text);
  if (parsed.errors.length > 0) throw new Error(`${path} cannot be read: ${parsed.errors[0]?.message}`);
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const reexports = staticExports.filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest !== null));
  const statements = [...staticImports, ...reexports, ...dynamicImports].map(
    ({ start, end }) => `${text.slice(start, end)};`,
  );
  // `dynamicImports` lacks imports within types. The slow search for them runs only if the text has further `import(`.
  if ([...text.matchAll(/\bimport\(/g)].length > dynamicImports.length) {
    new Visitor({ TSImportType: ({ source }) => void statements.push(`import type {} from ${source.raw};`) }).visit(
      parsed.program,
    );
  }
  return statements.join('\n');
}

// Parses only the imports, because passing the trees of whole files as JSON takes three times as long as all other checks.
swc.parseFileSync = (path: string, options?: ParseOptions) => swc.parseSync(importsOf(path), options) as never;

const FOLDERS = ['bin', 'src', 'renderer', 'scripts', 'test', 'bench'];

/** Checks every import below `root` against the tables of `dependency-cruiser.config.ts`. */
export async function checkImports(root: string): Promise<ImportCheck> {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(folders, {
    ...configuration.options,
    baseDir: root,
    validate: true,
    ruleSet: configuration,
  });
  const { modules, summary } = output as ICruiseResult;
  const inside = new RegExp(`^(${FOLDERS.join('|')})/`);
  const files = modules
    .map((module) => module.source)
    .filter((source) => inside.test(source) && existsSync(join(root, source)));
  // A file without imports breaks no import rule, so files outside of the known folders are reported here.
  const strays = files.filter((file) => /^(src|renderer)\//.test(file) && !KNOWN_ROOM.test(file));
  return {
    files,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...strays.map((stray) => ({ rule: 'known-rooms', from: stray, to: stray })),
    ],
  };
}
