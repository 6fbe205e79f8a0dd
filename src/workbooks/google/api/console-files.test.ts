import { expect, test } from 'vitest';
import { checkedClient, readClientFile, readServiceAccountKey } from './client-settings.ts';

const CLIENT = {
  client_id: '12-ab.apps.googleusercontent.com',
  project_id: 'p',
  client_secret: 'GOCSPX-abc_DEF-1',
  redirect_uris: ['http://localhost'],
};
const KEY = {
  type: 'service_account',
  client_email: 'robot@p.iam.gserviceaccount.com',
  private_key: '-----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY-----\n',
};

test('readClientFile reads the file of a desktop app, with and without a byte order mark', () => {
  const client = { clientId: CLIENT.client_id, clientSecret: CLIENT.client_secret };
  expect(readClientFile(JSON.stringify({ installed: CLIENT }))).toEqual(client);
  expect(readClientFile(`\uFEFF${JSON.stringify({ installed: CLIENT })}`)).toEqual(client);
});

test.each([
  { what: 'a web application’s client', text: JSON.stringify({ web: CLIENT }), says: 'Web application' },
  { what: 'a service account’s key', text: JSON.stringify(KEY), says: 'service account' },
  {
    what: 'a client without a secret',
    text: JSON.stringify({ installed: { ...CLIENT, client_secret: undefined } }),
    says: 'not the file of an OAuth client',
  },
  { what: 'text that is not JSON', text: 'GOCSPX-abc_DEF-1', says: 'not the file of an OAuth client' },
  { what: 'a JSON list', text: '[]', says: 'not the file of an OAuth client' },
])('readClientFile rejects $what and explains why, without quoting it', ({ text, says }) => {
  const refused = (): unknown => readClientFile(text);
  expect(refused).toThrow(
    expect.objectContaining({ code: 'input_google_client', message: expect.stringContaining(says) }),
  );
  expect(refused).not.toThrow(/GOCSPX|PRIVATE KEY/);
});

test('checkedClient accepts an id and a secret with spaces around them, but not inside', () => {
  expect(checkedClient({ clientId: ' 12-ab.apps.googleusercontent.com\n', clientSecret: 'GOCSPX-x' })).toEqual({
    clientId: '12-ab.apps.googleusercontent.com',
    clientSecret: 'GOCSPX-x',
  });
  expect(() => checkedClient({ clientId: 'a b', clientSecret: 'x' })).toThrow(
    expect.objectContaining({ code: 'input_google_client' }),
  );
});

test('readServiceAccountKey reads the key file of a service account, and rejects other files', () => {
  expect(readServiceAccountKey(JSON.stringify(KEY))).toEqual({
    kind: 'service-account',
    email: KEY.client_email,
    privateKey: KEY.private_key,
  });
  for (const text of ['', '{}', JSON.stringify({ installed: CLIENT }), JSON.stringify({ ...KEY, private_key: 'x' })]) {
    expect(() => readServiceAccountKey(text)).toThrow(expect.objectContaining({ code: 'input_google_key' }));
  }
});
