import { pino } from 'pino';
import type { LogLevel } from './config.ts';
import { openLogFile } from './log-file.ts';
import { redactLine } from './redaction.ts';

/**
 * What the rooms log with: `log.info({ runId }, 'The run started')`. Fields carry the values, the message is a plain
 * sentence; an error goes into the field `err`. Never an amount, a description or an account number.
 */
export type Log = Readonly<Record<LogLevel, (fields: object, message: string) => void>>;

export interface LogOptions {
  readonly level: LogLevel;
  /** JSON lines are appended here; null: no file. */
  readonly file: string | null;
  /** Readable lines go here; null: not on a terminal. */
  readonly terminal: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> | null;
  /** Size at which the file is rotated, in bytes. */
  readonly maxFileBytes?: number;
}

export interface OpenLog {
  readonly log: Log;
  /** Writes nothing after this. */
  readonly close: () => void;
}

const FIVE_MEGABYTES = 5 * 1024 * 1024;

/** Secrets are hidden in each line before it goes anywhere. Throws Node's system error when the file cannot be opened. */
export async function openLog(options: LogOptions): Promise<OpenLog> {
  const file = options.file === null ? null : openLogFile(options.file, options.maxFileBytes ?? FIVE_MEGABYTES);
  const terminal = options.terminal === null ? null : await prettyWriter(options.terminal);
  let isOpen = true;
  const log = pino(
    {
      level: options.level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => `${redactLine(line)}\n` },
    },
    {
      write(line: string) {
        if (!isOpen) return;
        file?.write(line);
        terminal?.(line);
      },
    },
  );
  return {
    log,
    close() {
      if (isOpen) file?.close();
      isOpen = false;
    },
  };
}

/** Loaded only for a terminal, and as a plain function: pino's own transports are worker threads, which do not bundle. */
async function prettyWriter(terminal: NonNullable<LogOptions['terminal']>): Promise<(line: string) => void> {
  const { prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({ colorize: terminal.isTTY, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' });
  return (line) => void terminal.write(prettify(line));
}
