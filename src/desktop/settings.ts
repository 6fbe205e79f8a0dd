import Store, { type Schema } from 'electron-store';
import type { NotificationChoice } from '../contract/control/desktop.ts';
import { THEMES, type Theme } from '../contract/control/theme.ts';

export interface WindowPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isMaximized: boolean;
}

export interface DesktopSettings {
  readonly window: WindowPlace | null;
  readonly theme: Theme;
  /** The language chosen in the dashboard; null for the system's language. */
  readonly language: string | null;
  readonly agreedToKeyFile: boolean;
  readonly agreedToNoSandbox: boolean;
  readonly notifications: NotificationChoice;
}

export type SettingsStore = ReturnType<typeof openSettings>;

const integer = { type: 'integer' } as const;

const schema: Schema<DesktopSettings> = {
  window: {
    anyOf: [
      { type: 'null' },
      {
        type: 'object',
        additionalProperties: false,
        required: ['x', 'y', 'width', 'height', 'isMaximized'],
        properties: {
          x: integer,
          y: integer,
          width: { ...integer, minimum: 1 },
          height: { ...integer, minimum: 1 },
          isMaximized: { type: 'boolean' },
        },
      },
    ],
  },
  theme: { type: 'string', enum: [...THEMES] },
  language: { type: ['string', 'null'] },
  agreedToKeyFile: { type: 'boolean' },
  agreedToNoSandbox: { type: 'boolean' },
  notifications: {
    type: 'object',
    additionalProperties: false,
    required: ['problems', 'newTransactions'],
    properties: { problems: { type: 'boolean' }, newTransactions: { type: 'boolean' } },
  },
};

const defaults: DesktopSettings = {
  window: null,
  theme: 'system',
  language: null,
  agreedToKeyFile: false,
  agreedToNoSandbox: false,
  notifications: { problems: true, newTransactions: false },
};

/** Reads and writes `desktop.json`. A damaged file counts as missing; `report` gets errors of writing. */
export function openSettings(folder: string, report: (thrown: unknown) => void) {
  const store = new Store<DesktopSettings>({
    name: 'desktop',
    cwd: folder,
    schema,
    defaults,
    clearInvalidConfig: true,
    configFileMode: 0o600,
  });
  let current: DesktopSettings = store.store;
  return {
    get: <Key extends keyof DesktopSettings>(key: Key): DesktopSettings[Key] => current[key],
    /** The value applies until the app quits even if saving it fails; `report` gets the error. */
    set: <Key extends keyof DesktopSettings>(key: Key, value: DesktopSettings[Key]): void => {
      current = { ...current, [key]: value };
      try {
        store.set({ [key]: value });
      } catch (thrown) {
        report(thrown);
      }
    },
    /** Saves all changes or none. Throws the system's error. */
    save: (changes: Partial<DesktopSettings>): void => {
      store.set(changes);
      current = { ...current, ...changes };
    },
  };
}
