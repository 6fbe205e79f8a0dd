import type { BrowserWindow } from 'electron';
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, extname, isAbsolute, join } from 'node:path';
import type { ChoiceKind, ChosenPath, DesktopInput } from '../../contract/control/desktop.ts';
import type { ElectronParts } from '../electron-parts.ts';
import type { DesktopI18n } from '../i18n.ts';

const NEW_NAME = 'Pennyrow.xlsx';

export interface PathChooserOptions {
  readonly electron: Pick<ElectronParts, 'app' | 'dialog'>;
  readonly i18n: DesktopI18n;
  readonly window: () => BrowserWindow | null;
}

export type PathChooser = (request: DesktopInput<'desktop.choose'>) => Promise<ChosenPath | null>;

/** Resolves with null if the user cancels, and for requests while a dialog is open. The page gets only the chosen path. */
export function createPathChooser({ electron: { app, dialog }, i18n, window }: PathChooserOptions): PathChooser {
  let isOpen = false;

  async function ask(
    owner: BrowserWindow,
    { kind, startAt = '' }: DesktopInput<'desktop.choose'>,
  ): Promise<string | null> {
    const typed = startAt.includes('\0') ? '' : startAt;
    const { choose: texts, problemPlaces } = i18n.texts.desktop;
    const titles: Readonly<Record<ChoiceKind, string>> = {
      'new-workbook': texts.newWorkbook,
      workbook: problemPlaces.go.chooseWorkbook,
      'statement-folder': texts.statementFolder,
    };
    const filters = [{ name: texts.filter, extensions: ['xlsx'] }];
    if (kind === 'new-workbook') {
      const defaultPath = await startForNew(typed, app.getPath('documents'));
      const { canceled, filePath } = await dialog.showSaveDialog(owner, {
        title: titles[kind],
        defaultPath,
        filters,
        properties: ['createDirectory', 'dontAddToRecent'],
      });
      return canceled || filePath === '' ? null : asWorkbook(filePath);
    }
    const wantsFolder = kind === 'statement-folder';
    const defaultPath = await startForKnown(typed, app.getPath(wantsFolder ? 'downloads' : 'documents'));
    const { canceled, filePaths } = await dialog.showOpenDialog(owner, {
      title: titles[kind],
      defaultPath,
      ...(wantsFolder
        ? { properties: ['openDirectory', 'createDirectory', 'dontAddToRecent'] }
        : { filters, properties: ['openFile', 'dontAddToRecent'] }),
    });
    return canceled ? null : (filePaths[0] ?? null);
  }

  return async (request) => {
    const owner = window();
    if (isOpen || owner === null || owner.isDestroyed()) return null;
    isOpen = true;
    try {
      const path = await ask(owner, request);
      return path === null ? null : { path };
    } finally {
      isOpen = false;
    }
  };
}

async function startForNew(typed: string, documents: string): Promise<string> {
  if (await isFolder(typed)) return join(typed, NEW_NAME);
  const folder = (await isFolder(dirname(typed))) ? dirname(typed) : documents;
  return join(folder, basename(typed) || NEW_NAME);
}

async function startForKnown(typed: string, otherwise: string): Promise<string> {
  for (const place of [typed, dirname(typed)]) if ((await found(place)) !== null) return place;
  return otherwise;
}

async function isFolder(path: string): Promise<boolean> {
  return (await found(path))?.isDirectory() === true;
}

async function found(path: string): Promise<Stats | null> {
  return isAbsolute(path) ? stat(path).catch(() => null) : null;
}

/** Adds the extension, because the dialogs of some systems do not. */
function asWorkbook(path: string): string {
  return extname(path).toLowerCase() === '.xlsx' ? path : `${path}.xlsx`;
}
