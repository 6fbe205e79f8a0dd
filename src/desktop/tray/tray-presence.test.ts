import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { findTrayHost } from './tray-presence.ts';

/** A Linux machine with only these programs. Each runs `owner` when asked for the panel's bus name, otherwise `hasHost`. */
function machine(programs: Readonly<Record<string, readonly [owner: string, hasHost: string]>>) {
  const folder = temporaryFolder();
  for (const [name, [owner, hasHost]] of Object.entries(programs)) {
    const script = `#!/bin/sh\ncase "$*" in *GetNameOwner*) ${owner};; *) ${hasHost};; esac\n`;
    writeFileSync(join(folder, name), script, { mode: 0o755 });
  }
  return { platform: 'linux', env: { PATH: folder } } as const;
}

describe.skipIf(process.platform === 'win32')('findTrayHost', () => {
  it.each([
    ['gdbus', `echo "(':1.7',)"`, 'echo "(<true>,)"', ':1.7'],
    ['gdbus', `echo "(':1.7',)"`, 'echo "(<false>,)"', null],
    ['gdbus', 'exit 1', 'exit 1', null],
    ['busctl', `echo 's ":1.7"'`, 'echo "v b true"', ':1.7'],
    ['dbus-send', `echo '   string ":1.7"'`, 'echo "   variant       boolean true"', ':1.7'],
  ])('asks the program %s for the panel that shows tray icons', async (program, owner, hasHost, found) => {
    expect(await findTrayHost(machine({ [program]: [owner, hasHost] }))).toBe(found);
  });

  it('asks the next program if the first one fails', async () => {
    const answers = { gdbus: ['exit 1', 'exit 1'], busctl: [`echo 's ":1.7"'`, 'echo "v b true"'] } as const;
    expect(await findTrayHost(machine(answers))).toBe(':1.7');
  });

  it('returns null if no program finds a panel, and the platform on macOS and Windows', async () => {
    expect(await findTrayHost(machine({}))).toBeNull();
    expect(await findTrayHost({ platform: 'darwin', env: {} })).toBe('darwin');
    expect(await findTrayHost({ platform: 'win32', env: {} })).toBe('win32');
  });
});
