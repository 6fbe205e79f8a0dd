import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hasProgram } from '../support/machine.ts';

const FOLDER = join(import.meta.dirname, '../../examples/households');
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

/** Returns the output of a failed run instead of throwing its error. */
const tryExample = () =>
  promisify(execFile)(process.execPath, [join(FOLDER, 'try.mjs')]).catch(
    (failed: { readonly stdout: string }) => failed,
  );

interface Compose {
  readonly services: Record<string, { readonly environment: Record<string, unknown> }>;
  readonly secrets: Record<string, unknown>;
}

describe('the example with two households', () => {
  it.runIf(hasProgram('caddy', 'version') && hasProgram('openssl', 'version'))(
    'passes the checks of its own script with a real proxy',
    async () => {
      const { stdout } = await tryExample();
      expect(stdout.split('\n').filter((line) => !line.startsWith('ok '))).toEqual(['All checks passed.', '']);
    },
    120_000,
  );

  it('runs each service on the port that the proxy forwards to', () => {
    const { services, secrets } = parse(read('compose.yaml'), { merge: true }) as Compose;
    for (const name of ['smith', 'lee']) {
      const port = String(services[name]?.environment['PENNYROW_PORT']);
      expect(read('Caddyfile')).toContain(`import household ${name} {$${name.toUpperCase()}_PORT:${port}}`);
      expect(secrets).toHaveProperty(`${name}_vault_key`);
    }
  });
});
