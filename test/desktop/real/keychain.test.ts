import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { call, describeReal, HAS_DESKTOP, launch, logOf, openDashboard, startBlocked } from './electron.ts';
import { ownBus, pressInBox } from './session-bus.ts';

const CAN_RUN = HAS_DESKTOP && ['gnome-keyring-daemon', 'dbus-daemon'].every((name) => findProgram([name]) !== null);

/** A home folder with a GNOME Keyring, and the options for starting the desktop in it. */
async function withKeyring() {
  const home = temporaryFolder();
  const bus = await ownBus(home);
  const options = {
    hasKey: false,
    env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
    args: ['--password-store=gnome-libsecret'],
  };
  const files = { sealed: join(home, 'data', 'vault.keychain'), plain: join(home, 'data', 'vault.key') };
  return {
    ...bus,
    ...files,
    home,
    options,
    start: { ...options, home },
  };
}

describeReal(
  'the encryption key',
  () => {
    it('is stored in an unlocked keyring, and decrypts the secrets after a restart', async () => {
      const { setKeyring, start, sealed, plain } = await withKeyring();
      await setKeyring('unlocked');
      const first = await openDashboard(start);
      const given = { id: '123-abc.apps.googleusercontent.com', secret: 'GOCSPX-secret' };
      await call(first.window, 'registration.set', { kind: 'google', given });
      await first.quit();
      expect(readFileSync(sealed, 'latin1')).toMatch(/^v1[12]/);
      expect(existsSync(plain)).toBe(false);
      const again = await (await launch(start)).page();
      expect(await call(again, 'registration.get', { kind: 'google' })).toMatchObject({ clientId: given.id });
    });

    it('is not replaced while the keyring is locked, and opens the data folder once it is unlocked', async () => {
      const { setKeyring, home, options, start, sealed, plain } = await withKeyring();
      await setKeyring('unlocked');
      await (await openDashboard(start)).quit();
      const before = readFileSync(sealed);
      await setKeyring('locked');
      const blocked = startBlocked(home, options);
      await expect.poll(() => logOf(home)).toContain('vault_keychain_closed');
      await pressInBox('Escape');
      expect(await blocked.ended).toBe(0);
      expect(readFileSync(sealed)).toEqual(before);
      expect(existsSync(plain)).toBe(false);
      await setKeyring('unlocked');
      await openDashboard(start);
    });

    it('is stored in a file only if the user agrees, and moves into a keyring that is installed later', async () => {
      const { setKeyring, home, options, start, sealed, plain } = await withKeyring();
      const refused = startBlocked(home, options);
      await pressInBox('Escape');
      expect(await refused.ended).toBe(0);
      expect([existsSync(plain), existsSync(sealed)]).toEqual([false, false]);
      const agreed = startBlocked(home, options);
      await pressInBox('Right', 'Return');
      await expect.poll(() => existsSync(plain)).toBe(true);
      await expect.poll(() => existsSync(join(home, 'data', 'control.sock'))).toBe(true);
      expect(existsSync(sealed)).toBe(false);
      agreed.stop();
      await agreed.ended;
      await setKeyring('unlocked');
      await openDashboard(start);
      expect([existsSync(plain), existsSync(sealed)]).toEqual([false, true]);
    });
  },
  CAN_RUN,
);
