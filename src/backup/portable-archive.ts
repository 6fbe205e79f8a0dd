import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter, type Identity } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { createError, type PennyrowError } from '../platform/errors.ts';
import { exists } from '../platform/exists.ts';
import { syncFolder } from '../platform/sync-to-disk.ts';

export interface PackedFile {
  readonly name: string;
  readonly path: string;
}

export interface FileSum {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

const MANIFEST = 'manifest.json';
const MODE = 0o600;

/** Writes a .tar.gz file, encrypted with age. Never overwrites a file, and deletes an incomplete one after a failure. */
export async function writeArchive(
  target: string,
  passphrase: string,
  files: readonly PackedFile[],
  describe: (sums: readonly FileSum[]) => object,
  work?: number,
): Promise<void> {
  if (exists(target)) throw createError('input_file_exists', { use: 'other', path: target });
  const temporary = join(dirname(target), `.pennyrow-backup-${randomBytes(6).toString('hex')}.tmp`);
  const sums = await Promise.all(files.map(sumOf));
  const { readable, controller } = createTarPacker();
  const packed = createGzip();
  pipeline(Readable.fromWeb(readable as never), packed).catch(() => undefined);
  const written = writeEncrypted(packed, passphrase, temporary, work);
  try {
    const manifest = Buffer.from(JSON.stringify(describe(sums), null, 2));
    const packing = pack(controller, manifest, files, sums);
    await Promise.all([packing, written]);
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (thrown) {
    packed.destroy();
    await written.catch(() => undefined);
    throw thrown instanceof Error && 'code' in thrown ? Object.assign(thrown, { path: target }) : thrown;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function pack(
  controller: ReturnType<typeof createTarPacker>['controller'],
  manifest: Buffer,
  files: readonly PackedFile[],
  sums: readonly FileSum[],
): Promise<void> {
  await feed(controller.add({ name: MANIFEST, size: manifest.length, mode: MODE }), [manifest]);
  for (const [index, { name, path }] of files.entries())
    await feed(controller.add({ name, size: sums[index]?.bytes ?? 0, mode: MODE }), createReadStream(path));
  controller.finalize();
}

async function feed(
  into: WritableStream<Uint8Array>,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const writer = into.getWriter();
  for await (const chunk of content) await writer.write(chunk);
  await writer.close();
}

async function writeEncrypted(
  packed: Transform,
  passphrase: string,
  path: string,
  work: number | undefined,
): Promise<void> {
  const encrypted = await encryptStream(Readable.toWeb(packed) as never, passphrase, work);
  await pipeline(
    Readable.fromWeb(encrypted as never),
    createWriteStream(path, { flags: 'wx', mode: MODE, flush: true }),
  );
}

async function sumOf({ name, path }: PackedFile): Promise<FileSum> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk);
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') };
}

export interface Manifest {
  readonly format: number;
  readonly pennyrow: string;
  readonly files: readonly FileSum[];
}

/** Unpacks into the folder and verifies every file. Throws `input_not_a_backup`, `input_passphrase` or `data_backup_damaged`. */
export async function readArchive<Read extends Manifest>(
  path: string,
  passphrase: string,
  folder: string,
): Promise<Read> {
  const plain = await openEncrypted(path, passphrase);
  const found = new Map<string, FileSum>();
  let manifest: Read | null = null;
  try {
    const entries = createGunzip();
    pipeline(Readable.fromWeb(plain as never), entries).catch(() => undefined);
    for await (const { header, body } of tarEntries(entries)) {
      if (header.name === MANIFEST) manifest = (await json(body)) as Read;
      else found.set(header.name, await unpackFile(folder, header.name, body));
    }
  } catch (thrown) {
    throw isOfTheSystem(thrown) ? thrown : damaged(path, thrown);
  }
  const isWhole =
    manifest?.files.every(({ name, sha256 }) => found.get(name)?.sha256 === sha256) === true &&
    found.size === manifest.files.length;
  if (manifest === null || !isWhole) throw damaged(path, null);
  return manifest;
}

async function openEncrypted(path: string, passphrase: string): Promise<ReadableStream<Uint8Array>> {
  const file = Readable.toWeb(createReadStream(path)) as unknown as ReadableStream<Uint8Array>;
  try {
    return await decryptStream(file, passphrase, path);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) throw thrown;
    throw createError('input_not_a_backup', { reason: 'other', path }, { cause: thrown });
  }
}

interface TarEntry {
  readonly header: { readonly name: string };
  readonly body: AsyncIterable<Uint8Array>;
}

/** `as never`: Node's and the library's types of web streams differ, but only in details that are not used here. */
function tarEntries(unpacked: Readable): AsyncIterable<TarEntry> {
  return Readable.toWeb(unpacked).pipeThrough(createTarDecoder({ strict: true }) as never);
}

/** The archive is untrusted: names must not lead out of the folder. */
async function unpackFile(folder: string, name: string, body: AsyncIterable<Uint8Array>): Promise<FileSum> {
  if (!/^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/.test(name))
    throw new Error(`The archive holds a file of another kind: ${name}.`);
  const target = join(folder, ...name.split('/'));
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  const file = await open(target, 'wx', MODE);
  let bytes = 0;
  try {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { name, bytes, sha256: hash.digest('hex') };
}

/** True for disk errors. EEXIST is an error of the archive: it contains two files with the same name. */
function isOfTheSystem(thrown: unknown): boolean {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown && thrown.code !== 'EEXIST';
}

function damaged(path: string, cause: unknown): PennyrowError {
  return createError('data_backup_damaged', { part: 'other', file: path }, { cause });
}

/** The default scrypt work factor of `age -p`: each guess of a passphrase takes about a second and 256 MB of memory. */
const WORK = 18;
/** With this work factor, deriving the key takes 1 GB of memory. A file that requires more is an attack on this machine. */
const MOST_WORK = 20;

type Bytes = ReadableStream<Uint8Array>;

/** Uses a library for age (https://age-encryption.org/v1), because Electron's OpenSSL lacks the cipher. */
async function encryptStream(plain: Bytes, passphrase: string, work: number = WORK): Promise<Bytes> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(work);
  return encrypter.encrypt(plain);
}

/** Every chunk is authenticated, so reading a truncated or changed file fails. */
async function decryptStream(encrypted: Bytes, passphrase: string, path: string): Promise<Bytes> {
  const decrypter = new Decrypter();
  // The library calls these in order, until one returns the key of the file or throws an error.
  decrypter.addIdentity(workLimit(path));
  decrypter.addPassphrase(passphrase);
  decrypter.addIdentity(wrongPassphrase(path));
  return decrypter.decrypt(encrypted);
}

function workLimit(path: string): Identity {
  return {
    unwrapFileKey: (stanzas) => {
      const isTooExpensive = stanzas.some(({ args: [kind, , work] }) => kind === 'scrypt' && Number(work) > MOST_WORK);
      if (isTooExpensive) throw createError('input_not_a_backup', { reason: 'work', path });
      return null;
    },
  };
}

/** The library tries this identity after the passphrase. If the file has a passphrase at all, it was wrong. */
function wrongPassphrase(path: string): Identity {
  return {
    unwrapFileKey: (stanzas) => {
      if (stanzas.every(({ args }) => args[0] !== 'scrypt')) return null;
      throw createError('input_passphrase', { reason: 'wrong', file: path, least: 0 });
    },
  };
}
