import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkProgram, programName } from './settings.ts';

function place(): { readonly folder: string; readonly program: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pennyrow-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'bank.sh');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o700);
  return { folder, program };
}

function reasonFor(command: string[], runIn?: string): unknown {
  try {
    checkProgram({ command, runIn: runIn ?? tmpdir() });
    return null;
  } catch (thrown) {
    return (thrown as { readonly params: { readonly reason: string } }).params.reason;
  }
}

test("checkProgram accepts the user's own program with any arguments", () => {
  const { program, folder } = place();
  expect(reasonFor([program, '--all', folder, join(folder, 'nothing')])).toBe(null);
});

test('checkProgram rejects a program that cannot be started, with the reason', () => {
  const { program, folder } = place();
  expect(reasonFor(['bank.sh'])).toBe('relative');
  expect(reasonFor([join(folder, 'other.sh')])).toBe('missing');
  expect(reasonFor([folder])).toBe('directory');
  expect(reasonFor([program], join(folder, 'nowhere'))).toBe('other');
  chmodSync(program, 0o600);
  expect(reasonFor([program])).toBe('denied');
});

describe.skipIf(process.platform === 'win32')('checkProgram rejects a program that other users can change', () => {
  test('because its file is writable', () => {
    const { program } = place();
    chmodSync(program, 0o702);
    expect(reasonFor([program])).toBe('writable');
  });

  test('because a folder above it is writable and not sticky', () => {
    const { folder } = place();
    const open = join(folder, 'open');
    mkdirSync(open);
    const program = join(open, 'bank.sh');
    writeFileSync(program, '');
    chmodSync(program, 0o700);
    chmodSync(open, 0o777);
    expect(reasonFor([program])).toBe('writable');
    chmodSync(open, 0o1777);
    expect(reasonFor([program])).toBe(null);
  });

  test('because the target of its link is writable', () => {
    const { folder, program } = place();
    const link = join(folder, 'link.sh');
    symlinkSync(program, link);
    expect(reasonFor([link])).toBe(null);
    chmodSync(program, 0o702);
    expect(reasonFor([link])).toBe('writable');
  });

  test('because the script that it interprets is writable', () => {
    const { folder, program } = place();
    const script = join(folder, 'script');
    writeFileSync(script, '');
    chmodSync(script, 0o606);
    expect(reasonFor([program, script])).toBe('writable');
  });
});

test.each([
  [['/home/ann/bank.py'], 'bank.py'],
  [['/usr/bin/python3.12', '-u', '/home/ann/bank.py', '/home/ann/data'], 'bank.py'],
  [['/home/ann/fetch', '/home/ann/accounts.json'], 'fetch'],
  [['/usr/bin/python3'], 'python3'],
])('programName of %j is %s', (command, name) => {
  expect(programName(command)).toBe(name);
});
