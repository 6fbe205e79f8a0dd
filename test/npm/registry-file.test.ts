import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { layOutNpmPackage } from '../../npm-package.ts';
import { readOwner } from '../../owner.ts';
import { registryFile, registryName } from '../../registry-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it('the package brings the file for the registry of agents’ servers, by which the command starts as an agent needs it', () => {
  const folder = join(temporaryFolder(), 'package');
  const owner = { ...readOwner(), repository: 'https://github.com/You/penny.row', npmName: '@you/pennyrow' };
  layOutNpmPackage(ROOT, folder, owner);
  const read = (file: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
  const { version, mcpName, bin } = read('package.json');
  const entry = read('server.json');
  expect(entry).toMatchObject({
    name: mcpName,
    version,
    packages: [{ identifier: '@you/pennyrow', version, packageArguments: [{ value: 'mcp' }] }],
  });
  expect(String(entry['description']).length).toBeLessThanOrEqual(100);
  expect(bin).toMatchObject({ pennyrow: 'bin/pennyrow.js' });
  expect(readFileSync(join(folder, 'dist/guide/agents.md'), 'utf8')).toContain('# Agents');
});

it.each(['', 'https://example.com/you/pennyrow', 'https://github.com/you'])(
  'there is none while the owner has no repository on GitHub (%j)',
  (repository) => {
    expect(registryName({ repository })).toBeNull();
    expect(registryFile({ repository, npmName: 'pennyrow' }, '1.0.0')).toBeNull();
  },
);
