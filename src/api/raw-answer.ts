import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** How long a client gets to read its answer before the connection is cut. */
const LINGER_MILLISECONDS = 1000;

/**
 * Answers `{error}` on a connection that has no response object, or must not get one, and ends it; to HEAD without the
 * body. What still comes in is thrown away unread for a moment: a socket closed over unread bytes is reset, and the answer is lost with it.
 */
export function endWithError(
  socket: Duplex,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
  method = '',
): void {
  if (!socket.writable) return;
  const body = JSON.stringify({ error });
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${method === 'HEAD' ? '' : body}`);
  endAfterReading(socket);
}

/** Ends a connection whose answer is on its way. */
export function endAfterReading(socket: Duplex): void {
  socket.end();
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
  socket.once('close', () => clearTimeout(timer));
}
