import type { ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';

/** Knows which requests of a server wait for the end of their answer. */
export interface RequestsUnderWay {
  /** True if the answer to a request on this connection has begun, or was handed over whole: nothing else may be written there then. */
  progressOf(socket: Duplex): 'none' | 'begun' | 'whole';
  /** Ends idle connections at once and the others after their answer; resolves when no request is under way. */
  drain(): Promise<void>;
}

/**
 * `server.close()` will not do: it takes an answer that was handed over for one that has arrived, and cuts a large
 * one short. Call this before the server gets its own request listener.
 */
export function trackRequests(server: Server): RequestsUnderWay {
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
    progressOf: (socket) => {
      const begun = [...responses].filter((response) => response.req.socket === socket && response.headersSent);
      if (begun.length === 0) return 'none';
      return begun.every(({ writableEnded }) => writableEnded) ? 'whole' : 'begun';
    },
    drain: () =>
      new Promise((resolve) => {
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
