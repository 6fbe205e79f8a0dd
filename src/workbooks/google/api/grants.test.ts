import { expect, test } from 'vitest';
import { fakeGoogle, grantFrom } from '../../../../test/google/granted.ts';
import { createSecrets, type Secrets, createVault } from '../../../platform/vault.ts';
import { endpointsAt } from './environment.ts';
import { createGrants } from './grants.ts';

interface Box {
  readonly sealed: Map<string, Buffer>;
  secretsWith(key: number): Secrets;
}

function box(): Box {
  const sealed = new Map<string, Buffer>();
  const stored = {
    read: (name: string) => sealed.get(name) ?? null,
    save: (name: string, bytes: Buffer) => void sealed.set(name, bytes),
    remove: (name: string) => void sealed.delete(name),
  };
  return { sealed, secretsWith: (key) => createSecrets(async () => createVault(Buffer.alloc(32, key)), stored) };
}

test('a grant is stored encrypted, read again, and removed when it is forgotten', async () => {
  const [fake, { sealed, secretsWith }] = [await fakeGoogle(), box()];
  const grants = createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) });
  const grant = await grantFrom(fake);
  await grants.keep('account_1', grant);
  expect([...sealed.keys()]).toEqual(['google-grant/account_1']);
  expect(await grants.read('account_1')).toEqual(grant);
  expect(await grants.forget('account_1', [])).toBe('revoked');
  expect(sealed.size).toBe(0);
  expect(await grants.forget('account_1', [])).toBe('none');
});

test('revoking a grant ends it at Google, and no requested URL contains its token', async () => {
  const [fake, { secretsWith }] = [await fakeGoogle(), box()];
  const grants = createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) });
  const grant = await grantFrom(fake);
  if (grant.kind !== 'user') throw new Error('This is no grant of a person.');
  expect(await grants.discard(grant, [])).toBe('revoked');
  const addresses = fake.requests.map(({ path, query }) => decodeURIComponent(path + query));
  expect(addresses).toContain('/revoke');
  expect(
    addresses.filter((address) => address.includes(grant.refreshToken) || address.includes(grant.client.clientSecret)),
  ).toEqual([]);
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: grant.refreshToken,
    client_id: grant.client.clientId,
    client_secret: grant.client.clientSecret,
  });
  expect(await (await fetch(`${fake.root}/token`, { method: 'POST', body: form })).json()).toMatchObject({
    error: 'invalid_grant',
  });
});

test('revoking a grant reports a failure if Google rejects the request but the grant is still valid', async () => {
  const [fake, { secretsWith }] = [await fakeGoogle(), box()];
  const grants = createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) });
  const grant = await grantFrom(fake);
  fake.fail({ call: 'oauth.revoke', how: { status: 400 } });
  expect(await grants.discard(grant, [])).toBe('unreachable');
});

test('revoking a grant that Google has already ended succeeds', async () => {
  const [fake, { secretsWith }] = [await fakeGoogle(), box()];
  const grants = createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) });
  const grant = await grantFrom(fake);
  fake.revoke();
  expect(await grants.discard(grant, [])).toBe('revoked');
});

test('discarding a grant keeps it at Google if another account uses the same client, and revokes it otherwise', async () => {
  const [fake, { secretsWith }] = [await fakeGoogle(), box()];
  const grants = createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) });
  const client = fake.addClient();
  await grants.keep('same', await grantFrom(fake, { client }));
  await grants.keep('other', await grantFrom(fake));
  const grant = await grantFrom(fake, { client });
  expect(await grants.discard(grant, ['other', 'same'])).toBe('shared');
  expect(await grants.discard(grant, ['other', 'none'])).toBe('revoked');
});

test('forgetting a grant deletes it even if the vault cannot decrypt it', async () => {
  const [fake, { sealed, secretsWith }] = [await fakeGoogle(), box()];
  await createGrants({ secrets: secretsWith(1), endpoints: endpointsAt(fake.root) }).keep(
    'account_1',
    await grantFrom(fake),
  );
  expect(
    await createGrants({ secrets: secretsWith(2), endpoints: endpointsAt(fake.root) }).forget('account_1', []),
  ).toBe('unreachable');
  expect(sealed.size).toBe(0);
});

test('discarding the grant of a service account revokes nothing', async () => {
  const fake = await fakeGoogle();
  const grants = createGrants({ secrets: box().secretsWith(1), endpoints: endpointsAt(fake.root) });
  expect(await grants.discard({ kind: 'service-account', ...fake.addServiceAccount() }, [])).toBe('none');
});
