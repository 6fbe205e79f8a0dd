import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';

interface Visitor {
  readonly socket: Socket;
  isKnown: boolean;
  underWay: number;
}

/** Half of the files that the process may open, because the database, workbooks and outgoing requests need some. */
export function mostConnections(openFiles: number): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(openFiles / 2));
}

const MOST_CONNECTIONS = 512;
const NEVER_CUT = 3;

export type ConnectionLimit = ReturnType<typeof createConnectionLimit>;

/** Drops connections above the maximum. Calls `onFull` for the first dropped connection, not for each. */
export function createConnectionLimit(most = MOST_CONNECTIONS, onFull?: () => void) {
  /** Connections by remote address. Each moves to the end when its request is complete, so the longest idle ones come first. */
  const visitors = new Map<string, Visitor>();
  let isFull = false;

  function weakest(): Visitor | null {
    let found: Visitor | null = null;
    for (const visitor of visitors.values())
      if (needOf(visitor) < (found === null ? NEVER_CUT : needOf(found))) found = visitor;
    return found;
  }

  function makeRoom(): boolean {
    if (visitors.size < most) return true;
    if (!isFull) onFull?.();
    isFull = true;
    const visitor = weakest();
    if (visitor === null) return false;
    visitors.delete(placeOf(visitor.socket));
    visitor.socket.destroy();
    return true;
  }

  return {
    /** Adds a connection. Drops unauthenticated ones first, and never an authenticated one with a request in progress. */
    take: (socket: Socket): void => {
      const place = placeOf(socket);
      if (!makeRoom()) {
        socket.destroy();
        return;
      }
      const visitor: Visitor = { socket, isKnown: false, underWay: 0 };
      visitors.set(place, visitor);
      socket.once('close', () => {
        if (visitors.get(place) === visitor) visitors.delete(place);
        if (visitors.size <= most / 2) isFull = false;
      });
    },
    begin: ({ socket }: IncomingMessage, response: ServerResponse): void => {
      const place = placeOf(socket);
      const visitor = visitors.get(place);
      if (visitor === undefined) return;
      visitor.underWay += 1;
      response.once('close', () => {
        visitor.underWay -= 1;
        if (!visitors.delete(place)) return;
        visitors.set(place, visitor);
      });
    },
    recognize: ({ socket }: IncomingMessage): void => {
      const visitor = visitors.get(placeOf(socket));
      if (visitor !== undefined) visitor.isKnown = true;
    },
  };
}

/** The key of a connection: its remote address and port, which are the same for the TCP socket and its TLS socket. */
function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function needOf({ isKnown, underWay }: Visitor): number {
  return (isKnown ? 2 : 0) + (underWay > 0 ? 1 : 0);
}

export type RequestsUnderWay = ReturnType<typeof trackRequests>;

/** Tracks requests, because `server.close()` would cut off large responses. Call this before adding listeners to the server. */
export function trackRequests(server: Server) {
  const connections = new Set<Duplex>();
  const responses = new Set<ServerResponse>();
  let onDrained: (() => void) | undefined;

  server.on('secureConnection', (connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });

  server.on('request', ({ socket }, response) => {
    responses.add(response);
    if (onDrained !== undefined) response.setHeader('connection', 'close');
    response.once('close', () => {
      responses.delete(response);
      if (onDrained === undefined) return;
      socket.end();
      if (responses.size === 0) onDrained();
    });
  });

  return {
    progressOf: (socket: Duplex): 'none' | 'begun' | 'whole' => {
      const started = [...responses].filter((response) => response.req.socket === socket && response.headersSent);
      if (started.length === 0) return 'none';
      return started.every(({ writableEnded }) => writableEnded) ? 'whole' : 'begun';
    },
    drain: () =>
      new Promise<void>((resolve) => {
        onDrained = resolve;
        const busy = new Set<Duplex>();
        for (const response of responses) {
          busy.add(response.req.socket);
          if (!response.headersSent) response.setHeader('connection', 'close');
        }
        for (const connection of connections) if (!busy.has(connection)) connection.end();
        if (responses.size === 0) resolve();
      }),
  };
}
