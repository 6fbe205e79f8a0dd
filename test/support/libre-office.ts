import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findProgram, installProgram } from './programs.ts';
import { withoutShift } from './shifted-clock.ts';

const run = promisify(execFile);
const MINUTE = 60_000;
/** LibreOffice silently ignores files after the first 246 or so. */
const MOST_FILES = 100;

/** The real LibreOffice without a window, which shows how another program reads and writes the files. */
export interface LibreOffice {
  /** Opens the files and saves them as .xlsx into the folder. */
  save(files: readonly string[], folder: string): Promise<void>;
  /** Opens the files and returns the displayed texts of their sheets: rows of cells by "file name/sheet". */
  shown(files: readonly string[]): Promise<ReadonlyMap<string, readonly (readonly string[])[]>>;
  /** Prints the file as a PDF into the folder, and returns its path. */
  print(file: string, folder: string): Promise<string>;
}

/**
 * The machine's LibreOffice Calc, or Debian's package if this is root. Null if there is none; its tests are then reported
 * as skipped. `home`: an empty folder for its profile, so that the user's settings do not matter.
 */
export async function ensureLibreOffice(home: string): Promise<LibreOffice | null> {
  const program = findProgram(NAMES) ?? (await installProgram('libreoffice-calc', NAMES));
  if (program === null) return null;
  const convert = async (format: string, files: readonly string[], folder: string): Promise<void> => {
    const profile = `-env:UserInstallation=${pathToFileURL(join(home, 'profile')).href}`;
    const options = [profile, '--headless', '--norestore', '--convert-to', format, '--outdir', folder];
    const env = { ...withoutShift(process.env), ...IN_ENGLISH };
    for (let start = 0; start < files.length; start += MOST_FILES)
      await run(program, [...options, ...files.slice(start, start + MOST_FILES)], { timeout: 10 * MINUTE, env });
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

/** The reason for skipping tests without LibreOffice. */
export const NO_LIBRE_OFFICE = 'needs LibreOffice Calc, which is Debian’s package libreoffice-calc';

/** LibreOffice formats numbers in the language of its environment. */
const IN_ENGLISH = { LANG: 'en_US.UTF-8', LC_ALL: 'en_US.UTF-8', LANGUAGE: 'en' };

const NAMES = ['soffice', 'libreoffice', 'localc'];

/** Tab-separated UTF-8 with displayed values, for all sheets (-1, since LibreOffice 7.2). */
const CSV_OF_EVERY_SHEET = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1';
