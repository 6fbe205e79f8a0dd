import { homedir } from 'node:os';
import { problem } from '../messages/problem.ts';
import { chooseDataFolder, type System } from './data-folder.ts';
import { findDocuments } from './documents-folder.ts';
import { PennyrowError } from './errors.ts';

/** The only addresses that Pennyrow listens at: nothing outside this machine can reach it. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '::1'];

/**
 * Scripts rely on it. Unassigned in IANA's registry (28241 to 28588 are), and below the range from which systems
 * lend ports to outgoing connections (Linux from 32768, macOS and Windows from 49152), so that none is in the way.
 */
const DEFAULT_PORT = 28_400;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** How many runs one account may start; scheduled runs are counted apart. */
export interface RunLimits {
  readonly perHour: number;
  readonly perDay: number;
}

export interface ServiceConfig {
  readonly dataFolder: string;
  /** 0: any free one. */
  readonly port: number;
  /** IANA name; what an account starts with. */
  readonly timeZone: string;
  /** As the machine or its user names it (BCP 47, or like de_AT.UTF-8): what new workbooks speak. */
  readonly language: string;
  /** Of who runs Pennyrow: what they browse begins there and ends there. */
  readonly home: string;
  /** The folder that new workbooks are proposed in; null: the data folder. */
  readonly documents: string | null;
  readonly logLevel: LogLevel;
  readonly syncLimits: RunLimits;
  /** What of the environment (PENNYROW_…) a kind of source or workbook may read itself; an empty variable is absent. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the command line said, as it was typed. */
export interface ConfigFlags {
  readonly dataDir?: string | undefined;
  readonly port?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly logLevel?: string | undefined;
}

/**
 * Flags win over the environment (PENNYROW_DATA_DIR, _PORT, _TIME_ZONE, _LOG_LEVEL, _SYNCS_PER_HOUR, _SYNCS_PER_DAY),
 * which wins over the defaults. An empty variable counts as absent. What kinds read there is checked when they start.
 * Throws a PennyrowError of the room `config` that names the setting.
 */
export function readConfig(flags: ConfigFlags, system: System = process, home: string = homedir()): ServiceConfig {
  const setting = (name: string, flag?: string) => flag ?? (system.env[name] || undefined);
  const zone = setting('PENNYROW_TIME_ZONE', flags.timeZone);
  const chosenZone = zone === undefined ? null : requireZone(zone);
  const count = (name: string, fallback: number) => wholeNumber(name, setting(name), fallback, 1, 100_000);
  return {
    dataFolder: chooseDataFolder(flags.dataDir, system, home),
    home,
    port: wholeNumber('--port (PENNYROW_PORT)', setting('PENNYROW_PORT', flags.port), DEFAULT_PORT, 0, 65_535),
    // Asking the machine takes milliseconds, and only a new account needs to know.
    get timeZone() {
      return chosenZone ?? machineTimeZone();
    },
    get language() {
      const { PENNYROW_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = system.env;
      // Where no terminal tells, the system does.
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
  throw new PennyrowError(
    problem('config_number', { setting: name, value: text, least: String(least), most: String(most) }),
  );
}

function requireZone(text: string): string {
  const known = ianaZone(text);
  if (known !== null) return known;
  throw new PennyrowError(problem('config_time_zone', { zone: text }));
}

/** UTC when the machine does not know, as in a bare container. */
function machineTimeZone(): string {
  return ianaZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}

/** Intl also takes offsets such as +02:00, which know no summer time; a schedule needs a place. */
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
  throw new PennyrowError(problem('config_log_level', { level: text ?? '' }));
}
