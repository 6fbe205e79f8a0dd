import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { chooseDataFolder, type System } from './data-folder.ts';
import { createError } from './errors.ts';

/** The addresses that Pennyrow listens on. Other machines cannot reach them. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1'];

/** Users' scripts rely on this port. It is free: unassigned by IANA, and below the ports of outgoing connections. */
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
  /** The suggested folder for new workbooks; null if no suitable folder is writable. */
  readonly documents: string | null;
  readonly logLevel: LogLevel;
  readonly syncLimits: { readonly perHour: number; readonly perDay: number };
  /** The non-empty PENNYROW_… variables that configure bank sources and workbooks. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface ConfigFlags {
  readonly dataDir?: string | undefined;
  readonly port?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly logLevel?: string | undefined;
}

/** A flag overrides the environment variable, which overrides the default. Throws a `config_…` code for an invalid value. */
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
    // A getter, because detecting the time zone takes milliseconds, and only new accounts need it.
    get timeZone() {
      return chosenZone ?? ianaZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
    },
    get language() {
      const { PENNYROW_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = system.env;
      // These variables may be missing outside a terminal. `Intl` then knows the language of the system.
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

/** Null for offsets such as +02:00, which Intl accepts but which have no daylight saving time. */
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

/** The documents folder, else the home folder. Null if neither is writable, for example for a system service. */
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

/** The documents folder of a Linux desktop, such as ~/Dokumente, from the file user-dirs.dirs. */
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

/** False for other host names, since a web page can point its own name at this machine to read this service (DNS rebinding). */
export function isLoopbackHost(host: string | undefined): host is string {
  return host !== undefined && LOOPBACK_HOST.test(host);
}

export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address);
}
