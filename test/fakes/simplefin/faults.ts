import type { ServerResponse } from 'node:http';

/** What a request gets in place of an answer. */
export type Fault =
  /** This one is answered well. */
  | 'none'
  /** No answer, ever. */
  | 'silence'
  /** Half an answer, then the line is cut. */
  | 'cut'
  /** The line is cut before anything. */
  | 'reset'
  | 'html'
  /** More bytes than anyone should read. */
  | 'huge'
  /** Nested 100,000 times. */
  | 'deep'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** To the path `/moved…` of the same origin, which answers as the usual one does. */
  | { readonly redirect: number; readonly to: 'same origin' }
  /** To the same path elsewhere. */
  | { readonly redirect: number; readonly to: 'origin'; readonly origin: string };

const MEGABYTE = 1024 * 1024;

/** False when the fault is none after all. */
export function answerFaultily(response: ServerResponse, fault: Exclude<Fault, 'none'>, { pathname, search }: URL): boolean {
  if (typeof fault === 'object') {
    if ('status' in fault) response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '');
    else response.writeHead(fault.redirect, { Location: fault.to === 'origin' ? `${fault.origin}${pathname}${search}` : `/moved${pathname}${search}` }).end();
    return true;
  }
  switch (fault) {
    case 'silence':
      return true;
    case 'reset':
      response.socket?.destroy();
      return true;
    case 'cut':
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
      response.write('{"accounts": [{"id": "A"', () => response.socket?.destroy());
      return true;
    case 'html':
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in to the Wi-Fi</title>');
      return true;
    case 'huge':
      void pour(response);
      return true;
    case 'deep':
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"accounts": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
      return true;
  }
}

/** Without a length, so that only counting helps. */
async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const blank = Buffer.alloc(MEGABYTE, ' ');
  for (let megabytes = 0; megabytes < 200 && !response.destroyed; megabytes += 1) {
    if (!response.write(blank)) await Promise.race([new Promise((resolve) => response.once('drain', resolve)), new Promise((resolve) => response.once('close', resolve))]);
  }
  response.end();
}
