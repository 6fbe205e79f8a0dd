import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../../../support/manual-clock.ts';
import { assertionOf, authAt, authorizationUrl, clientsAt, connect, DRIVE_FILE, loopback } from '../connected.ts';
import { startFakeGoogle, type FakeGoogle } from '../fake-google.ts';

const VERIFIER = randomBytes(48).toString('base64url');
const HOUR = 3_600_000;

describe('the OAuth of the fake Google', () => {
  let fake: FakeGoogle;
  let clock: ManualClock;
  let client: { clientId: string; clientSecret: string };
  beforeEach(async () => {
    clock = manualClock();
    fake = await startFakeGoogle({ clock });
    client = fake.addClient();
  });
  afterEach(() => fake.close());

  function address(more: Readonly<Record<string, string>> = {}, redirectUri = 'http://127.0.0.1:9/'): URL {
    const url = new URL(authorizationUrl(authAt(fake.root, client, redirectUri), VERIFIER, { scope: DRIVE_FILE }));
    for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
    return url;
  }

  async function token(form: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${fake.root}/token`, { method: 'POST', body: new URLSearchParams(form) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function revoke(refreshToken: string | null | undefined): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${fake.root}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: refreshToken ?? '' }),
    });
    return { status: response.status, body: await response.json() };
  }

  /** Consents and returns the code with its redirect address. */
  async function code(more: Readonly<Record<string, string>> = {}): Promise<{ code: string; redirectUri: string }> {
    const back = await loopback();
    await fake.consent.visit(address(more, back.redirectUri));
    const answer = await back.answer;
    await back.close();
    return { code: answer.get('code') ?? '', redirectUri: back.redirectUri };
  }

  const exchange = (code: string, redirectUri: string, more: Record<string, string> = {}): ReturnType<typeof token> =>
    token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      code_verifier: VERIFIER,
      ...more,
    });

  test('consent with a picked file returns the code, state, scope and file', async () => {
    const id = fake.addSpreadsheet({ title: 'Household' });
    const back = await loopback();
    fake.consent.allow({ pick: [id] });
    const visit = await fake.consent.visit(
      address({ trigger_onepick: 'true', mimetypes: 'application/vnd.google-apps.spreadsheet' }, back.redirectUri),
    );
    expect(Object.fromEntries(await back.answer)).toMatchObject({
      state: 'abc',
      scope: DRIVE_FILE,
      picked_file_ids: id,
      code: expect.stringMatching(/^4\//),
    });
    expect(visit).toMatchObject({ status: 200, page: 'You can close this window.' });
    await back.close();
  });

  test('declining returns access_denied, and closing the page returns nothing', async () => {
    const back = await loopback();
    fake.consent.close();
    expect(await fake.consent.visit(address({}, back.redirectUri))).toMatchObject({ status: 200, redirect: null });
    fake.consent.deny();
    await fake.consent.visit(address({}, back.redirectUri));
    expect(Object.fromEntries(await back.answer)).toEqual({ error: 'access_denied', state: 'abc' });
    await back.close();
  });

  test.each([
    ['an unknown client', { client_id: 'nobody' }, 401],
    ['a redirect to another machine', { redirect_uri: 'http://example.com/' }, 400],
    ['a redirect over https', { redirect_uri: 'https://127.0.0.1:9/' }, 400],
    ['a plain challenge', { code_challenge_method: 'plain' }, 400],
    ['an unknown parameter', { color: 'blue' }, 400],
    ['an unknown prompt', { prompt: 'please' }, 400],
    ['an invalid scope', { scope: 'everything' }, 400],
    ['picking with another scope', { trigger_onepick: 'true', scope: `${DRIVE_FILE} openid` }, 400],
    ['picking without asking for consent', { trigger_onepick: 'true', prompt: 'select_account' }, 400],
    ['file types without picking', { mimetypes: 'text/plain' }, 400],
    ['another response type', { response_type: 'token' }, 400],
  ])('%s shows an error page and does not redirect', async (_, more, status) => {
    expect(await fake.consent.visit(address(more))).toMatchObject({ status, redirect: null });
  });

  test('a code can be used once, by its client, with its verifier and redirect address', async () => {
    const first = await code();
    expect(await exchange(first.code, first.redirectUri)).toMatchObject({
      status: 200,
      body: {
        expires_in: 3599,
        token_type: 'Bearer',
        scope: DRIVE_FILE,
        refresh_token: expect.stringMatching(/^1\/\//),
      },
    });
    expect(await exchange(first.code, first.redirectUri)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    for (const [wrong, error, status] of [
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant', 400],
      [{ redirect_uri: 'http://127.0.0.1:1/' }, 'redirect_uri_mismatch', 400],
      [{ client_secret: 'no' }, 'invalid_client', 401],
    ] as const) {
      const next = await code();
      expect(await exchange(next.code, next.redirectUri, wrong)).toMatchObject({ status, body: { error } });
    }
    const late = await code();
    clock.advance(HOUR);
    expect(await exchange(late.code, late.redirectUri)).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test.each([{ access_type: 'online' }, { prompt: 'select_account' }])(
    'without offline access or forced consent there is no refresh token: %o',
    async (more) => {
      const { code: given, redirectUri } = await code(more);
      expect((await exchange(given, redirectUri)).body).not.toHaveProperty('refresh_token');
    },
  );

  test('a test can make the fake omit the refresh token', async () => {
    fake.consent.allow({ refreshToken: false });
    const { code: given, redirectUri } = await code();
    expect((await exchange(given, redirectUri)).body).not.toHaveProperty('refresh_token');
  });

  test('an access token expires after an hour, and a grant to a client in testing after seven days', async () => {
    const testing = fake.addClient({ testing: true });
    const { auth } = await connect(fake, { client: testing });
    const refresh = (): ReturnType<typeof token> =>
      token({
        grant_type: 'refresh_token',
        refresh_token: auth.credentials.refresh_token ?? '',
        client_id: testing.clientId,
        client_secret: testing.clientSecret,
      });
    const use = async (accessToken: unknown): Promise<number> =>
      (await fetch(`${fake.root}/drive/v3/files/none`, { headers: { authorization: `Bearer ${String(accessToken)}` } }))
        .status;
    expect(await use(auth.credentials.access_token)).toBe(404);
    clock.advance(HOUR);
    expect(await use(auth.credentials.access_token)).toBe(401);
    const { body } = await refresh();
    expect(await use(body['access_token'])).toBe(404);
    clock.advance(7 * 24 * HOUR);
    expect(await refresh()).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    });
  });

  test('revoking ends a grant and all tokens issued for it', async () => {
    const { auth, drive } = await connect(fake, { client });
    expect(await revoke(auth.credentials.refresh_token)).toMatchObject({ status: 200 });
    await expect(drive.files.get({ fileId: 'none' })).rejects.toMatchObject({ status: 401 });
    expect(await revoke(auth.credentials.refresh_token)).toMatchObject({
      status: 400,
      body: { error: 'invalid_token' },
    });
  });

  test('revoking rejects a token in the query', async () => {
    const { auth, drive } = await connect(fake, { client });
    await expect(auth.revokeToken(auth.credentials.refresh_token ?? '')).rejects.toMatchObject({ status: 400 });
    await expect(drive.files.get({ fileId: 'none' })).rejects.toMatchObject({ status: 404 });
  });

  test('removing one app of a project revokes all its apps and their access to files', async () => {
    const id = fake.addSpreadsheet();
    const [one, other] = [await connect(fake, { client, pick: [id] }), await connect(fake, { client })];
    expect((await other.drive.files.get({ fileId: id, fields: 'id' })).data).toEqual({ id });
    await revoke(one.auth.credentials.refresh_token);
    await expect(other.drive.files.get({ fileId: id })).rejects.toMatchObject({ status: 401 });
    const again = await connect(fake, { client });
    await expect(again.drive.files.get({ fileId: id })).rejects.toMatchObject({ status: 404 });
    await connect(fake, { client, pick: [id] });
    expect((await again.drive.files.get({ fileId: id, fields: 'id' })).data).toEqual({ id });
  });

  test('a service account’s assertion must have its key and the audience, and expire within an hour', async () => {
    const account = fake.addServiceAccount();
    const now = clock.now() / 1000;
    const assertion = (claims: object, privateKey = account.privateKey): string =>
      assertionOf(
        { ...account, privateKey },
        {
          scope: 'https://www.googleapis.com/auth/spreadsheets',
          aud: `${fake.root}/token`,
          iat: now,
          exp: now + 3600,
          ...claims,
        },
      );
    const bring = (jwt: string): ReturnType<typeof token> =>
      token({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt });
    expect(await bring(assertion({}))).toMatchObject({ status: 200, body: { token_type: 'Bearer' } });
    const other = fake.addServiceAccount().privateKey;
    for (const bad of [
      assertion({ aud: 'https://example.com' }),
      assertion({ exp: now + 7200 }),
      assertion({ iss: 'nobody@example.com' }),
      assertion({}, other),
    ]) {
      expect(await bring(bad)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    }
  });

  test('a service account sees a shared spreadsheet with a scope for all files, but not with drive.file', async () => {
    const account = fake.addServiceAccount();
    const id = fake.addSpreadsheet();
    const ask = async (scope: string): Promise<number> => {
      const now = clock.now() / 1000;
      const assertion = assertionOf(account, { scope, aud: `${fake.root}/token`, iat: now, exp: now + 60 });
      const { body } = await token({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
      return (
        await fetch(`${fake.root}/v4/spreadsheets/${id}`, {
          headers: { authorization: `Bearer ${String(body['access_token'])}` },
        })
      ).status;
    };
    expect(await ask('https://www.googleapis.com/auth/spreadsheets')).toBe(403);
    await fake.hand(id).share(account.email);
    expect(await ask('https://www.googleapis.com/auth/spreadsheets')).toBe(200);
    expect(await ask(DRIVE_FILE)).toBe(404);
    expect(await ask('https://www.googleapis.com/auth/calendar')).toBe(403);
  });

  test('an app sees only the files that the user picked for it or that it created', async () => {
    const [picked, other] = [fake.addSpreadsheet(), fake.addSpreadsheet()];
    const { drive, sheets } = await connect(fake, { client, pick: [picked] });
    const made = (await sheets.spreadsheets.create({ requestBody: {} })).data.spreadsheetId ?? '';
    await expect(drive.files.get({ fileId: other })).rejects.toMatchObject({ status: 404 });
    await expect(sheets.spreadsheets.get({ spreadsheetId: other })).rejects.toMatchObject({ status: 404 });
    for (const id of [picked, made]) expect((await drive.files.get({ fileId: id, fields: 'id' })).data).toEqual({ id });
    // File access belongs to the project, so a later grant includes the files.
    const again = clientsAt(fake.root, (await connect(fake, { client })).auth);
    expect((await again.drive.files.get({ fileId: picked, fields: 'id' })).data).toEqual({ id: picked });
    await fake.hand(picked).unshare();
    await expect(drive.files.get({ fileId: picked })).rejects.toMatchObject({ status: 404 });
  });
});
