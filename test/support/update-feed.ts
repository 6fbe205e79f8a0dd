import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Release {
  readonly version: string;
  readonly notes?: string;
  /** Named in the list; the file's own unless said. */
  readonly sha512?: string;
  /** Sends half of the file, and then nothing more. */
  readonly stalls?: boolean;
  readonly fileName?: string;
}

/** A place from which updates come, over real HTTP, as electron-builder fills it. */
export interface UpdateFeed {
  readonly url: string;
  /** Paths with their questions, in the order in which they were asked. */
  readonly asked: string[];
  /** The file of the new version, as it should be installed. */
  readonly program: Buffer;
  publish(release: Release): void;
  /** From now on answers the list with this status, or not at all. */
  break(how: number | 'silent'): void;
  close(): Promise<void>;
}

/** `mark`: the new version makes this file when it is started. Nothing is published yet. */
export async function updateFeed(mark: string): Promise<UpdateFeed> {
  const program = Buffer.concat([
    Buffer.from(`#!/bin/sh\necho "new version" > '${mark}'\nexit 0\n`),
    Buffer.alloc(300_000, '#'),
  ]);
  const asked: string[] = [];
  let release: Release | null = null;
  let broken: number | 'silent' | null = null;

  const server = createServer((request, response) => {
    const url = request.url ?? '';
    asked.push(url);
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
    asked,
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
