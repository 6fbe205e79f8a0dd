import type { IncomingMessage, ServerResponse } from 'node:http';
import { languageOf } from './accepted-language.ts';
import { MESSAGE_HEADERS, messagePage, type MessageName } from './message-page.ts';

export function sendError(
  response: ServerResponse,
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendJson(response, status, { error }, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = Buffer.from(JSON.stringify(body));
  // What nobody reads on of a refused request must not stand in the way of the next one.
  const after = response.req.complete ? {} : { Connection: 'close' };
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...after,
  });
  response.end(bytes);
}

/** A person who opened an address reads a page, in the language that the browser asks for; a program reads JSON. */
export async function refuse(
  { headers }: IncomingMessage,
  response: ServerResponse,
  status: number,
  name: MessageName,
): Promise<void> {
  const { title, page } = await messagePage(name, languageOf(headers['accept-language']));
  if (headers.accept?.includes('text/html') === true) response.writeHead(status, MESSAGE_HEADERS).end(page);
  else sendError(response, status, title);
}
