import { createWriteStream, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { UploadedFile } from '../contract/control/statements.ts';
import { oneLine } from '../core/one-line.ts';
import type { Clock } from '../platform/clock.ts';
import { createError } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';

/** Enough for ten years of a busy account. The command line imports larger files, without an upload. */
const MAXIMUM_UPLOAD_BYTES = 64 * 1024 * 1024;

const MAXIMUM_TOTAL_BYTES = 512 * 1024 * 1024;

const KEPT_MS = 12 * 3_600_000;

export type Uploads = ReturnType<typeof createUploads>;

/** Statement files that pages upload, because a browser does not reveal local paths. Deletes all files of the last process. */
export function createUploads({ folder, clock }: { readonly folder: string; readonly clock: Clock }) {
  rmSync(folder, { recursive: true, force: true });
  const uploads = new Map<string, { readonly bytes: number; readonly since: number }>();

  async function discard(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      if (!uploads.delete(path)) continue;
      await rm(dirname(path), { recursive: true, force: true });
    }
  }

  return {
    discard,
    /** Throws PennyrowError `input_upload_gone` for a deleted upload. Ignores paths outside the upload folder. */
    requireKept: (path: string): void => {
      if (uploads.has(path) || !path.startsWith(join(folder, sep))) return;
      throw createError('input_upload_gone', { name: basename(path) });
    },
    /** Stores a file. If it is incomplete or too large, deletes it and throws, for example `input_upload_too_large`. */
    receive: async (given: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<UploadedFile> => {
      const name = fileName(given);
      await discard([...uploads].flatMap(([path, { since }]) => (since + KEPT_MS <= clock.now() ? [path] : [])));
      const room = MAXIMUM_TOTAL_BYTES - [...uploads.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      // A folder for each upload, so that files keep their original names, which messages contain.
      const own = join(folder, newId('upload', clock));
      const path = join(own, name);
      await mkdir(own, { recursive: true, mode: 0o700 });
      try {
        const bytes = await write(path, limited(content, name, room), signal);
        uploads.set(path, { bytes, since: clock.now() });
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
    if (bytes > MAXIMUM_UPLOAD_BYTES)
      throw createError('input_upload_too_large', { name, megabytes: MAXIMUM_UPLOAD_BYTES / 1024 / 1024 });
    if (bytes > room) throw createError('input_upload_too_large', { name: null, megabytes: 0 });
    yield piece;
  }
}

function fileName(given: string): string {
  const last = oneLine(basename(given.replaceAll('\\', '/')), 60).replaceAll(/[<>:"|?*/\\]/g, '_');
  return /^[. ]*$/.test(last) ? 'statement' : last;
}
