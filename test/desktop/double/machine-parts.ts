import { EventEmitter } from 'node:events';
import type { MessageBoxOptions, MessageBoxSyncOptions } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening } from './listening.ts';

/** The dialog boxes that the app showed, and the buttons that the user presses in them. */
export interface BoxDouble {
  readonly shown: (MessageBoxOptions | MessageBoxSyncOptions)[];
  readonly errors: { readonly title: string; readonly content: string }[];
  /** Presses this button in the open box; if none is open, in the next box. */
  press(button: string): void;
}

type BoxParts = Pick<ElectronParts['dialog'], 'showMessageBox' | 'showMessageBoxSync' | 'showErrorBox'>;

export function dialogDouble(requireReady: (what: string) => void): {
  readonly boxes: BoxParts;
  readonly box: BoxDouble;
} {
  const shown: BoxDouble['shown'] = [];
  const errors: { title: string; content: string }[] = [];
  const pressed: string[] = [];
  const waiting: ((button: string) => void)[] = [];
  const responseTo = ({ buttons = ['OK'], cancelId = 0 }: MessageBoxSyncOptions, button: string | null): number => {
    if (button === null) return cancelId;
    const index = buttons.indexOf(button);
    if (index === -1) throw new Error(`The box has no button “${button}”, only ${buttons.join(', ')}.`);
    return index;
  };
  /** Resolves with null if the app closes the box, which counts as canceled by the user. */
  function answered(signal: AbortSignal | undefined): Promise<string | null> {
    return new Promise((resolve) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => {
        const place = waiting.indexOf(resolve);
        if (place !== -1) waiting.splice(place, 1);
        resolve(null);
      });
    });
  }
  return {
    boxes: {
      showMessageBox: async (options) => {
        requireReady('dialog');
        shown.push(options);
        const button = pressed.shift() ?? (await answered(options.signal));
        return { response: responseTo(options, button), checkboxChecked: options.checkboxChecked ?? false };
      },
      showMessageBoxSync: (options) => {
        requireReady('dialog');
        shown.push(options);
        return responseTo(options, pressed.shift() ?? null);
      },
      showErrorBox: (title, content) => void errors.push({ title, content }),
    },
    box: {
      shown,
      errors,
      press: (button) => {
        const next = waiting.shift();
        if (next === undefined) pressed.push(button);
        else next(button);
      },
    },
  };
}

/** The theme of a system that prefers light colors. */
export function themeDouble(): ElectronParts['nativeTheme'] {
  return {
    ...listening<ElectronParts['nativeTheme']>(new EventEmitter()),
    shouldUseDarkColors: false,
    themeSource: 'system',
  };
}

export interface ShellDouble {
  /** Addresses that were opened in the system's browser. */
  readonly opened: string[];
  /** Files and folders that were opened or shown. */
  readonly shown: string[];
}

export function shellDouble(): { readonly shell: ElectronParts['shell']; readonly outside: ShellDouble } {
  const outside: ShellDouble = { opened: [], shown: [] };
  return {
    outside,
    shell: {
      openExternal: async (url) => void outside.opened.push(url),
      openPath: async (path) => {
        outside.shown.push(path);
        return '';
      },
      showItemInFolder: (path) => void outside.shown.push(path),
    },
  };
}
