import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

export interface PageFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PageFiles {
  read(path: string): Promise<PageFile | null>;
}

/** Possible folders of the dashboard: beside the built program, or in `dist` when run from source. */
const FOLDERS = ['../renderer', '../../../dist/renderer'].map((folder) => join(import.meta.dirname, folder));

const LIST = 'files.json';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Null if the dashboard was not built. `read` returns null for files that are not in `files.json`. */
export function findPageFiles(folders: readonly string[] = FOLDERS): PageFiles | null {
  const folder = folders.find((candidate) => existsSync(join(candidate, LIST)));
  if (folder === undefined) return null;
  let names = new Set<string>();
  return {
    read: async (path) => {
      // Reads the list again with each load of the page, because an update may have replaced the files.
      if (path === '' || names.size === 0)
        names = new Set(JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as string[]);
      if (path === '') return page(await readFile(join(folder, 'index.html'), 'utf8'));
      if (!names.has(path)) return null;
      const body = await readFile(join(folder, path));
      return {
        body,
        headers: { ...COMMON, 'Content-Type': TYPES[extname(path)] ?? '', 'Cache-Control': cacheRule(path) },
      };
    },
  };
}

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Files in `assets` may be cached forever, because their names contain a hash of their content. */
function cacheRule(path: string): string {
  return path.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-store';
}

/** The content security policy allows only scripts and styles from this origin or with the nonce, which is new each time. */
function page(html: string): PageFile {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    "connect-src 'self'",
    "img-src 'self' data:",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    body: Buffer.from(html.replaceAll('%NONCE%', nonce)),
    headers: {
      ...COMMON,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  };
}
