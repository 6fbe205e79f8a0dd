import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** A text file that grows line by line, up to a size. */
export interface LogFile {
  write(line: string): void;
  close(): void;
}

/**
 * Appends to `path`, and moves it to `path.1` (which replaces the one before) once it would grow beyond `maxBytes`:
 * never more than twice that on the disk. Writes are synchronous, so that the last line before a crash is there too;
 * a service that logs a few lines a minute does not feel it. Opening throws Node's system error; later trouble
 * (a full disk) is swallowed, since a log that cannot be written must not stop the work it tells of.
 */
export function openLogFile(path: string, maxBytes: number): LogFile {
  // Null once closed: the system hands the number of a closed file to the next one that opens, be it the database.
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

  function moveAside(): void {
    close();
    try {
      renameSync(path, `${path}.1`);
    } catch {
      // A file that cannot be moved, or was taken away, is better written on than not at all.
    }
  }

  open();
  return {
    write(line) {
      const bytes = Buffer.from(line);
      try {
        if (size > 0 && size + bytes.length > maxBytes) moveAside();
        size += writeSync(file ?? open(), bytes);
      } catch {
        // Nobody is left to tell.
      }
    },
    close,
  };
}
