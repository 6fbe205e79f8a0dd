import { expect, vi } from 'vitest';
import type { ConnectedView } from '../../src/contract/control/workbook.ts';
import type { Overrides } from '../../src/service/service.ts';
import { whenOver } from '../support/lifetime.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import type { FakeGoogle } from '../fakes/google/fake-google.ts';
import type { MachineTime } from '../fakes/machine-time.ts';
import { fakeGoogle } from './granted.ts';

/** The way to connect a spreadsheet, and the title of a new one. */
interface Target {
  readonly kind: 'new' | 'existing' | 'reconnect';
  readonly title?: string;
}

/** The whole Pennyrow service with a fake Google on this machine. */
export interface GoogleService extends ServiceInUse {
  readonly fake: FakeGoogle;
  /** Connects a spreadsheet: opens Google's page like a browser. `fake.consent` defines the user's answer there. */
  connect(target: Target, accountId?: string): Promise<ConnectedView>;
}

const HEADER = ['Date', 'Description', 'Amount', 'Category', 'Account', 'Account ID', 'Transaction ID', 'Date Added'];

/** A user's spreadsheet, with Pennyrow's columns and one row. */
export const BUDGET = {
  title: 'Budget',
  sheets: [
    {
      title: 'Transactions',
      rows: [HEADER, [{ date: '2026-01-05' }, 'Coffee', -3.5, 'Food', 'Giro', 'a-1', 't-1', '']],
    },
    { title: 'Categories', rows: [['Category'], ['Food']] },
  ],
};

/** A user's spreadsheet with custom column names, one row, and an unrelated column. */
export const HOUSEHOLD = {
  title: 'Haushalt',
  sheets: [
    { title: 'Übersicht', rows: [['Was bleibt?']] },
    {
      title: 'Umsätze',
      rows: [
        ['Datum', 'Verwendungszweck', 'Betrag', 'Kategorie', 'Kennzeichen', 'Notiz'],
        [{ date: '2026-01-05' }, 'Bäckerei', -3.2, 'Essen', '', 'meine'],
      ],
    },
  ],
};

/** `time`: the clock of the machine and of Google; by default Google uses the real one. */
export async function googleService({
  hasClient = true,
  time,
  ...overrides
}: { readonly hasClient?: boolean; readonly time?: MachineTime } & Pick<
  Overrides,
  'sleep' | 'openSource'
> = {}): Promise<GoogleService> {
  const fake = await fakeGoogle(time);
  vi.stubEnv('PENNYROW_GOOGLE_URL', fake.root);
  whenOver(() => void vi.unstubAllEnvs());
  const service = await serviceInUse(overrides, time);
  if (hasClient) {
    const { clientId, clientSecret } = fake.addClient();
    await service.client.call('registration.set', { kind: 'google', given: { id: clientId, secret: clientSecret } });
  }
  return {
    ...service,
    fake,
    connect: async ({ kind: way, title }, accountId = service.accountId) => {
      const { consentId, url } = await service.client.call('workbook.begin', {
        accountId,
        kind: 'google',
        way,
        settings: title === undefined ? {} : { title },
      });
      const connected = service.client.call('consent.wait', { consentId });
      // Prevents an unhandled rejection before a test that expects a failure awaits it.
      connected.catch(() => undefined);
      await fake.consent.visit(url);
      return connected;
    },
  };
}

/** Expects that the account still has its first workbook. */
export async function expectUnchanged(service: GoogleService): Promise<void> {
  const view = await service.client.call('workbook.get', { accountId: service.accountId });
  expect(view?.place).toEqual({ kind: 'xlsx', path: service.workbookPath });
}

/**
 * Expects that the account has no workbook: the attempt to connect another workbook removed the unused first one, and
 * failed.
 */
export async function expectNoWorkbook(service: GoogleService): Promise<void> {
  expect(await service.client.call('workbook.get', { accountId: service.accountId })).toBeNull();
}
