import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecrets, type SecretBox } from './secrets.ts';
import { createVault, VAULT_KEY_BYTES } from './vault.ts';

function boxOf(sealed: Map<string, Buffer>): SecretBox {
  return {
    read: (name) => sealed.get(name) ?? null,
    save: (name, bytes) => void sealed.set(name, bytes),
    remove: (name) => void sealed.delete(name),
  };
}

test('a secret comes back as it was saved, and what is kept does not show it', async () => {
  const kept = new Map<string, Buffer>();
  const secrets = createSecrets(async () => createVault(randomBytes(VAULT_KEY_BYTES)), boxOf(kept));
  await secrets.save('grant', 'very secret é');
  expect(await secrets.read('grant')).toBe('very secret é');
  expect(kept.get('grant')?.includes('secret')).toBe(false);
  await secrets.remove('grant');
  expect(await secrets.read('grant')).toBeNull();
});

test('the vault is not opened while there is nothing to read', async () => {
  const secrets = createSecrets(() => Promise.reject(new Error('opened')), boxOf(new Map()));
  expect(await secrets.read('grant')).toBeNull();
});

test('a secret that was saved under another name does not open', async () => {
  const kept = new Map<string, Buffer>();
  const secrets = createSecrets(async () => createVault(randomBytes(VAULT_KEY_BYTES)), boxOf(kept));
  await secrets.save('one', 'text');
  kept.set('two', kept.get('one') as Buffer);
  await expect(secrets.read('two')).rejects.toMatchObject({ code: 'vault_wrong_key' });
});
