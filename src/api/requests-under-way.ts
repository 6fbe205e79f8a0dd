import type { ServerResponse } from 'node:http';
import type { Server } from 'node:https';
import type { Duplex } from 'node:stream';

export interface RequestsUnderWay {
  /** `begun` or `whole` means that nothing else may be written to the connection. */
  progressOf(socket: Duplex): 'none' | 'begun' | 'whole';
  /** Ends idle connections, then the others after their answers. */
  drain(): Promise<void>;
}

/**
 * `server.close()` would cut off large answers that are buffered but not sent. Call this before the server gets its
 * request listener.
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
