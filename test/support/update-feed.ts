import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Release {
  readonly version: string;
  readonly notes?: string;
  /** The checksum in the list; by default the file's. */
  readonly sha512?: string;
  /** Sends half of the file, then nothing more. */
  readonly stalls?: boolean;
  readonly fileName?: string;
}

/** An update server over HTTP with the files that electron-builder publishes. */
export interface UpdateFeed {
  readonly url: string;
  /** Requested paths with queries, in order. */
  readonly requestedPaths: string[];
  /** The expected file of the new version. */
  readonly program: Buffer;
  publish(release: Release): void;
  /** From now on, answers requests for the list with this status, or not at all. */
  break(how: number | 'silent'): void;
  close(): Promise<void>;
}

/** `mark`: the path of a file that the new version creates when it starts. Initially nothing is published. */
export async function updateFeed(mark: string): Promise<UpdateFeed> {
  const program = Buffer.concat([
    Buffer.from(`#!/bin/sh\necho "new version" > '${mark}'\nexit 0\n`),
    Buffer.alloc(300_000, '#'),
  ]);
  const requestedPaths: string[] = [];
  let release: Release | null = null;
  let broken: number | 'silent' | null = null;

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    requestedPaths.push(url);
    if (/^\/updates\/latest[\w-]*\.yml/.test(url)) list(response);
    else if (release !== null && url === `/updates/${nameOf(release)}`) file(response, release);
    else response.writeHead(404).end();
  });

  function list(response: ServerResponse): void {
    if (broken === 'silent') return;
    if (broken !== null || release === null) return void response.writeHead(broken ?? 404).end('not here');
    const sha512 = release.sha512 ?? createHash('sha512').update(program).digest('base64');
    const { version, notes = 'Faster.' } = release;
    const lines = [
      `version: ${version}`,
      'files:',
      `  - url: ${nameOf(release)}`,
      `    sha512: ${sha512}`,
      `    size: ${program.length}`,
      `path: ${nameOf(release)}`,
      `sha512: ${sha512}`,
      `releaseNotes: ${JSON.stringify(notes)}`,
      "releaseDate: '2026-03-10T09:00:00.000Z'",
    ];
    response.end(`${lines.join('\n')}\n`);
  }

  function file(response: ServerResponse, { stalls = false }: Release): void {
    response.writeHead(200, { 'Content-Length': program.length });
    if (stalls) response.write(program.subarray(0, program.length / 2));
    else response.end(program);
  }

  const nameOf = ({ version, fileName }: Release): string => fileName ?? `Pennyrow-${version}.AppImage`;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/updates/`,
    requestedPaths,
    program,
    publish: (next) => {
      release = next;
    },
    break: (how) => {
      broken = how;
    },
    close,
  };
}
