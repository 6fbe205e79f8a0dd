import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { codeOf, createError } from '../platform/errors.ts';
import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { promisify } from 'node:util';

// A port that the system selects for IPv4 may be in use for IPv6, so tries up to this many ports.
const ATTEMPTS_FOR_ANY_PORT = 20;
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Listens on one port at all given addresses that this machine has. Port 0 selects a free one. Throws `service_port_taken`. */
export async function openPort(
  port: number,
  addresses: readonly string[],
  createServer: () => Server,
): Promise<Server[]> {
  for (let attempt = 1; ; attempt += 1) {
    const servers: Server[] = [];
    try {
      for (const address of addresses) {
        const server = await listenAt(portOf(servers[0]) ?? port, address, createServer());
        if (server !== null) servers.push(server);
      }
    } catch (error) {
      for (const server of servers) server.close();
      if (port === 0 && codeOf(error) === 'EADDRINUSE' && attempt < ATTEMPTS_FOR_ANY_PORT) continue;
      throw await explain(error, port);
    }
    if (servers.length > 0) return servers;
    throw createError('service_no_loopback', { addresses });
  }
}

export function portOf(server: Server | undefined): number | undefined {
  return server === undefined ? undefined : (server.address() as AddressInfo).port;
}

async function listenAt(port: number, host: string, server: Server): Promise<Server | null> {
  try {
    await once(server.listen({ port, host }), 'listening');
    return server;
  } catch (error) {
    if (NOT_HERE.has(codeOf(error))) return null;
    throw error;
  }
}

async function explain(cause: unknown, port: number): Promise<unknown> {
  if (codeOf(cause) === 'EACCES') return createError('service_port_refused', { port: String(port) }, { cause });
  if (codeOf(cause) !== 'EADDRINUSE') return cause;
  const owner = await findPortOwner(port);
  return createError(
    'service_port_taken',
    {
      port: String(port),
      owner: owner?.name ?? null,
      process: String(owner?.pid ?? ''),
    },
    { cause },
  );
}

interface PortOwner {
  readonly pid: number;
  readonly name: string;
}

const run = promisify(execFile);
const COMMAND_OPTIONS = { timeout: 3000, windowsHide: true };

/** The program that listens on the port; null if it is unknown, for example a program of another user. */
export async function findPortOwner(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortOwner | null> {
  try {
    if (platform === 'linux') return await askProc(port);
    if (platform === 'win32') return await askNetstat(port);
    return await askLsof(port);
  } catch {
    return null;
  }
}

/** Finds the inode of the listening socket by port, and then the process that has it open: see proc(5). */
async function askProc(port: number): Promise<PortOwner | null> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const inodes = new Set(tables.flatMap((table) => listeningInodes(table, port)));
  const sockets = new Set([...inodes].map((inode) => `socket:[${inode}]`));
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if (await holdsOneOf(sockets, pid))
      return { pid: Number(pid), name: readCommand(await readFile(`/proc/${pid}/cmdline`, 'utf8')) };
  }
  return null;
}

function listeningInodes(table: string, port: number): string[] {
  const LISTENING = '0A';
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/);
    return local?.endsWith(suffix) === true && state === LISTENING && inode !== undefined ? [inode] : [];
  });
}

async function holdsOneOf(sockets: ReadonlySet<string>, pid: string): Promise<boolean> {
  const folder = `/proc/${pid}/fd`;
  const files = await readdir(folder).catch(() => []);
  const links = await Promise.all(files.map((file) => readlink(`${folder}/${file}`).catch(() => '')));
  return links.some((link) => sockets.has(link));
}

/** Returns only the names of the program and its script, because other arguments may contain secrets. */
export function readCommand(commandLine: string): string {
  const [program = '', script = ''] = commandLine.split('\0');
  const name = basename(program);
  const isInterpreter = /^(node|python|ruby)[\d.]*$/.test(name);
  return isInterpreter && script !== '' && !script.startsWith('-') ? `${name} ${basename(script)}` : name;
}

async function askLsof(port: number): Promise<PortOwner | null> {
  const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], COMMAND_OPTIONS);
  return readLsof(stdout);
}

export function readLsof(output: string): PortOwner | null {
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(output) ?? [];
  return pid === undefined || name === undefined ? null : { pid: Number(pid), name };
}

async function askNetstat(port: number): Promise<PortOwner | null> {
  const { stdout } = await run('netstat', ['-ano', '-p', 'TCP'], COMMAND_OPTIONS);
  const pid = readNetstat(stdout, port);
  if (pid === null) return null;
  const tasks = await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], COMMAND_OPTIONS);
  return { pid, name: basename(/^"([^"]+)"/.exec(tasks.stdout.trim())?.[1] ?? 'a program', '.exe') };
}

export function readNetstat(output: string, port: number): number | null {
  for (const line of output.split('\n')) {
    const [protocol, local, foreign, , pid] = line.trim().split(/\s+/);
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) === true && foreign?.endsWith(':0') === true)
      return Number(pid);
  }
  return null;
}
