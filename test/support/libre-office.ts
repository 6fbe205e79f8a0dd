import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findProgram, installProgram } from './programs.ts';
import { withoutShift } from './shifted-clock.ts';

const run = promisify(execFile);
const MINUTE = 60_000;

/** A real LibreOffice without a window: what it saves, and what it makes of a file, is not ours to imagine. */
export interface LibreOffice {
  /** Opens the files and saves them as .xlsx into the folder, in one start of the program. */
  save(files: readonly string[], folder: string): Promise<void>;
  /** Opens the files and returns what each of their sheets shows: by "file name/sheet", lines of cells. */
  shown(files: readonly string[]): Promise<ReadonlyMap<string, readonly (readonly string[])[]>>;
  /** Prints the file as a PDF into the folder, and returns where that is. */
  print(file: string, folder: string): Promise<string>;
}

/**
 * The machine's own LibreOffice Calc, else Debian's package when this is root; null when there is none, so that its tests
 * are skipped by name. `home`: an empty folder for its profile, so that the user's settings make no difference.
 */
export async function ensureLibreOffice(home: string): Promise<LibreOffice | null> {
  const program = findProgram(NAMES) ?? (await installProgram('libreoffice-calc', NAMES));
  if (program === null) return null;
  const convert = async (format: string, files: readonly string[], folder: string): Promise<void> => {
    const profile = `-env:UserInstallation=${pathToFileURL(join(home, 'profile')).href}`;
    await run(program, [profile, '--headless', '--norestore', '--convert-to', format, '--outdir', folder, ...files], {
      timeout: 10 * MINUTE,
      env: { ...withoutShift(process.env), ...IN_ENGLISH },
    });
  };
  return {
    save: (files, folder) => convert('xlsx:Calc MS Excel 2007 XML', files, folder),
    print: async (file, folder) => {
      await convert('pdf', [file], folder);
      return join(folder, `${parse(file).name}.pdf`);
    },
    shown: async (files) => {
      const folder = join(home, `shown-${readdirSync(home).length}`);
      mkdirSync(folder);
      await convert(CSV_OF_EVERY_SHEET, files, folder);
      const sheets = new Map<string, readonly (readonly string[])[]>();
      for (const file of files) {
        const { name } = parse(file);
        for (const csv of readdirSync(folder).filter((each) => each.startsWith(`${name}-`))) {
          const lines = readFileSync(join(folder, csv), 'utf8').trimEnd().split('\n');
          sheets.set(
            `${name}/${parse(csv).name.slice(name.length + 1)}`,
            lines.map((line) => line.split('\t')),
          );
        }
      }
      return sheets;
    },
  };
}

/** What a test says that is skipped without it. */
export const NO_LIBRE_OFFICE = 'needs LibreOffice Calc, which is Debian’s package libreoffice-calc';

/** Numbers are shown as the language of the machine has them. */
const IN_ENGLISH = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en' };

const NAMES = ['soffice', 'libreoffice', 'localc'];

/** Tabs between cells, UTF-8, values as they are shown, and all sheets (-1), which LibreOffice knows since 7.2. */
const CSV_OF_EVERY_SHEET = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1';
