import { describe, expect, test } from 'vitest';
import { CLOUDFLARE_CHALLENGE, CLOUDFLARE_LINE, page, type Fault } from '../fakes/simplefin/faults.ts';
import { shell, unwrapped, type Shell } from '../simplefin/shell.ts';

/** The output of one sync, and of a status command after it. */
async function syncText({ run }: Shell): Promise<{ readonly code: number | null; readonly text: string }> {
  const sync = await run(['sync']);
  const status = await run(['status']);
  return { code: sync.code, text: unwrapped(`${sync.stdout} ${sync.stderr} ${status.stdout}`) };
}

const REVOKED = 'it was revoked there';
const NEW_TOKEN = 'connection reauthorise';

describe('an HTTP proxy between Pennyrow and the provider', () => {
  test('is named as the cause of the error if it sends its own page, such as a bot check; the connection is kept', async () => {
    const person = await shell({ dialect: 'bridge', versions: ['1.0'] });
    await person.add();
    expect((await person.sync()).run.counts.added).toBe(5);
    person.server.always = CLOUDFLARE_CHALLENGE;
    const { code, text } = await syncText(person);
    expect(code).toBe(1);
    expect(text).toMatch(/is behind Cloudflare, which turned Pennyrow away \(status 403, “Just a moment\.\.\.”\)/);
    expect(text).toContain(person.host);
    expect(text).toMatch(/Pennyrow tries again/);
    expect(text).not.toContain(REVOKED);
    expect(text).not.toContain(NEW_TOKEN);
    person.server.always = null;
    expect(await person.sync()).toMatchObject({ code: 0, run: { status: 'succeeded', counts: { added: 0 } } });
    expect(await person.rows()).toHaveLength(5);
  });

  test('is never mistaken for a revoked access URL, which has a different message and remedy', async () => {
    const person = await shell();
    await person.add();
    const faults: [Fault, string, RegExp][] = [
      [CLOUDFLARE_LINE, 'source_blocked', /behind Cloudflare.*status 403/],
      [page(502, '502 Bad Gateway'), 'source_unavailable', /reports an internal problem \(status 502\)/],
      [page(200, 'Welcome to the Wi-Fi'), 'source_unreadable', /web page.*“Welcome to the Wi-Fi”/],
    ];
    for (const [fault, code, message] of faults) {
      person.server.always = fault;
      const { code: exit, run } = await person.sync();
      expect(exit).toBe(1);
      expect(run.messages).toMatchObject([
        { code, message: expect.stringMatching(message), remedy: expect.not.stringContaining(NEW_TOKEN) },
      ]);
      expect(run.messages[0]?.message).toContain(person.host);
    }
    person.server.always = null;
    person.server.isOpen = false;
    const { code, text } = await syncText(person);
    expect(code).toBe(1);
    expect(text).toContain(NEW_TOKEN);
    person.server.isOpen = true;
    expect(await person.sync()).toMatchObject({ code: 0, run: { counts: { added: 5 } } });
  });

  test('does not use up a setup token, which works later', async () => {
    const person = await shell();
    const token = person.server.newSetupToken();
    person.server.faults.push(CLOUDFLARE_CHALLENGE);
    const refused = await person.run(['connection', 'add', 'simplefin', '--json'], token);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.stderr)).toMatchObject({
      error: {
        code: 'source_blocked',
        message: expect.stringContaining(person.host),
        remedy: expect.stringMatching(/paste the same token again/),
      },
    });
    expect((await person.run(['connection', 'list', '--json'])).json()).toEqual([]);
    expect((await person.run(['connection', 'add', 'simplefin'], token)).code).toBe(0);
  });
});
