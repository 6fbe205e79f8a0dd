import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { cleanEnvironment, pennyrow, startService, type StartedService } from '../cli/pennyrow.ts';
import type { NewToken } from '../../src/contract/control/tokens.ts';
import { temporaryFolder } from './temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'bin/pennyrow.js');
const run = promisify(execFile);

/** A user's machine with a running service and the programs that scripts use. */
export interface ScriptWorld {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Runs a program in the folder. Rejects if its exit code is not 0. */
  run(program: string, ...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
}

/** `prepare` fills the data folder before the service starts. */
export async function scriptWorld(
  prepare: (folder: string) => Promise<unknown>,
): Promise<ScriptWorld & { readonly service: StartedService }> {
  const folder = temporaryFolder();
  await prepare(folder);
  const service = await startService(folder, '--json');
  return { ...(await worldOf(folder, service.firstLine)), service };
}

/** Shared by all tests of a file, which must not change anything that another one checks. */
export function sharedScriptWorld(prepare: (folder: string) => Promise<unknown>): () => Promise<ScriptWorld> {
  let made: Promise<ScriptWorld> | null = null;
  const ends: (() => void)[] = [];
  afterAll(() => {
    for (const end of ends.toReversed()) end();
  });
  const make = async (): Promise<ScriptWorld> => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-')));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    await prepare(folder);
    const env = { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder };
    const service = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--json'], { cwd: folder, env });
    ends.push(() => service.kill('SIGKILL'));
    const [firstLine] = (await once(createInterface(service.stdout), 'line')) as [string];
    return worldOf(folder, firstLine);
  };
  return () => (made ??= make());
}

async function worldOf(folder: string, ready: string): Promise<ScriptWorld> {
  const { url, ca } = JSON.parse(ready) as { url: string; ca: string };
  const made = await pennyrow(
    folder,
    'token',
    'create',
    '--name',
    'x',
    '--scope',
    'read',
    '--scope',
    'write',
    '--json',
  );
  const environment = {
    ...cleanEnvironment(),
    PATH: `${programFolder(folder)}${delimiter}${process.env['PATH'] ?? ''}`,
    PENNYROW_DATA_DIR: folder,
    PENNYROW_URL: url.replace('127.0.0.1', 'localhost'),
    PENNYROW_CA: ca,
    PENNYROW_TOKEN: made.json<NewToken>().token,
    PYTHONPATH: join(ROOT, 'clients/python'),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONIOENCODING: 'utf-8',
    NODE_EXTRA_CA_CERTS: ca,
  };
  return {
    folder,
    environment,
    run: (program, ...args) => run(program, args, { cwd: folder, env: environment }),
  };
}

/** A folder for the search path that contains `pennyrow` or other programs of the test. */
export function programFolder(
  folder: string,
  programs: Readonly<Record<string, string>> = { pennyrow: `exec '${process.execPath}' '${BIN}' "$@"` },
): string {
  const bin = join(folder, `bin-${Object.keys(programs).join('-')}`);
  mkdirSync(bin, { recursive: true });
  for (const [name, lines] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** The code blocks in a language ('' for none) of a guide page, or of one of its sections. */
export function blocksOf(page: string, language: string, section?: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/guide', page), 'utf8');
  const parts = text.split(/^## /m);
  const part = section === undefined ? text : parts.find((each) => each.startsWith(`${section}\n`));
  if (part === undefined) throw new Error(`${page} has no section ${section}`);
  return [...part.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  );
}
