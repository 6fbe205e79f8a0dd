import { statSync } from 'node:fs';
import type { BaseWindow, OpenDialogOptions, SaveDialogOptions } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';

/** The dialogs for files and folders, and the user's actions in them. */
export interface ChooserDouble {
  /** Each dialog that was opened, the oldest first. */
  readonly shown: readonly ShownChooser[];
  /** The number of open dialogs. */
  readonly open: () => number;
  /** Answers the open dialog with this path; if none is open, the next dialog. */
  choose(path: string): void;
  cancel(): void;
}

export type ShownChooser = { readonly owner: number } & (
  | ({ readonly asks: 'open' } & OpenDialogOptions)
  | ({ readonly asks: 'save' } & SaveDialogOptions)
);

type ChooserParts = Pick<ElectronParts['dialog'], 'showOpenDialog' | 'showSaveDialog'>;

/** Like GTK's dialog: the user can pick only existing items of the requested kind, and a new file gets no extension. */
export function choosersDouble(requireReady: (what: string) => void): {
  readonly choosers: ChooserParts;
  readonly chooser: ChooserDouble;
} {
  const shown: ShownChooser[] = [];
  const answers: (string | null)[] = [];
  const waiting: ((path: string | null) => void)[] = [];

  async function show(owner: BaseWindow, dialog: ShownChooser): Promise<string | null> {
    requireReady('dialog');
    if (owner.isDestroyed()) throw new TypeError('Object has been destroyed');
    shown.push(dialog);
    const answer = answers.shift();
    return answer === undefined ? new Promise((resolve) => waiting.push(resolve)) : answer;
  }

  function answer(path: string | null): void {
    const next = waiting.shift();
    if (next === undefined) answers.push(path);
    else next(path);
  }

  return {
    choosers: {
      showOpenDialog: async (owner, options) => {
        const path = await show(owner, { asks: 'open', owner: owner.id, ...options });
        if (path === null) return { canceled: true, filePaths: [] };
        const wantsFolder = options.properties?.includes('openDirectory') === true;
        if (statSync(path).isDirectory() !== wantsFolder)
          throw new Error(`The dialog does not let a person pick ${path}.`);
        return { canceled: false, filePaths: [path] };
      },
      showSaveDialog: async (owner, options) => {
        const path = await show(owner, { asks: 'save', owner: owner.id, ...options });
        return path === null ? { canceled: true, filePath: '' } : { canceled: false, filePath: path };
      },
    },
    chooser: { shown, open: () => waiting.length, choose: (path) => answer(path), cancel: () => answer(null) },
  };
}
