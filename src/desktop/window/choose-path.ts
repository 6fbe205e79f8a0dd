import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import type { ChoiceKind, ChosenPath, DesktopInput } from '../../contract/control/desktop.ts';
import type { ElectronParts, WindowPart } from '../electron-parts.ts';
import type { DesktopSpeech } from '../speech.ts';

const NEW_NAME = 'Pennyrow.xlsx';

/** The words of each kind of dialog. */
const TEXTS = {
  'new-workbook': 'newWorkbook',
  workbook: 'workbook',
  'statement-folder': 'statementFolder',
} as const satisfies Readonly<Record<ChoiceKind, string>>;

export interface PathChooserOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog'>;
  readonly speech: DesktopSpeech;
  /** The window that the dialog belongs to, and that waits for it; null while there is none. */
  readonly window: () => WindowPart | null;
}

export type PathChooser = (wanted: DesktopInput<'desktop.choose'>) => Promise<ChosenPath | null>;

/**
 * Lets the user pick a file or folder in the system's dialog. A page learns only the chosen path. While a dialog is open,
 * further requests return as canceled.
 */
export function createPathChooser({ electron: { app, dialog }, speech, window }: PathChooserOptions): PathChooser {
  let isOpen = false;

  async function ask(
    owner: WindowPart,
    { kind, startAt = '' }: DesktopInput<'desktop.choose'>,
  ): Promise<string | null> {
    const typed = startAt.includes('\0') ? '' : startAt;
    const texts = speech.texts.desktop.choose;
    const { title, button } = texts[TEXTS[kind]];
    const said = { title, buttonLabel: button };
    const filters = [{ name: texts.filter, extensions: ['xlsx'] }];
    if (kind === 'new-workbook') {
      const defaultPath = await startForNew(typed, app.getPath('documents'));
      // The dialog does not ask about replacing a file: Pennyrow never replaces one.
      const { canceled, filePath } = await dialog.showSaveDialog(owner, {
        ...said,
        defaultPath,
        filters,
        properties: ['createDirectory', 'dontAddToRecent'],
      });
      return canceled || filePath === '' ? null : asWorkbook(filePath);
    }
    const wantsFolder = kind === 'statement-folder';
    const defaultPath = await startForKnown(typed, app.getPath(wantsFolder ? 'downloads' : 'documents'));
    const { canceled, filePaths } = await dialog.showOpenDialog(owner, {
      ...said,
      defaultPath,
      ...(wantsFolder
        ? { properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] }
        : { filters, properties: ['openFile', 'dontAddToRecent'] }),
    });
    return canceled ? null : (filePaths[0] ?? null);
  }

  return async (wanted) => {
    const owner = window();
    if (isOpen || owner === null || owner.isDestroyed()) return null;
    isOpen = true;
    try {
      const path = await ask(owner, wanted);
      return path === null ? null : { path };
    } finally {
      isOpen = false;
    }
  };
}

/** The new file, in a folder that is there: some systems open no dialog at a place that is not. */
async function startForNew(typed: string, documents: string): Promise<string> {
  if (await isFolder(typed)) return join(typed, NEW_NAME);
  const folder = (await isFolder(dirname(typed))) ? dirname(typed) : documents;
  return join(folder, basename(typed) || NEW_NAME);
}

/** The typed path, or the nearest existing folder above it. */
async function startForKnown(typed: string, otherwise: string): Promise<string> {
  for (const place of [typed, dirname(typed)]) if (await isThere(place)) return place;
  return otherwise;
}

async function isFolder(path: string): Promise<boolean> {
  return (await found(path))?.isDirectory() === true;
}

async function isThere(path: string): Promise<boolean> {
  return (await found(path)) !== null;
}

/** Null also for what may not be looked at, and for what is no full path. */
async function found(path: string): Promise<Stats | null> {
  return isAbsolute(path) ? stat(path).catch(() => null) : null;
}

/** Not every system's dialog adds what the file is. */
function asWorkbook(path: string): string {
  return extname(path).toLowerCase() === '.xlsx' ? path : `${path}.xlsx`;
}
