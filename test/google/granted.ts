import { problemPage } from '../../src/control/session/message-page.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Sleep } from '../../src/platform/sleep.ts';
import { beginConsent, type Consent } from '../../src/workbooks/google/api/consent.ts';
import type { ConsentTarget } from '../../src/workbooks/google/api/redirect.ts';
import { createGoogleApi, type GoogleApiOptions } from '../../src/workbooks/google/api/create-google-api.ts';
import { endpointsAt } from '../../src/workbooks/google/api/environment.ts';
import type { GoogleApi } from '../../src/workbooks/google/api/create-google-api.ts';
import type { OAuthClient } from '../../src/workbooks/google/api/environment.ts';
import type { GoogleGrant } from '../../src/workbooks/google/api/google-session.ts';
import { createQuota } from '../../src/workbooks/google/api/quota.ts';
import { startFakeGoogle, type FakeGoogle } from '../fakes/google/fake-google.ts';
import { whenOver } from '../support/lifetime.ts';
import { manualClock, type ManualClock } from '../support/manual-clock.ts';

export async function fakeGoogle(clock?: Clock): Promise<FakeGoogle> {
  const fake = await startFakeGoogle(clock === undefined ? {} : { clock });
  whenOver(() => fake.close());
  return fake;
}

/** A `sleep` that takes no time. `waits` records the milliseconds. */
function swiftSleep(clock: ManualClock): { readonly sleep: Sleep; readonly waits: number[] } {
  const waits: number[] = [];
  const sleep: Sleep = async (milliseconds, signal) => {
    signal?.throwIfAborted();
    waits.push(milliseconds);
    clock.advance(milliseconds);
  };
  return { sleep, waits };
}

/** Never resolves. */
export const deepSleep: Sleep = (_, signal) =>
  new Promise((__, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

interface Asking {
  readonly target?: ConsentTarget;
  readonly client?: OAuthClient;
  readonly sleep?: Sleep;
}

/** Begins a request for the user's consent, by default without a timeout. */
export async function ask(
  fake: FakeGoogle,
  { target = { kind: 'new' }, client = fake.addClient(), sleep = deepSleep }: Asking = {},
): Promise<Consent> {
  return beginConsent({
    client,
    target,
    endpoints: endpointsAt(fake.root),
    clock: manualClock('2026-03-10T09:00:00.000Z'),
    sleep,
    page: problemPage,
  });
}

/** A grant from a complete consent. */
export async function grantFrom(
  fake: FakeGoogle,
  {
    client = fake.addClient(),
    pick,
    target = pick === undefined ? { kind: 'new' } : { kind: 'existing' },
  }: { client?: OAuthClient; pick?: string; target?: ConsentTarget } = {},
): Promise<GoogleGrant> {
  fake.consent.allow(pick === undefined ? {} : { pick: [pick] });
  const consent = await ask(fake, { client, target });
  await fake.consent.visit(consent.url);
  const { grant } = await consent.granted;
  consent.end();
  return grant;
}

export interface ApiInHand {
  readonly api: GoogleApi;
  readonly waits: number[];
  /** How often the client reported that the grant is invalid. */
  lost(): number;
}

export function apiWith(
  fake: FakeGoogle,
  grant: GoogleGrant | null,
  options: Pick<GoogleApiOptions, 'silenceLimits' | 'onSilence'> = {},
): ApiInHand {
  const clock = manualClock();
  const { sleep, waits } = swiftSleep(clock);
  let lost = 0;
  const api = createGoogleApi({
    grant: () => Promise.resolve(grant),
    accountId: 'account_1',
    endpoints: endpointsAt(fake.root),
    quota: createQuota({ clock, sleep }),
    sleep,
    random: () => 0,
    onGrantLost: () => (lost += 1),
    ...options,
  });
  return { api, waits, lost: () => lost };
}

/** The names of the calls that the fake received since `clearRequests`. */
export function calls(fake: FakeGoogle): string[] {
  return fake.requests.map(({ call }) => call);
}
