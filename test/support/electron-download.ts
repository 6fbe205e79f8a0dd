import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Checkout {
  /** The script that `npm start` runs. */
  readonly start: string;
  readonly folder: string;
  /** The package of Electron as npm installs it, without the binary. */
  readonly electron: string;
  readonly version: string;
  /** The zip file that a download of Electron returns, with a checksum in the package. Its program prints its arguments. */
  readonly zip: Buffer;
}

/** Creates a checkout with links to the files of this one, and Electron without its binary. The binary in `zip` exits with `code`. */
export function checkoutWithoutElectron(code = 0): Checkout {
  const around = temporaryFolder();
  const folder = join(around, 'checkout');
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of readdirSync(ROOT))
    if (!['bin', 'node_modules', '.git', 'package.json'].includes(name))
      symlinkSync(join(ROOT, name), join(folder, name));
  // Node also searches the parent folder, so one link replaces a link for each package.
  symlinkSync(join(ROOT, 'node_modules'), join(around, 'node_modules'));
  cpSync(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const electron = join(modules, 'electron');
  cpSync(join(ROOT, 'node_modules', 'electron'), electron, { recursive: true });
  for (const name of ['dist', 'path.txt']) rmSync(join(electron, name), { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(electron, 'package.json'), 'utf8')) as { version: string };
  const zip = storedZip({
    version,
    electron: `#!/bin/sh\necho "started with $@"\n${code < 128 ? `exit ${code}` : `kill -${code - 128} $$`}\n`,
    // Large enough for the download to be interrupted in the middle.
    'resources.pak': 'x'.repeat(500_000),
  });
  const name = `electron-v${version}-linux-x64.zip`;
  const sum = createHash('sha256').update(zip).digest('hex');
  rmSync(join(electron, 'checksums.json'));
  writeFileSync(join(electron, 'checksums.json'), JSON.stringify({ [name]: sum }));
  return { start: join(folder, 'bin', 'desktop.js'), folder, electron, version, zip };
}

export type DownloadMood = 'whole' | 'cut off' | 'damaged' | 'missing';

export interface DownloadServer {
  readonly url: string;
  mood: DownloadMood;
  readonly requestedPaths: string[];
}

/** A fake of the server that offers Electron's zip. `mood`: how it fails. */
export async function downloadServer(zip: Buffer, mood: DownloadMood): Promise<DownloadServer> {
  const http = createServer((request, response) => {
    server.requestedPaths.push(request.url ?? '');
    if (server.mood === 'missing') return void response.writeHead(404).end();
    const body = server.mood === 'damaged' ? Buffer.from(zip).fill(0, 1000, 2000) : zip;
    response.writeHead(200, { 'content-length': body.length });
    if (server.mood === 'cut off') response.write(body.subarray(0, body.length / 2), () => response.destroy());
    else response.end(body);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  const server: DownloadServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    mood,
    requestedPaths: [],
  };
  return server;
}

/** A zip file of uncompressed programs. */
function storedZip(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [content, path] = [Buffer.from(text), Buffer.from(name)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x21, 8);
    shared.writeUInt32LE(crc32(content), 10);
    shared.writeUInt32LE(content.length, 14);
    shared.writeUInt32LE(content.length, 18);
    shared.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, path, content]);
    const entry = Buffer.alloc(46);
    entry.write('PK\u0001\u0002', 'latin1');
    // Created on Unix, so that file modes are applied.
    entry.writeUInt16LE((3 << 8) | 20, 4);
    shared.copy(entry, 6);
    entry.writeUInt32LE((0o100755 << 16) >>> 0, 38);
    entry.writeUInt32LE(offset, 42);
    locals.push(local);
    entries.push(Buffer.concat([entry, path]));
    offset += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}
