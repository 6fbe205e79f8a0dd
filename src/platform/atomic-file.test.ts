import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CAN_LINK, expectMode } from '../../test/support/machine.ts';
import { createFileAtomically, writeFileAtomically } from './atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pennyrow-atomic-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('writeFileAtomically', () => {
  it('replaces the content, sets the mode regardless of the umask, and leaves no other file', () => {
    const path = join(folder, 'ca.pem');
    writeFileSync(path, 'old', { mode: 0o600 });
    const before = process.umask(0o077);
    try {
      writeFileAtomically(path, 'new', 0o644);
    } finally {
      process.umask(before);
    }
    expect(readFileSync(path, 'utf8')).toBe('new');
    expectMode(path, 0o644);
    expect(readdirSync(folder)).toEqual(['ca.pem']);
  });

  it('leaves the old content and no temporary file if a write fails', () => {
    const path = join(folder, 'taken');
    mkdirSync(join(path, 'inside'), { recursive: true });
    expect(() => writeFileAtomically(path, 'x', 0o600)).toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/);
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('throws an error that names the target instead of the temporary file', () => {
    const below = join(folder, 'nowhere', 'x.csv');
    expect(() => writeFileAtomically(below, 'x', 0o600)).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: below }),
    );
    const isFolder = join(folder, 'taken');
    mkdirSync(join(isFolder, 'inside'), { recursive: true });
    expect(() => writeFileAtomically(isFolder, 'x', 0o600)).toThrow(expect.objectContaining({ path: isFolder }));
  });

  it.skipIf(!CAN_LINK)('replaces a symbolic link instead of writing through it', () => {
    const target = join(folder, 'target');
    const path = join(folder, 'link');
    writeFileSync(target, 'not ours');
    symlinkSync(target, path);
    writeFileAtomically(path, 'ours', 0o600);
    expect(readFileSync(target, 'utf8')).toBe('not ours');
    expect(readFileSync(path, 'utf8')).toBe('ours');
  });
});

describe('createFileAtomically', () => {
  it('creates a file, and returns false if the file exists', () => {
    const path = join(folder, 'vault.key');
    expect(createFileAtomically(path, 'first', 0o600)).toBe(true);
    expect(createFileAtomically(path, 'second', 0o600)).toBe(false);
    expect(readFileSync(path, 'utf8')).toBe('first');
    expectMode(path, 0o600);
    expect(readdirSync(folder)).toEqual(['vault.key']);
  });
});
