import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** How many connections may be open at a time, and which one gives way when there are more. */
export interface ConnectionLimit {
  /**
   * To be called with each new connection. When there are too many, the one that is needed least is cut: of those that
   * never showed a token or key the oldest that is idle, then the oldest that waits for an answer, then the one that was
   * idle for longest. Nobody's answer is cut who is known; the new connection is, when only such are left.
   */
  take(socket: Socket): void;
  /** To be called with each request, before it is answered. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /** To be called when a request showed a good token or key: its connection is that of somebody known from then on. */
  recognise(request: IncomingMessage): void;
}

export interface ConnectionLimitOptions {
  readonly most?: number;
  /** Told once whenever connections begin to be cut. */
  readonly onFull?: () => void;
}

interface Visitor {
  readonly socket: Socket;
  isKnown: boolean;
  underWay: number;
}

/** How many are let in where `openFiles` may be open: half of those are for the database, workbooks and requests of its own. */
export function mostConnections(openFiles: number): number {
  return Math.min(MOST_CONNECTIONS, Math.floor(openFiles / 2));
}

const MOST_CONNECTIONS = 512;
const NEVER_CUT = 3;

export function createConnectionLimit({
  most = MOST_CONNECTIONS,
  onFull,
}: ConnectionLimitOptions = {}): ConnectionLimit {
  /** By the port at the other end; in the order in which they came, or were idle again. */
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
    take: (socket) => {
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
    begin: ({ socket }, response) => {
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
    recognise: ({ socket }) => {
      const visitor = visitors.get(placeOf(socket));
      if (visitor !== undefined) visitor.isKnown = true;
    },
  };
}

/** A TLS connection tells the same of itself as the connection below it. */
function placeOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

function needOf({ isKnown, underWay }: Visitor): number {
  return (isKnown ? 2 : 0) + (underWay > 0 ? 1 : 0);
}
