import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFolder } from './watched-folder.ts';

/** Long enough for a busy machine to write the next piece of a file, short enough for a test. */
const SETTLE_MS = 300;

let folder: string;
let watch: Awaited<ReturnType<typeof watchFolder>> | undefined;
let seen: string[];
let logged: string[];

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'pennyrow-')), 'inbox');
  await mkdir(folder);
  seen = [];
  logged = [];
});
afterEach(async () => {
  await watch?.close();
  await rm(join(folder, '..'), { recursive: true });
});

async function start(): Promise<void> {
  const note = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  watch = await watchFolder({
    folder,
    onFile: (path) => seen.push(basename(path)),
    log: { info: note, warn: note },
    settleMs: SETTLE_MS,
    recheckMs: 50,
  });
}

const put = (name: string, content: string) => writeFile(join(folder, name), content);
const names = () => seen.toSorted();
const log = () => logged.join('\n');

test('watchFolder reports existing and new files once', async () => {
  await put('old.ofx', 'old');
  await start();
  await expect.poll(names).toEqual(['old.ofx']);
  await put('new.QFX', 'new');
  await expect.poll(names).toEqual(['new.QFX', 'old.ofx']);
});

test('watchFolder reports a file once it is completely written, also if writing began before watching', async () => {
  await put('slow.ofx', 'a');
  await start();
  while (await isHeldUp()) {
    await watch?.close();
    seen = [];
    await put('slow.ofx', 'a');
    await start();
  }
  await expect.poll(names).toEqual(['slow.ofx']);
  await wait(SETTLE_MS * 2);
  expect(seen).toEqual(['slow.ofx']);

  /** True if a busy machine paused the writer so long that the file looked complete. */
  async function isHeldUp(): Promise<boolean> {
    for (let piece = 0; piece < 10; piece += 1) {
      const began = performance.now();
      await put('slow.ofx', 'a'.repeat(piece + 2));
      const reported = [...seen];
      await wait(SETTLE_MS / 10);
      if (performance.now() - began > SETTLE_MS / 2) return true;
      expect(reported).toEqual([]);
    }
    return false;
  }
});

test('watchFolder reports a file again only if its content changed', async () => {
  await start();
  await put('month.ofx', 'one');
  await expect.poll(names).toEqual(['month.ofx']);
  await put('month.ofx', 'one');
  await wait(SETTLE_MS * 3);
  expect(seen).toEqual(['month.ofx']);
  await put('month.ofx', 'two');
  await expect.poll(names).toEqual(['month.ofx', 'month.ofx']);
});

test('watchFolder ignores unfinished downloads until they have their final name', async () => {
  await start();
  await put('january.ofx.part', 'content');
  await put('february.ofx.crdownload', 'content');
  await put('march.ofx~', 'content');
  await put('april.ofx', '');
  await wait(SETTLE_MS * 3);
  expect(seen).toEqual([]);
  await rename(join(folder, 'january.ofx.part'), join(folder, 'january.ofx'));
  await put('april.ofx', 'content');
  await expect.poll(names).toEqual(['april.ofx', 'january.ofx']);
  expect(logged).toEqual([]);
});

test('watchFolder logs files that are not statements, and ignores subfolders', async () => {
  await mkdir(join(folder, 'imported'));
  await put('imported/done.ofx', 'done');
  await put('notes.pdf', 'notes');
  await put('real.ofx', 'real');
  await start();
  await expect.poll(names).toEqual(['real.ofx']);
  await expect.poll(log).toContain('notes.pdf');
});

test('watchFolder reports a file with an unspecific name if it is a statement, and logs it otherwise', async () => {
  await start();
  await put('umsaetze.txt', ':20:X\r\n:25:NL91ABNA0417164300\r\n');
  await put('letter.txt', 'Dear bank,\n');
  await expect.poll(names).toEqual(['umsaetze.txt']);
  await expect.poll(log).toContain('letter.txt');
  await wait(SETTLE_MS * 2);
  expect(seen).toEqual(['umsaetze.txt']);
});

test('watchFolder logs a missing folder once, and watches it again when it returns', async () => {
  await start();
  await rm(folder, { recursive: true });
  await expect.poll(log).toContain('cannot be read');
  await wait(200);
  expect(logged.filter((line) => line.includes('cannot be read'))).toHaveLength(1);
  await mkdir(folder);
  await put('back.ofx', 'back');
  await expect.poll(log).toContain('watched again');
  await expect.poll(names).toEqual(['back.ofx']);
});

test('watchFolder watches a folder that appears after the start', async () => {
  await rm(folder, { recursive: true });
  await start();
  await expect.poll(log).toContain('cannot be read');
  await mkdir(folder);
  await put('first.ofx', 'first');
  await expect.poll(names).toEqual(['first.ofx']);
});

test('watchFolder reports nothing after closing', async () => {
  await start();
  await put('late.ofx', 'late');
  await wait(SETTLE_MS / 3);
  await put('later.ofx', 'later');
  await watch?.close();
  const before = [...seen];
  await wait(SETTLE_MS * 3);
  expect(seen).toEqual(before);
  expect(seen).not.toContain('later.ofx');
});
