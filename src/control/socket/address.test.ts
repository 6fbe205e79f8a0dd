import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectMode, IS_WINDOWS } from '../../../test/support/machine.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { controlAddress } from './address.ts';

function longFolder(): string {
  const path = join(temporaryFolder(), 'long'.repeat(30));
  mkdirSync(path);
  return path;
}

describe.skipIf(IS_WINDOWS)('the control address for the CLI', () => {
  it('is a socket in the data folder', () => {
    const folder = temporaryFolder();
    expect(controlAddress(folder)).toBe(join(folder, 'control.sock'));
  });

  it('is in a private folder below /tmp if the path of the data folder is too long for a socket', () => {
    const [path, other] = [longFolder(), longFolder()];
    const address = controlAddress(path);
    try {
      expect(Buffer.byteLength(address)).toBeLessThan(104);
      expectMode(dirname(address), 0o700);
      expect(controlAddress(path)).toBe(address);
      expect(controlAddress(other)).not.toBe(address);
    } finally {
      rmSync(dirname(address), { recursive: true });
      rmSync(dirname(controlAddress(other)), { recursive: true });
    }
  });

  it('is rejected if the folder below /tmp is accessible to other users', () => {
    const path = longFolder();
    const shortFolder = dirname(controlAddress(path));
    try {
      chmodSync(shortFolder, 0o777);
      expect(() => controlAddress(path)).toThrow(expect.objectContaining({ code: 'data_socket_unsafe' }));
      rmSync(shortFolder, { recursive: true });
      symlinkSync(path, shortFolder);
      expect(() => controlAddress(path)).toThrow(expect.objectContaining({ code: 'data_socket_unsafe' }));
    } finally {
      rmSync(shortFolder, { recursive: true });
    }
  });
});
