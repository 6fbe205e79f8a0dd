import { describe, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { ask, runningService, type Answer, type RunningService } from '../support/running-service.ts';
import { startedFolder } from '../support/started-folder.ts';
import { redeem, signIn } from '../support/sign-in.ts';

const STATUS = '/dashboard/control/call/service.status';

function post(running: RunningService, key: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { origin } = new URL(running.url);
  return ask(running, `${origin}${STATUS}`, {
    method: 'POST',
    body: '{}',
    headers: { Authorization: `Bearer ${key}`, Origin: origin, 'Content-Type': 'application/json', ...headers },
  });
}

describe('the dashboard session', () => {
  test('is required for data, but not for the page itself, which contains no data', async () => {
    const running = await runningService({}, await startedFolder());
    expect((await ask(running, `${running.url}/dashboard/`)).status).toBe(200);
    expect(await post(running, 'x'.repeat(43))).toMatchObject({
      status: 401,
      body: expect.stringContaining('"error"'),
    });
    for (const code of ['', 'x'.repeat(43)])
      expect((await redeem(running, `${running.url}/dashboard/sign-in#${code}`)).status).toBe(403);
    expect(await running.client.call('session.list', {})).toEqual([]);
  });

  test('has a page to which the root URL redirects browsers, but not other programs', async () => {
    const running = await runningService({}, await startedFolder());
    const person = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };
    for (const path of ['/', '/dashboard']) {
      const led = await ask(running, `${running.url}${path}`, person);
      expect([led.status, led.headers.location]).toEqual([302, '/dashboard/']);
      expect(JSON.parse(led.body)).toEqual({ error: expect.any(String) });
    }
    expect((await ask(running, `${running.url}/`)).status).toBe(404);
    expect((await ask(running, `${running.url}/`, { ...person, method: 'POST', body: '' })).status).toBe(404);
    const elsewhere = { headers: { ...person.headers, Host: 'evil.example' } };
    expect((await ask(running, `${running.url}/`, elsewhere)).headers.location).toBeUndefined();
  });

  test('is not required for /api, which explains the API to browsers and answers JSON to other programs', async () => {
    const running = await runningService({}, await startedFolder());
    const person = { headers: { Accept: 'text/html,*/*;q=0.8', 'Accept-Language': 'en' } };
    const page = await ask(running, `${running.url}/api`, person);
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.body).toContain(`${new URL(running.url).origin}/api/v2,`);
    expect(page.body).toContain('href="/api/openapi.json"');
    expect(page.body).toContain('pennyrow certificate --trust');
    const program = await ask(running, `${running.url}/api`);
    expect([program.status, JSON.parse(program.body)]).toEqual([404, { error: expect.any(String) }]);
    const elsewhere = { headers: { ...person.headers, Host: 'evil.example' } };
    expect((await ask(running, `${running.url}/api`, elsewhere)).status).toBe(404);
  });

  test('is started for one browser by a link that works once', async () => {
    const running = await runningService({}, await startedFolder());
    const { url } = await running.client.call('service.dashboardLink', {});
    // Opening the link does not use up its code, because browsers do not send the part after "#".
    expect(await ask(running, url)).toMatchObject({
      status: 200,
      headers: { 'content-type': expect.stringContaining('text/html') },
    });
    const first = await redeem(running, url);
    expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(first.headers['set-cookie']).toBeUndefined();
    expect(JSON.parse(first.body)).toEqual({
      key: expect.stringMatching(/^[\w-]{43}$/),
      sessionId: expect.stringMatching(/^session_/),
    });
    expect(await redeem(running, url)).toMatchObject({
      status: 403,
      body: expect.stringContaining('pennyrow open'),
    });
  });

  test('is not started by a link that is older than five minutes', async () => {
    const clock = manualClock(new Date().toISOString());
    const running = await runningService({ clock });
    const { url } = await running.client.call('service.dashboardLink', {});
    clock.advance(5 * 60_000);
    expect((await redeem(running, url)).status).toBe(403);
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['no origin', { Origin: '' }],
    ['a form', { 'Content-Type': 'text/plain' }],
  ])('is not started by a request with %s, which does not use up the link', async (_, headers) => {
    const running = await runningService({}, await startedFolder());
    const { url } = await running.client.call('service.dashboardLink', {});
    expect((await redeem(running, url, headers as Record<string, string>)).status).toBe(403);
    expect((await redeem(running, url)).status).toBe(200);
  });

  test('accepts only the key of the signed-in browser, and only in the Authorization header', async () => {
    const running = await runningService({}, await startedFolder());
    const key = await signIn(running);
    expect(await post(running, key)).toMatchObject({ status: 200 });
    for (const other of ['', `${key}x`, 'x'.repeat(43)])
      expect(await post(running, other)).toMatchObject({ status: 401, body: expect.stringContaining('"error"') });
    // The key in a cookie must not be sufficient, because browsers send cookies to all ports of this machine.
    expect((await post(running, '', { Cookie: `__Host-pennyrow=${key}; pennyrow.session=${key}` })).status).toBe(401);
    expect((await ask(running, `${running.url}/dashboard/control/events?key=${key}`)).status).toBe(401);
  });

  test('ends after fourteen days without use, and after ninety days in any case', async () => {
    const clock = manualClock(new Date().toISOString());
    const running = await runningService({ clock });
    const days = (count: number): void => clock.advance(count * 24 * 3_600_000);
    const forgotten = await signIn(running);
    days(14);
    expect((await post(running, forgotten)).status).toBe(401);
    const daily = await signIn(running);
    for (let day = 0; day < 88; day += 8) {
      days(8);
      expect([day, (await post(running, daily)).status]).toEqual([day, 200]);
    }
    days(2);
    expect((await post(running, daily)).status).toBe(401);
    expect(await running.client.call('session.list', {})).toEqual([]);
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port of this machine', { Origin: 'https://localhost:1' }],
    ['no origin', { Origin: '' }],
    ['a form', { 'Content-Type': 'text/plain' }],
  ])('rejects a change with %s', async (_, headers) => {
    const running = await runningService({}, await startedFolder());
    expect((await post(running, await signIn(running), headers)).status).toBe(403);
  });

  test('closes a page’s event stream when the service stops, instead of waiting for a timeout', async () => {
    const running = await runningService({}, await startedFolder());
    const key = await signIn(running);
    const headers = { Authorization: `Bearer ${key}` };
    const eventStream = ask(running, `${running.url}/dashboard/control/events`, { headers });
    const isAnswered = async (): Promise<boolean> => (await post(running, key)).status === 200;
    expect(await isAnswered()).toBe(true);
    await running.service.close();
    expect(await eventStream).toMatchObject({ status: 200, body: expect.stringContaining(': connected') });
  });

  test('rejects a request with a host name that is not of this machine', async () => {
    const running = await runningService({}, await startedFolder());
    const key = await signIn(running);
    expect((await post(running, key, { Host: 'evil.example', Origin: 'https://evil.example' })).status).toBe(404);
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Hier ist nichts'],
    ['en-GB,en;q=0.9,de;q=0.5', 'en', 'There is nothing here'],
  ])('answers an unknown path with a page in the language of the browser: %s', async (header, lang, title) => {
    const running = await runningService({}, await startedFolder());
    await signIn(running);
    const nowhere = `${running.url}/dashboard/no-such-file`;
    const page = await ask(running, nowhere, { headers: { 'Accept-Language': header, Accept: 'text/html,*/*' } });
    expect(page.status).toBe(404);
    expect(page.body).toContain(`<html lang="${lang}">`);
    expect(page.body).toContain(`<title>${title}</title>`);
    const answer = await ask(running, nowhere, { headers: { 'Accept-Language': header } });
    expect({ status: answer.status, body: JSON.parse(answer.body) as unknown }).toEqual({
      status: 404,
      body: { error: title },
    });
  });

  test('has a page that loads nothing from other hosts', async () => {
    const running = await runningService({}, await startedFolder());
    const page = await ask(running, `${running.url}/dashboard/`, {
      headers: { Authorization: `Bearer ${await signIn(running)}` },
    });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.body).not.toMatch(/https?:\/\//);
  });
});
