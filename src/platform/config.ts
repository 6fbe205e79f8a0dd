import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { chooseDataFolder, type System } from './data-folder.ts';
import { createError } from './errors.ts';

/** The only addresses that Pennyrow listens on; unreachable from other machines. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1'];

/** Scripts rely on this default. IANA has not assigned it, and systems do not use it for outgoing connections. */
const DEFAULT_PORT = 28_400;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface ServiceConfig {
  readonly dataFolder: string;
  readonly port: number;
  readonly timeZone: string;
  /** The language of new workbooks: a BCP 47 tag, or a POSIX locale such as de_AT.UTF-8. */
  readonly language: string;
  readonly home: string;
  /** The suggested folder for new workbooks; null for the data folder. */
  readonly documents: string | null;
  readonly logLevel: LogLevel;
  readonly syncLimits: { readonly perHour: number; readonly perDay: number };
  /** The PENNYROW_… variables for source and workbook kinds, without empty ones. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface ConfigFlags {
  readonly dataDir?: string | undefined;
  readonly port?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly logLevel?: string | undefined;
}

/** Flags precede the environment, which precedes defaults. Throws a `config_…` code that names the setting. */
export function readConfig(flags: ConfigFlags, system: System = process, home: string = homedir()): ServiceConfig {
  const setting = (name: string, flag?: string) => flag ?? (system.env[name] || undefined);
  const zone = setting('PENNYROW_TIME_ZONE', flags.timeZone);
  const chosenZone = ianaZone(zone);
  if (zone !== undefined && chosenZone === null) throw createError('config_time_zone', { zone });
  const count = (name: string, fallback: number) => wholeNumber(name, setting(name), fallback, 1, 100_000);
  return {
    dataFolder: chooseDataFolder(flags.dataDir, system, home),
    home,
    port: wholeNumber('--port (PENNYROW_PORT)', setting('PENNYROW_PORT', flags.port), DEFAULT_PORT, 0, 65_535),
    // Lazy, because detecting the time zone takes milliseconds, and only new accounts need it.
    get timeZone() {
      return chosenZone ?? ianaZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
    },
    get language() {
      const { PENNYROW_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = system.env;
      // Programs that were not started in a terminal may lack these variables; they use the language of the system.
      return PENNYROW_LANGUAGE || LC_ALL || LC_MESSAGES || LANG || new Intl.DateTimeFormat().resolvedOptions().locale;
    },
    get documents() {
      return findDocuments(system, home);
    },
    logLevel: logLevel(setting('PENNYROW_LOG_LEVEL', flags.logLevel)),
    syncLimits: { perHour: count('PENNYROW_SYNCS_PER_HOUR', 5), perDay: count('PENNYROW_SYNCS_PER_DAY', 24) },
    environment: Object.fromEntries(
      Object.entries(system.env).flatMap(([name, value]) =>
        name.startsWith('PENNYROW_') && value ? [[name, value]] : [],
      ),
    ),
  };
}

function wholeNumber(name: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw createError('config_number', { setting: name, value: text, least: String(least), most: String(most) });
}

/** Rejects offsets such as +02:00: Intl accepts them, but they have no daylight saving time. */
function ianaZone(text: string | undefined): string | null {
  if (text === undefined || !/^[A-Za-z]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function logLevel(text: string | undefined): LogLevel {
  const level = LOG_LEVELS.find((known) => known === (text ?? 'info'));
  if (level !== undefined) return level;
  throw createError('config_log_level', { level: text ?? '' });
}

/** Null if neither the documents folder nor the home folder is writable, as for a system service. */
export function findDocuments({ platform, env }: System, home: string): string | null {
  const chosen = platform === 'win32' || platform === 'darwin' ? null : namedDocuments(env, home);
  const candidates = [chosen, join(home, 'Documents'), home].filter((path) => path !== null);
  return candidates.find(isUsable) ?? null;
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** The localized documents folder of a Linux desktop, from the file of xdg-user-dirs. */
function namedDocuments(env: System['env'], home: string): string | null {
  const settings = env['XDG_CONFIG_HOME'] || join(home, '.config');
  let text: string;
  try {
    text = readFileSync(join(settings, 'user-dirs.dirs'), 'utf8');
  } catch {
    return null;
  }
  const [, below, path] = /^\s*XDG_DOCUMENTS_DIR="(\$HOME\/?)?(.*)"/m.exec(text) ?? [];
  if (path === undefined) return null;
  if (below !== undefined) return join(home, path);
  return path.startsWith('/') ? path : null;
}

const LOOPBACK_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** False for a foreign name, which indicates DNS rebinding: a web page tries to read this service under the page's origin. */
export function isLoopbackHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}
