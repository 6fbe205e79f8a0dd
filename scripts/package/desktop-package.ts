import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builderOptions, readOwner } from './owner.ts';
import { signingEnvironment } from './signing.ts';

/**
 * Builds the desktop packages with electron-builder, for the owner in `owner.json`. Arguments are passed to electron-
 * builder.
 */

const builder = join(dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')), 'cli.js');
const keys = mkdtempSync(join(tmpdir(), 'pennyrow-signing-'));
try {
  const { status, error } = spawnSync(
    process.execPath,
    [
      builder,
      '--config',
      'electron-builder.yml',
      '--publish',
      'never',
      ...builderOptions(readOwner()),
      ...process.argv.slice(2),
    ],
    {
      cwd: join(import.meta.dirname, '../..'),
      stdio: 'inherit',
      env: signingEnvironment(process.env, process.platform, keys),
    },
  );
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
} finally {
  rmSync(keys, { recursive: true, force: true });
}
