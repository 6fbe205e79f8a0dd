import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { packTar } from 'modern-tar/fs';

/** A package registry on this machine that contains only the added packages. */
export interface Registry {
  readonly url: string;
  /** All requests, such as `GET /name`; those for an unknown name, which get 404, are listed as well. */
  readonly requests: readonly string[];
  /** Offers an installed package with its files on the disk. */
  offer(folder: string): Promise<void>;
  /** Adds a package for another operating system: npm reads its manifest but must not download its content. */
  offerForeign(manifest: Manifest): void;
  close(): Promise<void>;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly os?: string;
  readonly cpu?: string;
}

/** The parts of an `npm publish` request that the tests read. */
interface Publication {
  readonly name: string;
  readonly 'dist-tags': Readonly<Record<string, string>>;
  readonly versions: Readonly<Record<string, Manifest & { readonly dist: Readonly<Record<string, string>> }>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
}

/** `token`: the token that `npm publish` must send. */
export async function startRegistry(token: string): Promise<Registry> {
  const packuments = new Map<string, object>();
  const tarballs = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    requests.push(`${request.method} /${path}`);
    const say = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'PUT') {
      if (request.headers.authorization !== `Bearer ${token}`) return void say(401, { error: 'unauthorized' });
      publish((await json(request)) as Publication);
      return void say(201, { ok: true });
    }
    const tarball = tarballs.get(path);
    if (request.method === 'GET' && tarball !== undefined) return void response.writeHead(200).end(tarball);
    const packument = packuments.get(path);
    if (request.method === 'GET' && packument !== undefined) return void say(200, packument);
    return void say(404, { error: 'not found' });
  }

  function add(manifest: Manifest, tarball: Buffer | null): void {
    const { name, version } = manifest;
    const path = `${name}/-/${name}-${version}.tgz`;
    if (tarball !== null) tarballs.set(path, tarball);
    const integrity = `sha512-${createHash('sha512')
      .update(tarball ?? '')
      .digest('base64')}`;
    packuments.set(name, {
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, dist: { tarball: `${url}/${path}`, integrity } } },
    });
  }

  function publish({ name, versions, _attachments, ...rest }: Publication): void {
    const [[version, manifest] = []] = Object.entries(versions);
    const [attachment] = Object.values(_attachments);
    if (version === undefined || manifest === undefined || attachment === undefined)
      throw new Error(`${name} was published without content: ${JSON.stringify(rest)}`);
    add(manifest, Buffer.from(attachment.data, 'base64'));
  }

  return {
    url,
    requests,
    async offer(folder) {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
      const content = packTar(folder, { map: (entry) => ({ ...entry, name: `package/${entry.name}` }) });
      add(manifest, await buffer(content.pipe(createGzip({ level: 1 }))));
    },
    offerForeign: (manifest) => add(manifest, null),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
