import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { createError } from '../../platform/errors.ts';
import type { SourceKind, WatchedFolder } from '../source-kind.ts';

const settings = z.strictObject({
  folder: z.nullable(z.string()),
  afterwards: z.enum(['move', 'leave']),
});

function watched({ folder, afterwards }: Readonly<Record<string, unknown>>): WatchedFolder {
  return { folder: typeof folder === 'string' ? folder : null, afterwards: afterwards === 'move' ? 'move' : 'leave' };
}

export const statements: SourceKind = {
  id: 'statements',
  group: 'files',
  form: [
    { id: 'folder', type: 'folder', placeholder: 'folder' },
    { id: 'afterwards', type: 'choice', choices: [{ value: 'leave' }, { value: 'move', isFlag: true }] },
  ],
  examples: [
    'pennyrow connection add statements --folder ~/Downloads/bank',
    'pennyrow connection add statements --folder /srv/bank --move --name "My bank"',
  ],
  settings,
  access: null,
  hosts: [],
  links: [],
  check: (given) => {
    const { folder } = watched(given);
    if (folder === null || (isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true))
      return;
    throw createError('input_folder', { folder });
  },
  open: async ({ settings: given, statements: { isNew, csv } }) => {
    const { folder } = watched(given);
    const { newStatements } = await import('./statement-folder.ts');
    const paths = folder === null ? [] : await newStatements(folder, isNew);
    return (await import('./statement-source.ts')).createStatementSource(paths, csv);
  },
  files: {
    watched,
    open: async (paths, memory) => (await import('./statement-source.ts')).createStatementSource(paths, memory),
    inspect: async (file, memory, options) =>
      (await import('./statement-thread.ts')).inspectFile(file, memory, options),
    contentHash: async (path) => (await import('./imported-files.ts')).contentHash(path),
    fileAway: async (path) => void (await (await import('./imported-files.ts')).moveToImported(path)),
    watch: async (options) => (await import('./watched-folder.ts')).watchFolder(options),
    look: async (typed) => (await import('./statement-folder.ts')).lookAtFolder(typed),
  },
};
