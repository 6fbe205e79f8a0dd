import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { redactLine } from '../../src/platform/redaction.ts';
import type { ConsentTarget } from '../../src/workbooks/google/api/redirect.ts';
import { ask, calls, fakeGoogle } from './granted.ts';

const EXISTING: ConsentTarget = { kind: 'existing' };

test('the URL of the consent requests one scope and offline access, with a PKCE challenge and a random state', async () => {
  const fake = await fakeGoogle();
  const client = fake.addClient();
  const parameters = Object.fromEntries(new URL((await ask(fake, { client })).url).searchParams);
  expect(parameters).toEqual({
    response_type: 'code',
    client_id: client.clientId,
    access_type: 'offline',
    prompt: 'consent',
    scope: 'https://www.googleapis.com/auth/drive.file',
    redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('Google’s picker is requested for an existing spreadsheet, and offers only the file to reconnect if its id is given', async () => {
  const fake = await fakeGoogle();
  const parameters = async (target: ConsentTarget) =>
    Object.fromEntries(new URL((await ask(fake, { target })).url).searchParams);
  const pick = { trigger_onepick: 'true', mimetypes: 'application/vnd.google-apps.spreadsheet' };
  expect(await parameters(EXISTING)).toMatchObject(pick);
  expect(await parameters({ kind: 'existing', spreadsheetId: 'abc' })).toMatchObject({ ...pick, file_ids: 'abc' });
});

test('two requests for consent have no random value in common', async () => {
  const fake = await fakeGoogle();
  const client = fake.addClient();
  const [one, other] = [
    new URL((await ask(fake, { client })).url).searchParams,
    new URL((await ask(fake, { client })).url).searchParams,
  ];
  for (const name of ['state', 'code_challenge', 'redirect_uri']) expect(one.get(name)).not.toBe(other.get(name));
});

test('after the consent, the browser shows a confirmation, and Pennyrow has the grant and the chosen file', async () => {
  const fake = await fakeGoogle();
  const picked = fake.addSpreadsheet();
  const consent = await ask(fake, { target: EXISTING });
  fake.consent.allow({ pick: [picked] });
  const { status, page } = await fake.consent.visit(consent.url);
  expect(status).toBe(200);
  expect(page).toContain('You can close this page.');
  expect(page).not.toMatch(/src=|href=|<script/);
  expect(await consent.granted).toMatchObject({
    grant: { kind: 'user', refreshToken: expect.stringMatching(/^1\/\//) },
    endsAt: null,
    picked: [picked],
  });
});

test('the grant of a client in testing mode ends after one week', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake, { client: fake.addClient({ testing: true }) });
  fake.consent.allow();
  await fake.consent.visit(consent.url);
  const { endsAt } = await consent.granted;
  expect(new Date(endsAt ?? 0).toISOString()).toMatch(/^2026-03-17T08:59/);
});

test('a denied consent is explained in the browser and to the caller', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  fake.consent.deny();
  const { page } = await fake.consent.visit(consent.url);
  expect(page).toContain('You did not allow Pennyrow to use a spreadsheet.');
  await expect(consent.granted).rejects.toMatchObject({ code: 'workbook_consent_denied' });
  expect(calls(fake)).not.toContain('oauth.token');
});

test('a second redirect of the same request gets a page with an explanation, and changes nothing', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  fake.consent.allow({ redirects: 2 });
  const { status, page } = await fake.consent.visit(consent.url);
  expect({ status, page }).toMatchObject({
    status: 200,
    page: expect.stringContaining('Pennyrow already has Google’s answer'),
  });
  await consent.granted;
  expect(calls(fake).filter((call) => call === 'oauth.token')).toHaveLength(1);
});

test('a redirect with a wrong state is rejected, and a later redirect with the right state is accepted', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  fake.consent.allow({ state: 'somebody-else’s' });
  const { status, page } = await fake.consent.visit(consent.url);
  expect({ status, page }).toMatchObject({
    status: 400,
    page: expect.stringContaining('does not belong to the question'),
  });
  fake.consent.allow();
  await fake.consent.visit(consent.url);
  expect((await consent.granted).grant.kind).toBe('user');
});

test.each([
  { answered: false, code: 'workbook_consent_timeout', params: {} },
  { answered: true, code: 'consent_failed', params: { reason: 'state' } },
])('after ten minutes the request fails as $code, and its listener is closed', async ({ answered, code, params }) => {
  const fake = await fakeGoogle();
  const { promise: tenMinutes, resolve: pass } = Promise.withResolvers<void>();
  const consent = await ask(fake, { sleep: async (milliseconds) => (expect(milliseconds).toBe(600_000), tenMinutes) });
  if (answered) fake.consent.allow({ state: 'wrong' });
  else fake.consent.close();
  const { redirect } = await fake.consent.visit(consent.url);
  expect(redirect !== null).toBe(answered);
  pass();
  await expect(consent.granted).rejects.toMatchObject({ code, params });
  await expect(fetch(new URL(consent.url).searchParams.get('redirect_uri') ?? '')).rejects.toThrow('fetch failed');
});

test('a client secret that Google rejects is reported', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake, { client: { ...fake.addClient(), clientSecret: 'GOCSPX-wrong' } });
  fake.consent.allow();
  await fake.consent.visit(consent.url);
  await expect(consent.granted).rejects.toMatchObject({ code: 'workbook_google_client' });
});

