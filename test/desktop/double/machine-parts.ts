import { EventEmitter } from 'node:events';
import type { MessageBoxOptions, MessageBoxSyncOptions, NativeTheme } from 'electron';
import type { ElectronParts } from '../../../src/desktop/electron-parts.ts';
import { listening, type EventsOf } from './listening.ts';

/** A question in a dialog box, and the user's answer: the text of a button. */
export interface BoxDouble {
  readonly shown: (MessageBoxOptions | MessageBoxSyncOptions)[];
  readonly errors: { readonly title: string; readonly content: string }[];
  /** Answers the next boxes; a box without an answer waits for one. `ticks`: sets its checkbox; otherwise unchanged. */
  press(button: string, ticks?: boolean): void;
}

interface Pressed {
  readonly button: string;
  readonly ticks: boolean | undefined;
}

type BoxParts = Pick<ElectronParts['dialog'], 'showMessageBox' | 'showMessageBoxSync' | 'showErrorBox'>;

export function dialogDouble(requireReady: (what: string) => void): {
  readonly boxes: BoxParts;
  readonly box: BoxDouble;
} {
  const shown: BoxDouble['shown'] = [];
  const errors: { title: string; content: string }[] = [];
  const pressed: Pressed[] = [];
  const waiting: ((pressed: Pressed) => void)[] = [];
  const indexOf = ({ buttons = ['OK'] }: { readonly buttons?: string[] }, button: string): number => {
    const index = buttons.indexOf(button);
    if (index === -1) throw new Error(`The box has no button “${button}”, only ${buttons.join(', ')}.`);
    return index;
  };
  /** Null for a box that its app closes, which counts as canceled by the user. */
  function answered(signal: AbortSignal | undefined): Promise<Pressed | null> {
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
        const answer = pressed.shift() ?? (await answered(options.signal));
        if (answer === null)
          return { response: options.cancelId ?? 0, checkboxChecked: options.checkboxChecked ?? false };
        const { button, ticks } = answer;
        return { response: indexOf(options, button), checkboxChecked: ticks ?? options.checkboxChecked ?? false };
      },
      showMessageBoxSync: (options) => {
        requireReady('dialog');
        shown.push(options);
        const next = pressed.shift();
        return next === undefined ? (options.cancelId ?? 0) : indexOf(options, next.button);
      },
      showErrorBox: (title, content) => void errors.push({ title, content }),
    },
    box: {
      shown,
      errors,
      press: (button, ticks) => {
        const next = waiting.shift();
        if (next === undefined) pressed.push({ button, ticks });
        else next({ button, ticks });
      },
    },
  };
}

/** The system prefers light. */
export function themeDouble(): ElectronParts['nativeTheme'] {
  const events = new EventEmitter<EventsOf<NativeTheme>>();
  let source: ElectronParts['nativeTheme']['themeSource'] = 'system';
  return {
    ...listening<ElectronParts['nativeTheme']>(events),
    get shouldUseDarkColors() {
      return source === 'dark';
    },
    get themeSource() {
      return source;
    },
    set themeSource(chosen) {
      const wasDark = source === 'dark';
      source = chosen;
      if (wasDark !== (source === 'dark')) events.emit('updated');
    },
  };
}

export interface ShellDouble {
  /** Addresses that were opened in the system's browser. */
  readonly opened: string[];
  /** Files and folders that were shown. */
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

export function clipboardDouble(): { readonly clipboard: ElectronParts['clipboard'] } {
  let text = '';
  return {
    clipboard: {
      writeText: async (written) => {
        text = written;
      },
      readText: async () => text,
    },
  };
}
