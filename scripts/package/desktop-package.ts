import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builderOptions, readOwner } from './owner.ts';
import { signingEnvironment } from './signing.ts';

/**
 * Builds the desktop packages with electron-builder, for the owner in `owner.json`. Passes its arguments on to
 * electron-builder.
 */

/** Codes of errors that occur if the network does not reach the server. */
const NO_NETWORK = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/;

const builder = join(dirname(createRequire(import.meta.url).resolve('electron-builder/package.json')), 'cli.js');
const keys = mkdtempSync(join(tmpdir(), 'pennyrow-signing-'));
try {
  const { status, error, stdout } = spawnSync(
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
      // Captures stdout, because electron-builder prints errors there, with a stack trace.
      stdio: ['inherit', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: signingEnvironment(process.env, process.platform, keys),
    },
  );
  if (error !== undefined) throw error;
  const failure = status === 0 ? undefined : NO_NETWORK.exec(stdout)?.[0];
  process.stdout.write(failure === undefined ? stdout : '');
  if (failure !== undefined)
    process.stderr.write(
      `Electron or a tool of electron-builder could not be downloaded (${failure}). Check the network, or name a folder with an unpacked Electron:\n\n  npm run package -- -c.electronDist=FOLDER\n`,
    );
  process.exitCode = status ?? 1;
} finally {
  rmSync(keys, { recursive: true, force: true });
}
