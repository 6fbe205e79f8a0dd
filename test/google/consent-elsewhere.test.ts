import { expect, test } from 'vitest';
import type { Consent } from '../../src/workbooks/google/api/consent.ts';
import type { FakeGoogle } from '../fakes/google/fake-google.ts';
import { ask, fakeGoogle } from './granted.ts';

test('the redirect URL from a browser on another machine is accepted in any form in which users copy it', async () => {
  const fake = await fakeGoogle();
  for (const copy of [
    (text: string) => text,
    (text: string) => `  "${text}"\n`,
    (text: string) => text.replace(/^.*\?/, ''),
  ]) {
    const consent = await ask(fake);
    const redirect = await redirectOf(fake, consent);
    consent.receive(copy(redirect));
    expect((await consent.granted).grant.kind).toBe('user');
    expect(() => consent.receive(redirect)).toThrow(failedBy('other'));
  }
});

test('a redirect URL is rejected if it belongs to another request for consent', async () => {
  const fake = await fakeGoogle();
  const consent = await ask(fake);
  for (const address of ['', 'hello', 'http://127.0.0.1:1/?code=4/0abc']) {
    expect(() => consent.receive(address)).toThrow(failedBy('address'));
  }
  expect(() => consent.receive('http://127.0.0.1:1/?code=4/0abc&state=x')).toThrow(failedBy('state'));
  consent.receive(await redirectOf(fake, consent));
  expect((await consent.granted).grant.kind).toBe('user');
});

function failedBy(reason: string): unknown {
  return expect.objectContaining({ code: 'consent_failed', params: expect.objectContaining({ reason }) });
}

/** The address to which Google redirects the browser. Does not request it, as if the browser were on another machine. */
async function redirectOf(fake: FakeGoogle, consent: Consent): Promise<string> {
  fake.consent.allow({ redirects: 0 });
  const { redirect } = await fake.consent.visit(consent.url);
  return redirect?.href ?? '';
}
