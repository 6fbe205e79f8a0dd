import { describe, expect, it } from 'vitest';
import type { Secrets } from '../../../platform/vault.ts';
import { createClientSettings } from './client-settings.ts';

const ENVIRONMENT = { clientId: 'of the environment', clientSecret: '1' };
const ENTERED = { clientId: 'entered', clientSecret: '2' };
const PACKAGE = { clientId: 'of the package', clientSecret: '3' };

function settings(given: Partial<Parameters<typeof createClientSettings>[1]>) {
  const stored = new Map<string, string>();
  const secrets = {
    read: async (name: string) => stored.get(name) ?? null,
    save: async (name: string, text: string) => void stored.set(name, text),
    remove: async (name: string) => void stored.delete(name),
  } as unknown as Secrets;
  return createClientSettings(secrets, { environment: null, package: null, ...given });
}

describe('the OAuth client', () => {
  it('comes from the environment, otherwise from the settings, otherwise from the package', async () => {
    const all = settings({ environment: ENVIRONMENT, package: PACKAGE });
    await all.set(ENTERED);
    expect(await all.find()).toEqual({ ...ENVIRONMENT, from: 'environment' });

    const packaged = settings({ package: PACKAGE });
    expect(await packaged.find()).toEqual({ ...PACKAGE, from: 'package' });
    await packaged.set(ENTERED);
    expect(await packaged.find()).toEqual({ ...ENTERED, from: 'settings', replaces: 'package' });
    await packaged.remove();
    expect(await packaged.need()).toEqual(PACKAGE);
  });

  it('is reported as missing unless it is in at least one of the three places', async () => {
    const own = settings({});
    expect(await own.find()).toBeNull();
    await expect(own.need()).rejects.toMatchObject({ code: 'workbook_google_no_client' });
    await own.set(ENTERED);
    expect(await own.find()).toEqual({ ...ENTERED, from: 'settings' });
  });
});
