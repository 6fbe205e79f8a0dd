import { settingsSchema, type Settings } from '../contract/control/service.ts';
import type { Reader, Writer } from '../store/database.ts';
import type { SyncLimits } from '../store/limits.ts';
import { readSetting, saveSetting } from '../store/settings.ts';

const KEY = 'settings';

export function readSettings(db: Reader, limits: SyncLimits): Settings {
  const defaults: Settings = { syncsPerHour: limits.perHour, syncsPerDay: limits.perDay };
  const merged = settingsSchema.safeParse({ ...defaults, ...(readSetting(db, KEY) as Partial<Settings> | undefined) });
  return merged.success ? merged.data : defaults;
}

export function saveSettings(
  db: Writer,
  changes: { readonly [Key in keyof Settings]?: Settings[Key] | undefined },
): void {
  saveSetting(db, KEY, { ...(readSetting(db, KEY) as object | undefined), ...changes });
}
