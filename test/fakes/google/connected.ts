import { createHash, createSign, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { drive as driveApi, type drive_v3 } from '@googleapis/drive';
import { sheets as sheetsApi, type sheets_v4 } from '@googleapis/sheets';
import { OAuth2Client } from 'google-auth-library';
import { startFakeGoogle, type FakeGoogle } from './fake-google.ts';

export const DRIVE_FILE = 'https://www.googleapis.com/auth/drive.file';

/** Google's official clients, signed in at a fake. */
export interface Connected {
  readonly fake: FakeGoogle;
  readonly auth: OAuth2Client;
  readonly sheets: sheets_v4.Sheets;
  readonly drive: drive_v3.Drive;
}

/** Signs in as a desktop application does, and returns the official clients with retries turned off. */
export async function connect(
  fake: FakeGoogle,
  {
    pick = [],
    client = fake.addClient(),
    scope = DRIVE_FILE,
  }: { pick?: readonly string[]; client?: { clientId: string; clientSecret: string }; scope?: string } = {},
): Promise<Connected> {
  const { redirectUri, answer, close } = await loopback();
  const auth = authAt(fake.root, client, redirectUri);
  const verifier = randomBytes(48).toString('base64url');
  fake.consent.allow({ pick });
  const { redirect, page } = await fake.consent.visit(
    authorizationUrl(auth, verifier, {
      scope,
      ...(scope === DRIVE_FILE && { trigger_onepick: 'true', allow_multiple: 'true' }),
    }),
  );
  if (redirect === null) throw new Error(`There was no redirect: ${page}`);
  const code = (await answer).get('code') ?? '';
  await close();
  auth.setCredentials((await auth.getToken({ code, codeVerifier: verifier })).tokens);
  return { fake, auth, ...clientsAt(fake.root, auth) };
}

export function authAt(
  root: string,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
  redirectUri: string,
): OAuth2Client {
  const endpoints = {
    oauth2AuthBaseUrl: `${root}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${root}/token`,
    oauth2RevokeUrl: `${root}/revoke`,
  };
  return new OAuth2Client({ clientId, clientSecret, redirectUri, endpoints });
}

export function authorizationUrl(auth: OAuth2Client, verifier: string, more: Readonly<Record<string, string>>): string {
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const options = {
    access_type: 'offline',
    prompt: 'consent',
    state: 'abc',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  };
  return auth.generateAuthUrl(options as Parameters<OAuth2Client['generateAuthUrl']>[0]);
}

export function clientsAt(rootUrl: string, auth: OAuth2Client): { sheets: sheets_v4.Sheets; drive: drive_v3.Drive } {
  const options = { auth, rootUrl: `${rootUrl}/`, retry: false };
  return { sheets: sheetsApi({ version: 'v4', ...options }), drive: driveApi({ version: 'v3', ...options }) };
}

/** Starts a server for the redirect address. */
export async function loopback(): Promise<{
  redirectUri: string;
  answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}> {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    resolve(new URL(request.url ?? '/', 'http://127.0.0.1').searchParams);
    response.end('You can close this window.');
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((closed) => {
      server.close(closed);
    });
  };
  return { redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, answer, close };
}

/** Creates the signed JWT that a service account exchanges for an access token. */
export function assertionOf(
  { email, privateKey }: { email: string; privateKey: string },
  claims: Readonly<Record<string, unknown>>,
): string {
  const text = [
    { alg: 'RS256', typ: 'JWT' },
    { iss: email, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

/** Returns the clients of a service account. The fake must use the system clock, which dates the assertion. */
export async function connectService(
  fake: FakeGoogle,
  account: { email: string; privateKey: string },
  scope: string,
): Promise<{ sheets: sheets_v4.Sheets; drive: drive_v3.Drive }> {
  const now = Math.floor(Date.now() / 1000);
  const assertion = assertionOf(account, { scope, aud: `${fake.root}/token`, iat: now, exp: now + 600 });
  const response = await fetch(`${fake.root}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  });
  const auth = new OAuth2Client();
  auth.setCredentials((await response.json()) as { access_token: string });
  return clientsAt(fake.root, auth);
}

/** Starts a fake, adds these spreadsheets, and returns clients with access to them. */
export async function startConnected(
  specs: readonly Parameters<FakeGoogle['addSpreadsheet']>[0][] = [{}],
): Promise<Connected & { ids: readonly string[] }> {
  const fake = await startFakeGoogle();
  const ids = specs.map((spec) => fake.addSpreadsheet(spec));
  return { ...(await connect(fake, { pick: ids })), ids };
}
