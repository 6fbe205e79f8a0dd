import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import swc, { type ParseOptions } from '@swc/core';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { parseSync } from 'rolldown/utils';
import configuration, { KNOWN_ROOM } from '../../dependency-cruiser.config.ts';

export interface ImportCheck {
  /** Files of ours that were read; 0 means that the checker saw nothing and proves nothing. */
  readonly files: readonly string[];
  readonly violations: readonly { readonly rule: string; readonly from: string; readonly to: string }[];
}

/** All that the checker looks for in a file, and a part of what it takes to parse: statements that import, and calls. */
function importsOf(path: string): string {
  const text = readFileSync(path, 'utf8');
  // Where it is called, and by which name, only the whole file tells.
  if (/\brequire\s*\(/.test(text)) return text;
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  const { staticImports, staticExports, dynamicImports } = module;
  const reexports = staticExports.filter(({ entries }) => entries.some(({ moduleRequest }) => moduleRequest !== null));
  return [...staticImports, ...reexports, ...dynamicImports]
    .map(({ start, end }) => `${text.slice(start, end)};`)
    .join('\n');
}

// A tree of each whole file, handed over as JSON, takes three times as long as all else that dependency-cruiser does.
swc.parseFileSync = (path: string, options?: ParseOptions) => swc.parseSync(importsOf(path), options) as never;

const FOLDERS = ['bin', 'src', 'renderer', 'scripts', 'test', 'bench'];

/** Holds every import below `root` against the table of `dependency-cruiser.config.ts`. */
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
  // A file that imports nothing breaks no rule about imports, so strays are looked for here.
  const strays = files.filter((file) => file.startsWith('src/') && !KNOWN_ROOM.test(file));
  return {
    files,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...strays.map((stray) => ({ rule: 'known-rooms', from: stray, to: stray })),
    ],
  };
}
