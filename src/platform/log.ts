import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';
import { pino } from 'pino';
import type { LogLevel } from './config.ts';
import { redactLine } from './redaction.ts';

/** `message` is constant: values belong in fields, and an error in `err`. Never log amounts, descriptions or account numbers. */
export type Log = Readonly<Record<LogLevel, (fields: object, message: string) => void>>;

export interface LogOptions {
  readonly level: LogLevel;
  readonly file: string | null;
  readonly terminal: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> | null;
  readonly maxFileBytes?: number;
}

const FIVE_MEGABYTES = 5 * 1024 * 1024;

export async function openLog(options: LogOptions): Promise<{ readonly log: Log; readonly close: () => void }> {
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

/** Calls pino-pretty in this thread, because the worker threads of pino's transports cannot be bundled. */
async function prettyWriter(terminal: NonNullable<LogOptions['terminal']>): Promise<(line: string) => void> {
  const { prettyFactory } = await import('pino-pretty');
  const prettify = prettyFactory({ colorize: terminal.isTTY, translateTime: 'SYS:HH:MM:ss', ignore: 'hostname,pid' });
  return (line) => void terminal.write(prettify(line));
}

/** Writes are synchronous, so that the last line before a crash is not lost. Only opening throws. */
function openLogFile(path: string, maxBytes: number) {
  // Null after closing: the system may reuse the file descriptor for another file, such as the database, so never writes to it.
  let file: number | null = null;
  let size = 0;

  function open(): number {
    file = openSync(path, 'a', 0o600);
    size = fstatSync(file).size;
    return file;
  }

  function close(): void {
    if (file !== null) closeSync(file);
    file = null;
  }

  open();
  return {
    write(line: string) {
      const bytes = Buffer.from(line);
      try {
        if (size > 0 && size + bytes.length > maxBytes) {
          close();
          try {
            renameSync(path, `${path}.1`);
          } catch {
            // Continues with the current file, although it is too large.
          }
        }
        size += writeSync(file ?? open(), bytes);
      } catch {}
    },
    close,
  };
}
