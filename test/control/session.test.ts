import { describe, expect, test } from 'vitest';
import { manualClock } from '../support/manual-clock.ts';
import { ask, runningService, type Answer, type RunningService } from '../support/running-service.ts';

const STATUS = '/dashboard/control/call/service.status';

/** `__Host-pennyrow=…` of a browser that opened a fresh link. */
async function signIn(running: RunningService): Promise<string> {
  const { url } = await running.client.call('service.dashboardLink', {});
  const { headers } = await ask(running, url);
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function post(running: RunningService, cookie: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { origin } = new URL(running.url);
  return ask(running, `${origin}${STATUS}`, {
    method: 'POST',
    body: '{}',
    headers: { Cookie: cookie, Origin: origin, 'Content-Type': 'application/json', ...headers },
  });
}

describe('the dashboard session', () => {
  test('is off until a link is asked for on the machine', async () => {
    const running = await runningService();
    const answer = await ask(running, `${running.url}/dashboard/`);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
  });

  test('signs one browser in by a link that works once', async () => {
    const running = await runningService();
    const { url } = await running.client.call('service.dashboardLink', {});
    const first = await ask(running, url);
    expect(first).toMatchObject({ status: 303, headers: { location: '/dashboard/' } });
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/^__Host-pennyrow=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/)]);
    expect((await ask(running, url)).status).toBe(403);
  });

  test('refuses a link after five minutes', async () => {
    const clock = manualClock(new Date().toISOString());
    const running = await runningService({ clock });
    const { url } = await running.client.call('service.dashboardLink', {});
    clock.advance(5 * 60_000);
    expect((await ask(running, url)).status).toBe(403);
  });

  test('answers the browser that signed in, and nobody else', async () => {
    const running = await runningService();
    const cookie = await signIn(running);
    expect(await post(running, cookie)).toMatchObject({ status: 200 });
    expect((await post(running, '')).status).toBe(401);
    expect((await post(running, `${cookie}x`)).status).toBe(401);
  });

  test('ends after twelve hours', async () => {
    const clock = manualClock(new Date().toISOString());
    const running = await runningService({ clock });
    const cookie = await signIn(running);
    clock.advance(12 * 3_600_000);
    expect((await post(running, cookie)).status).toBe(401);
  });

  test.each([
    ['another origin', { Origin: 'https://evil.example' }],
    ['another port of this machine', { Origin: 'https://localhost:1' }],
    ['no origin', { Origin: '' }],
    ['a form', { 'Content-Type': 'text/plain' }],
  ])('refuses a change that comes from %s', async (_, headers) => {
    const running = await runningService();
    expect((await post(running, await signIn(running), headers)).status).toBe(403);
  });

  test('answers to no name but this machine’s', async () => {
    const running = await runningService();
    const cookie = await signIn(running);
    expect((await post(running, cookie, { Host: 'evil.example', Origin: 'https://evil.example' })).status).toBe(404);
  });

  test.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', ['Sie sind abgemeldet', 'Dieser Link gilt nicht mehr', 'Hier ist nichts']],
    ['en-GB,en;q=0.9,de;q=0.5', 'en', ['You are signed out', 'This link no longer works', 'There is nothing here']],
  ])('speaks the language of the browser also before it is signed in: %s', async (wanted, lang, titles) => {
    const running = await runningService();
    const cookie = await signIn(running);
    const headers = { 'Accept-Language': wanted };
    const pages = [
      await ask(running, `${running.url}/dashboard/`, { headers }),
      await ask(running, `${running.url}/dashboard/sign-in?code=none`, { headers }),
      await ask(running, `${running.url}/dashboard/no-such-file`, { headers: { ...headers, Cookie: cookie } }),
    ];
    expect(pages.map(({ status }) => status)).toEqual([401, 403, 404]);
    for (const [index, { body }] of pages.entries()) {
      expect(body).toContain(`<html lang="${lang}">`);
      expect(body).toContain(`<title>${titles[index]}</title>`);
    }
  });

  test('shows a page that loads nothing from elsewhere', async () => {
    const running = await runningService();
    const page = await ask(running, `${running.url}/dashboard/`, { headers: { Cookie: await signIn(running) } });
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect(page.body).not.toMatch(/https?:\/\//);
  });
});
