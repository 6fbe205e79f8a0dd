import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PAGE = join(import.meta.dirname, '../../dist/renderer');

/** The compressed size of the scripts that the built page contains or loads first. */
export function firstScriptBytes(): number {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8');
  const named = readdirSync(join(PAGE, 'assets')).filter((name) => name.endsWith('.js') && html.includes(name));
  const inPage = [...html.matchAll(/<script nonce[^>]*>(.*?)<\/script>/gs)].map(([, code = '']) => code);
  return [...named.map((name) => readFileSync(join(PAGE, 'assets', name))), ...inPage].reduce(
    (sum, code) => sum + gzipSync(code).length,
    0,
  );
}
