import type { ServerResponse } from 'node:http';

/** A fault that replaces the answer to a request. */
export type Fault =
  /** A normal answer. */
  | 'none'
  /** No answer at all. */
  | 'silence'
  /** Half of an answer, then the connection breaks. */
  | 'cut'
  /** The connection breaks before any byte. */
  | 'reset'
  | 'html'
  /** A body that exceeds any reasonable limit. */
  | 'huge'
  /** JSON nested 100,000 levels deep. */
  | 'deep'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** Redirects to the path `/moved…` of the same origin, which answers normally. */
  | { readonly redirect: number; readonly to: 'same origin' }
  /** Redirects to the same path of another origin. */
  | { readonly redirect: number; readonly to: 'origin'; readonly origin: string };

/** A bot check's page with its identifying headers (Cloudflare's documentation of challenge pages). */
export const CLOUDFLARE_CHALLENGE: Fault = {
  status: 403,
  headers: {
    'Content-Type': 'text/html; charset=UTF-8',
    Server: 'cloudflare',
    'CF-Mitigated': 'challenge',
    'CF-RAY': '8f2b1c3d4e5f6071-FRA',
    'Cache-Control': 'private, max-age=0, no-store',
  },
  body: '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head><body><noscript>Enable JavaScript and cookies to continue</noscript></body></html>',
};

/** Cloudflare's answer to programs that are not browsers: one line of text. */
export const CLOUDFLARE_LINE: Fault = {
  status: 403,
  headers: { 'Content-Type': 'text/plain; charset=UTF-8', Server: 'cloudflare', 'CF-RAY': '8f2b1c3d4e5f6072-FRA' },
  body: 'error code: 1020',
};

/** An HTML page from a server or a proxy, outside the protocol. */
export function page(status: number, title: string, headers: Record<string, string> = {}): Fault {
  return {
    status,
    headers: { 'Content-Type': 'text/html', ...headers },
    body: `<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`,
  };
}

const MEGABYTE = 1024 * 1024;

export function answerFaultily(
  response: ServerResponse,
  fault: Exclude<Fault, 'none'>,
  { pathname, search }: URL,
): boolean {
  if (typeof fault === 'object') {
    if ('status' in fault) response.writeHead(fault.status, fault.headers ?? {}).end(fault.body ?? '');
    else
      response
        .writeHead(fault.redirect, {
          Location: fault.to === 'origin' ? `${fault.origin}${pathname}${search}` : `/moved${pathname}${search}`,
        })
        .end();
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
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>Sign in to the Wi-Fi</title>');
      return true;
    case 'huge':
      void pour(response);
      return true;
    case 'deep':
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(`{"accounts": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
      return true;
  }
}

/** Sends no Content-Length, so clients must count the bytes. */
async function pour(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const blank = Buffer.alloc(MEGABYTE, ' ');
  for (let megabytes = 0; megabytes < 200 && !response.destroyed; megabytes += 1) {
    if (!response.write(blank))
      await Promise.race([
        new Promise((resolve) => response.once('drain', resolve)),
        new Promise((resolve) => response.once('close', resolve)),
      ]);
  }
  response.end();
}
