import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import * as z from 'zod/mini';
import { PennyrowError } from '../../platform/errors.ts';
import type { SourceKind, WatchedFolder } from '../source-kind.ts';
import { texts } from './texts.ts';

const settings = z.strictObject({
  /** Absolute path of a folder to watch; null for files that are only imported by hand. */
  folder: z.nullable(z.string()),
  /** What becomes of a file in the folder once it is imported. */
  afterwards: z.enum(['move', 'leave']),
});

function watched({ folder, afterwards }: Readonly<Record<string, unknown>>): WatchedFolder {
  return { folder: typeof folder === 'string' ? folder : null, afterwards: afterwards === 'move' ? 'move' : 'leave' };
}

export const statements: SourceKind = {
  id: 'statements',
  group: 'files',
  texts,
  form: [
    {
      id: 'folder',
      type: 'folder',
      label: { en: 'Folder', de: 'Ordner' },
      example: { en: '/home/me/Downloads/bank', de: '/home/ich/Downloads/bank' },
      missing: { en: 'Choose a folder that is there.', de: 'Wählen Sie einen Ordner, den es gibt.' },
      command: { help: 'an existing folder', value: 'folder' },
    },
    {
      id: 'afterwards',
      type: 'choice',
      label: { en: 'Once a file is imported', de: 'Sobald eine Datei importiert ist' },
      choices: [
        { value: 'leave', label: { en: 'leave it where it is', de: 'liegen lassen, wo sie ist' } },
        {
          value: 'move',
          label: {
            en: 'move it into a folder “imported” inside this one',
            de: 'in einen Ordner „imported“ darin verschieben',
          },
          help: 'move a file into the folder “imported” beside it once it is imported',
        },
      ],
      command: { help: 'what becomes of a file once it is imported' },
    },
  ],
  settings,
  access: null,
  hosts: [],
  links: [],
  helpPage: 'statements.md',
  check: (given) => {
    const { folder } = watched(given);
    if (folder === null || (isAbsolute(folder) && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true))
      return;
    throw new PennyrowError(
      'input_folder',
      `There is no folder ${folder}.`,
      'Make the folder first, and give its full path.',
    );
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
    inspect: async (file, memory, wanted) => (await import('./inspect-statement.ts')).inspectFile(file, memory, wanted),
    contentHash: async (path) => (await import('./imported-files.ts')).contentHash(path),
    fileAway: async (path) => void (await (await import('./imported-files.ts')).moveToImported(path)),
    watch: async (options) => (await import('./watched-folder.ts')).watchFolder(options),
    look: async (typed) => (await import('./look-at-folder.ts')).lookAtFolder(typed),
  },
};
