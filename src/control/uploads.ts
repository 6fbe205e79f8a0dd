import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../contract/control/statements.ts';
import { oneLine } from '../core/one-line.ts';
import { problem } from '../messages/problem.ts';
import type { Clock } from '../platform/clock.ts';
import { PennyrowError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';

/** Statement files that a page brought, since it cannot tell where they lie. They are no longer there than they are needed. */
export interface Uploads {
  /**
   * Writes the content to a file of that name and tells where it is; what comes of too much or broken off content is removed.
   *
   * @throws PennyrowError input_upload_too_large, and the system's error
   */
  receive(name: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<UploadedFile>;
  /** Throws PennyrowError input_upload_gone for the path of an upload that was removed; other paths are none of its business. */
  requireKept(path: string): void;
  /** Removes those of these files that were uploaded, and no others. */
  discard(paths: readonly string[]): Promise<void>;
}

/** Ten busy years of one account; a larger file is imported on the machine itself. */
const MAXIMUM_UPLOAD_BYTES = 64 * 1024 * 1024;

/** What may lie there at a time. */
const MAXIMUM_TOTAL_BYTES = 512 * 1024 * 1024;

/** A person who has not imported it by then has left. */
const KEPT_MS = 12 * 3_600_000;

/** What is left of an earlier process is removed; a folder belongs to one process at a time. */
export function createUploads({ folder, clock }: { readonly folder: string; readonly clock: Clock }): Uploads {
  rmSync(folder, { recursive: true, force: true });
  /** By the path of each file. */
  const kept = new Map<string, { readonly bytes: number; readonly since: number }>();

  async function discard(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (!kept.delete(path)) continue;
      await rm(dirname(path), { recursive: true, force: true });
    }
  }

  return {
    discard,
    requireKept: (path) => {
      if (kept.has(path) || !path.startsWith(join(folder, sep))) return;
      throw new PennyrowError(problem('input_upload_gone', { name: basename(path) }));
    },
    receive: async (given, content, signal) => {
      const name = fileName(given);
      await discard([...kept].flatMap(([path, { since }]) => (since + KEPT_MS <= clock.now() ? [path] : [])));
      const room = MAXIMUM_TOTAL_BYTES - [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      // A folder each, so that two files of one name keep it: it is what messages call them.
      const own = join(folder, newId('upload', clock));
      const path = join(own, name);
      await mkdir(own, { recursive: true, mode: 0o700 });
      try {
        const bytes = await write(path, limited(content, name, room), signal);
        kept.set(path, { bytes, since: clock.now() });
        return { path, name, bytes };
      } catch (thrown) {
        await rm(own, { recursive: true, force: true });
        throw thrown;
      }
    },
  };
}

async function write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(content, file, { signal });
  return file.bytesWritten;
}

async function* limited(content: AsyncIterable<Uint8Array>, name: string, room: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > MAXIMUM_UPLOAD_BYTES) {
      throw new PennyrowError(
        problem('input_upload_too_large', { name, megabytes: MAXIMUM_UPLOAD_BYTES / 1024 / 1024 }),
      );
    }
    if (bytes > room) throw new PennyrowError(problem('input_upload_too_large', { name: null, megabytes: 0 }));
    yield piece;
  }
}

/** The last part of it, with nothing that a file system takes amiss: a browser may tell a whole path, a person any name. */
function fileName(given: string): string {
  const last = oneLine(basename(given.replaceAll('\\', '/')), 60).replaceAll(/[<>:"|?*/\\]/g, '_');
  return /^[. ]*$/.test(last) ? 'statement' : last;
}
