import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { findPortOwner } from './port-owner.ts';

// A free port of one address family may be taken in the other.
const ATTEMPTS_FOR_ANY_PORT = 20;
/** The machine has no such address: IPv6, say, is switched off. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/**
 * Listens at the same port of every given address that this machine has; 0 stands for any port that is free at all of them.
 * Throws `service_port_taken`, which names who has it where the system tells; it never takes another port on its own.
 */
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
    throw new PennyrowError(problem('service_no_loopback', { addresses }));
  }
}

export function portOf(server: Server | undefined): number | undefined {
  return server === undefined ? undefined : (server.address() as AddressInfo).port;
}

/** Null when the machine does not have the address. */
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
  if (codeOf(cause) === 'EACCES') {
    return new PennyrowError(problem('service_port_refused', { port: String(port) }), { cause });
  }
  if (codeOf(cause) !== 'EADDRINUSE') return cause;
  const owner = await findPortOwner(port);
  return new PennyrowError(
    problem('service_port_taken', {
      port: String(port),
      owner: owner?.name ?? null,
      process: String(owner?.pid ?? ''),
    }),
    { cause },
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