test('a response without a refresh token is reported, with the page on which the user can end the permission', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  fake.consent.allow({ refreshToken: false });
  await fake.consent.visit(consent.url);
  await expect(consent.granted).rejects.toMatchObject({
    code: 'workbook_consent_no_refresh_token',
    remedy: expect.stringContaining('myaccount.google.com/permissions'),
  });
});

test.each([
  { what: 'that may have been used', how: 'reset' as const, code: 'workbook_offline' },
  { what: 'that caused a Google error', how: { status: 500 }, code: 'workbook_google' },
])('an authorization code $what is not sent twice', async ({ how, code }) => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  fake.fail({ call: 'oauth.token', how });
  fake.consent.allow();
  await fake.consent.visit(consent.url);
  await expect(consent.granted).rejects.toMatchObject({ code });
  expect(calls(fake).filter((call) => call === 'oauth.token')).toHaveLength(1);
});

test('the listener answers only Google’s redirect, and only under its own host name', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  const listener = new URL(consent.url).searchParams.get('redirect_uri') ?? '';
  const state = new URL(consent.url).searchParams.get('state') ?? '';
  for (const path of ['/', '/favicon.ico', `/other?state=${state}&code=4/0abc`])
    expect((await fetch(listener + path)).status).toBe(404);
  expect((await fetch(`${listener}/?state=${state}&code=4/0abc`, { method: 'POST' })).status).toBe(404);
  const byName = await fetch(`${listener.replace('127.0.0.1', 'localhost')}/?state=${state}&code=4/0abc`).then(
    ({ status }) => status,
    () => 404,
  );
  expect(byName).toBe(404);
  consent.end();
  await expect(consent.granted).rejects.toMatchObject({ code: 'workbook_consent_cancelled' });
});

test('a connection that the browser opened in advance is closed when the request for consent ends', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  const { port } = new URL(new URL(consent.url).searchParams.get('redirect_uri') ?? '');
  const ahead = connect(Number(port), '127.0.0.1');
  await once(ahead, 'connect');
  consent.end();
  await once(ahead, 'close');
  expect(ahead.destroyed).toBe(true);
});

test('neither the error of a failed consent nor the log contains a secret', async () => {
  const fake = await fakeGoogle();
  const client = { ...fake.addClient(), clientSecret: 'GOCSPX-a-secret-of-mine' };
  const consent = await ask(fake, { client });
  fake.consent.allow();
  const { redirect } = await fake.consent.visit(consent.url);
  const error: Error = await consent.granted.then(
    () => new Error('granted'),
    (thrown: Error) => thrown,
  );
  const errorTexts = JSON.stringify([
    error.message,
    error.stack,
    error.cause,
    Object.entries(error),
    (error.cause as Error | undefined)?.stack,
  ]);
  for (const secret of [
    client.clientSecret,
    redirect?.searchParams.get('code') ?? '',
    redirect?.searchParams.get('state') ?? '',
  ])
    expect(errorTexts).not.toContain(secret);
  const line = redactLine(
    JSON.stringify({ url: consent.url, address: redirect?.href, grant: { refreshToken: '1//0abcdefghijk' } }),
  );
  for (const secret of [
    redirect?.searchParams.get('code') ?? '',
    redirect?.searchParams.get('state') ?? '',
    '1//0abcdefghijk',
  ])
    expect(line).not.toContain(secret);
});
