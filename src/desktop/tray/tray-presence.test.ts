import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { hasTrayPlace } from './tray-presence.ts';

/** A machine that has only these programs, each of which answers so. */
function machine(programs: Readonly<Record<string, string>>): { platform: 'linux'; env: { PATH: string } } {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return { platform: 'linux', env: { PATH: folder } };
}

describe.skipIf(process.platform === 'win32')('a place for the tray', () => {
  it.each([
    ['gdbus', 'echo "(true,)"', true],
    ['gdbus', 'echo "(false,)"', false],
    ['busctl', 'echo "b true"', true],
    ['dbus-send', 'echo "   boolean true"', true],
    ['dbus-send', 'echo "   boolean false"', false],
  ])('is what %s says by %s: %s', async (program, script, answer) => {
    expect(await hasTrayPlace(machine({ [program]: script }))).toBe(answer);
  });

  it('is asked of the next program when one finds no bus', async () => {
    expect(await hasTrayPlace(machine({ gdbus: 'exit 1', busctl: 'echo "b true"' }))).toBe(true);
  });

  it('is taken not to be there where nobody can be asked', async () => {
    expect(await hasTrayPlace(machine({}))).toBe(false);
    expect(await hasTrayPlace(machine({ gdbus: 'exit 1' }))).toBe(false);
  });

  it('is always there on macOS and Windows', async () => {
    expect(await hasTrayPlace({ platform: 'darwin', env: {} })).toBe(true);
    expect(await hasTrayPlace({ platform: 'win32', env: {} })).toBe(true);
  });
});
