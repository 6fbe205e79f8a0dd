import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { ask, runningService, type Answer, type RunningService } from '../support/running-service.ts';
import { startedFolder } from '../support/started-folder.ts';
import { browserKeys, redeem, signInWith } from '../support/sign-in.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const STATUS = '/dashboard/control/call/service.status';

function post(running: RunningService, path: string, body: object, key = ''): Promise<Answer> {
  const { origin } = new URL(running.url);
  return ask(running, `${origin}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { Authorization: `Bearer ${key}`, Origin: origin, 'Content-Type': 'application/json' },
  });
}

async function challengeOf(running: RunningService): Promise<string> {
  const { headers } = await post(running, STATUS, {});
  return /challenge="([\w-]+)"/.exec(String(headers['www-authenticate']))?.[1] ?? '';
}

interface Signing {
  readonly privateKey: KeyObject;
  readonly sessionId: string;
  readonly challenge: string;
  readonly origin?: string;
}

function renew(running: RunningService, signing: Signing): Promise<Answer> {
  const { privateKey, sessionId, challenge, origin = new URL(running.url).origin } = signing;
  const text = Buffer.from(`Pennyrow session\n${origin}\n${sessionId}\n${challenge}`);
  const signature = sign('sha256', text, { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64');
  return post(running, '/dashboard/renew', { sessionId, signature });
}

const keyIn = ({ body }: Answer): string => (JSON.parse(body) as { readonly key: string }).key;

describe('the session of a browser with a key pair', () => {
  test('continues after a restart of the service: the browser signs a challenge and gets a new session key', async () => {
    const folder = temporaryFolder();
    const first = await runningService({}, folder);
    const { privateKey, publicKey } = browserKeys();
    const { key, sessionId } = await signInWith(first, { publicKey });
    const before = await challengeOf(first);
    await first.service.close();
    const running = await runningService({}, folder);
    expect((await post(running, STATUS, {}, key)).status).toBe(401);
    const challenge = await challengeOf(running);
    expect(challenge).not.toBe(before);
    const renewed = await renew(running, { privateKey, sessionId, challenge });
    expect(renewed).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect((await post(running, STATUS, {}, keyIn(renewed))).status).toBe(200);
    expect(await running.client.call('session.list', {})).toMatchObject([{ id: sessionId }]);
  });

  test('is not renewed by a signature of another browser, or by one for another start of the service, port or session', async () => {
    const running = await runningService({}, await startedFolder());
    const own = browserKeys();
    const { sessionId } = await signInWith(running, own);
    const other = await signInWith(running, browserKeys());
    const challenge = await challengeOf(running);
    const good = { privateKey: own.privateKey, sessionId, challenge };
    for (const [why, signing] of Object.entries({
      key: { ...good, privateKey: browserKeys().privateKey },
      curve: { ...good, privateKey: generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey },
      start: { ...good, challenge: 'x'.repeat(43) },
      port: { ...good, origin: 'https://localhost:1' },
      session: { ...good, sessionId: other.sessionId },
      nobody: { ...good, sessionId: 'session_unknown' },
    }))
      expect([why, (await renew(running, signing)).status]).toEqual([why, 401]);
    for (const signature of ['', 'x', '%%%'])
      expect((await post(running, '/dashboard/renew', { sessionId, signature })).status).toBe(401);
    expect((await renew(running, good)).status).toBe(200);
  });

  test('ends with the service if its public key is invalid', async () => {
    const folder = temporaryFolder();
    const first = await runningService({}, folder);
    for (const publicKey of [
      'no key',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .publicKey.export({ format: 'der', type: 'spki' })
        .toString('base64'),
    ]) {
      const { url } = await first.client.call('service.dashboardLink', {});
      expect((await redeem(first, url, {}, { publicKey })).status).toBe(200);
    }
    expect(await first.client.call('session.list', {})).toHaveLength(2);
    await first.service.close();
    expect(await (await runningService({}, folder)).client.call('session.list', {})).toEqual([]);
  });

  test('is not renewed after it has ended, which immediately invalidates its key and closes its event stream', async () => {
    const clock = manualClock(new Date().toISOString());
    const running = await runningService({ clock });
    const own = browserKeys();
    const { key, sessionId } = await signInWith(running, own);
    const challenge = await challengeOf(running);
    const eventStream = ask(running, `${running.url}/dashboard/control/events`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    // The service sends no event here, so this promise resolves only when it closes the stream.
    const broken = eventStream.then(
      () => 'ended',
      () => 'broken off',
    );
    await expect.poll(async () => (await post(running, STATUS, {}, key)).status).toBe(200);
    await running.client.call('session.end', { sessionId });
    expect(await broken).toBe('broken off');
    expect((await post(running, STATUS, {}, key)).status).toBe(401);
    expect((await renew(running, { ...own, sessionId, challenge })).status).toBe(401);
    const later = await signInWith(running, own);
    clock.advance(14 * 24 * 3_600_000);
    expect((await renew(running, { ...own, sessionId: later.sessionId, challenge })).status).toBe(401);
  });

  test('stores no secret in the database that could be used to sign in', async () => {
    const running = await runningService({}, await startedFolder());
    const { key } = await signInWith(running, browserKeys());
    const { url } = await running.client.call('service.dashboardLink', {});
    await running.service.close();
    const { database } = running.service.dataFolder;
    for (const file of [database, `${database}-wal`]) {
      const bytes = ((): Buffer => {
        try {
          return readFileSync(file);
        } catch {
          return Buffer.alloc(0);
        }
      })();
      for (const secret of [key, new URL(url).hash.slice(1)]) expect(bytes.includes(secret)).toBe(false);
    }
  });

  test('ends when the command line ends all sessions, but not if this session is the exception', async () => {
    const running = await runningService({}, await startedFolder());
    const keptSession = await signInWith(running, browserKeys());
    await signInWith(running, browserKeys());
    expect(await running.client.call('session.endAll', { except: keptSession.sessionId })).toEqual({ ended: 1 });
    expect((await post(running, STATUS, {}, keptSession.key)).status).toBe(200);
    expect(await running.client.call('session.endAll', {})).toEqual({ ended: 1 });
    expect((await post(running, STATUS, {}, keptSession.key)).status).toBe(401);
  });
});
