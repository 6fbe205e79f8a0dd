import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { bankWorld, type FakeService } from '../fakes/banks/bank-world.ts';
import { ENABLE_BANKING_HOST, fakeEnableBanking } from '../fakes/banks/enable-banking.ts';
import { fakeGocardless, GOCARDLESS_HOST } from '../fakes/banks/gocardless.ts';
import { bankShell } from '../first-contact/world/bank-shell.ts';
import { axeViolations } from '../support/axe.ts';
import { bankService, visitBank } from '../support/bank-visit.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { folderInUse } from '../support/service-in-use.ts';

const DAY = 86_400_000;
/** Fixed, because a test may run over midnight. */
const NOW = Date.now();
const day = (ago: number): string => new Date(NOW - ago * DAY).toISOString().slice(0, 10);
type Booked = readonly [ago: number, amount: string, name: string];

/** A bank service for the tests: what it lists, its fake, and how its form is filled in. */
interface Bank {
  readonly title: string;
  readonly name: string;
  readonly booked: readonly Booked[];
  readonly host: string;
  readonly service: FakeService;
  agree(url: string): string;
  refuse(url: string): string;
  /** How long the next consent lasts. */
  last(days: number): void;
  /** Revokes the permission at the bank. */
  withdraw(): void;
  readonly consents: () => number;
  fill(page: Page): Promise<void>;
  fillWrongly(page: Page): Promise<void>;
  readonly refusal: string;
}

function enableBanking(): Bank {
  const fake = fakeEnableBanking();
  const booked: readonly Booked[] = [
    [5, '100.00', 'Acme Oy'],
    [1, '-6.50', 'Kiosk'],
  ];
  fake.accounts.push({
    iban: 'FI2112345600000785',
    details: 'Everyday',
    hashes: ['hash-a'],
    balances: [],
    bookings: booked.map(([ago, amount, name]) => ({
      entry_reference: `ref-${name}`,
      transaction_amount: { currency: 'EUR', amount: amount.replace('-', '') },
      credit_debit_indicator: amount.startsWith('-') ? 'DBIT' : 'CRDT',
      creditor: { name },
      debtor: { name },
      status: 'BOOK',
      booking_date: day(ago),
      remittance_information: [],
    })),
  });
  const fill = async (page: Page, id: string): Promise<void> => {
    await page.getByLabel('Application ID').fill(id);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'File with the private key' }).click();
    await (
      await chooser
    ).setFiles({ name: 'key.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(fake.privateKey) });
    await page.getByText('key.pem', { exact: true }).waitFor();
  };
  return {
    title: 'Enable Banking',
    name: 'Nordea',
    booked,
    host: ENABLE_BANKING_HOST,
    service: fake.service,
    agree: fake.agree,
    refuse: fake.refuse,
    last: (days) => (fake.longestConsent = days * 86_400),
    withdraw: () => fake.sessions.forEach((session) => (session.state = 'REVOKED')),
    consents: () => fake.sessions.filter(({ state }) => state === 'AUTHORIZED').length,
    fill: (page) => fill(page, fake.applicationId),
    fillWrongly: (page) => fill(page, '5f0d2f3c-8d4b-4c57-9a51-6a3a3c8a7a10'),
    refusal: 'does not accept the application’s key',
  };
}

function gocardless(): Bank {
  const fake = fakeGocardless();
  const booked: readonly Booked[] = [
    [6, '120.00', 'Paper Oy'],
    [2, '-7.50', 'Bakery'],
  ];
  fake.accounts.push({
    iban: 'FI5542345670000081',
    name: 'Savings',
    currency: 'EUR',
    balances: [],
    booked: booked.map(([ago, amount, name]) => ({
      transactionId: name,
      bookingDate: day(ago),
      transactionAmount: { amount, currency: 'EUR' },
      ...(amount.startsWith('-') ? { creditorName: name } : { debtorName: name }),
    })),
    pending: [],
  });
  const fill = async (page: Page, key: string): Promise<void> => {
    await page.getByLabel('Secret ID').fill(fake.secretId);
    await page.getByLabel('Secret key').fill(key);
  };
  return {
    title: 'GoCardless',
    name: 'Nordea',
    booked,
    host: GOCARDLESS_HOST,
    service: fake.service,
    agree: fake.agree,
    refuse: fake.refuse,
    last: (days) => (fake.longestConsent = days),
    withdraw: () => (fake.refusal = 'revoked'),
    consents: () => fake.requisitions.filter(({ status }) => status === 'LN').length,
    fill: (page) => fill(page, fake.secretKey),
    fillWrongly: (page) => fill(page, 'f'.repeat(64)),
    refusal: 'No active account found',
  };
}

describe.skipIf(SKIP_BROWSER)('a bank that asks for consent on its website', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  /** The built program with the default redirect address, and a browser in which the page of either bank answers at once. */
  const shared = sharedByTests(async () => {
    const banks = { 'Enable Banking': enableBanking(), GoCardless: gocardless() };
    const world = await bankWorld(Object.fromEntries(Object.values(banks).map(({ host, service }) => [host, service])));
    const shell = bankShell(world, await folderInUse());
    const at = await visitBank(newContext, await bankService(shell));
    return { banks, world, at: Object.assign(at, { shell }) };
  });

  async function begin(page: Page, { title }: Bank): Promise<void> {
    await page.getByRole('button', { name: 'Add connection' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Where is your bank?').selectOption({ label: 'Finland' });
    await dialog.getByRole('button', { name: title }).click();
  }

  async function chooseBank(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Show banks' }).click();
    await page.getByRole('combobox', { name: 'Bank', exact: true }).fill('nord');
    await page.getByRole('option', { name: 'Nordea' }).click();
  }

  describe.each(['Enable Banking', 'GoCardless'] as const)('%s', (service) => {
    interface AtBank extends Pick<Awaited<ReturnType<typeof shared>>, 'at' | 'world'> {
      readonly bank: Bank;
    }

    /** Closes the bank's pages and the form that the previous test left open. */
    async function atBank(): Promise<AtBank> {
      const { banks, world, at } = await shared();
      const { page, goTo } = at;
      at.shows = null;
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await goTo('/between-two-tests');
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
      return { bank: banks[service], world, at };
    }

    test('reports wrong keys, a denied consent and a canceled one, which change nothing', async () => {
      const { bank, at } = await atBank();
      const { page, shell, goTo } = at;
      await goTo('/connections');
      await begin(page, bank);
      await bank.fillWrongly(page);
      await page.getByRole('button', { name: 'Show banks' }).click();
      await page.getByText(bank.refusal).waitFor();
      await bank.fill(page);
      await page.getByLabel('Country of the bank').selectOption({ label: 'Iceland' });
      await page.getByRole('button', { name: 'Show banks' }).click();
      await page.getByText('serves no bank in IS').waitFor();
      await page.getByLabel('Country of the bank').selectOption({ label: 'Finland' });
      await chooseBank(page);
      at.answers = bank.refuse;
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText('The bank did not give its permission.').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      // The bank's page stays open without an answer.
      at.shows = () => '<title>Your bank</title>';
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText(`Waiting for your answer`).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Waiting for your answer').waitFor({ state: 'detached' });
      expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
      expect(bank.consents()).toBe(0);
    });

    test('is connected, from the choice of country to the first rows, and renewed in two clicks without new rows', async () => {
      const { bank, world, at } = await atBank();
      const { page, shell, goTo } = at;
      const before = await shell.rows();
      at.answers = bank.agree;
      bank.last(10);
      await goTo('/connections');
      await begin(page, bank);
      await expect.poll(() => page.getByLabel('Country of the bank').inputValue()).toBe('FI');
      expect(await axeViolations(page)).toEqual([]);
      await bank.fill(page);
      await chooseBank(page);
      expect(await axeViolations(page)).toEqual([]);
      const theirs = page.context().waitForEvent('page');
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await (await theirs).getByText('Your bank’s answer has arrived.').waitFor();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      await page.getByText('Sync: Succeeded.').waitFor();
      const rows = [...before, ...bank.booked.map(([ago, amount, name]) => `${day(ago)} ${amount} ${name}`)].toSorted();
      expect(await shell.rows()).toEqual(rows);

      // The choice of transactions can be changed without a new consent.
      await page.getByRole('button', { name: `Actions: ${bank.name}` }).click();
      await page.getByRole('menuitem', { name: 'Which transactions' }).click();
      const settings = page.getByRole('dialog');
      await settings.getByLabel('Pending ones, too').check();
      expect(await settings.getByRole('radio').count()).toBe(2);
      expect(await axeViolations(page)).toEqual([]);
      await settings.getByRole('button', { name: 'Save' }).click();
      await settings.waitFor({ state: 'detached' });
      expect((await shell.run(['connection', 'list', '--json'])).json()).toMatchObject([
        { settings: { statuses: 'pending', bank: 'Nordea' } },
      ]);

      bank.last(90);
      await goTo('/');
      await page.getByText('the permission to read these accounts ends in').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Go to Connections' }).click();
      await page.getByRole('button', { name: `Reconnect: ${bank.name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reconnect', exact: true }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The earlier consent is revoked once the new one is tested.
      await expect.poll(bank.consents).toBe(1);
      expect((await shell.sync()).run).toMatchObject({ status: 'succeeded', counts: { added: 0, updated: 0 } });
      expect(await shell.rows()).toEqual(rows);

      bank.withdraw();
      await shell.sync();
      await goTo('/');
      await page.getByText('withdrawn at the bank').waitFor();
      await page.getByText('Next sync: after you reconnect').waitFor();
      await goTo('/connections');
      await page.getByRole('button', { name: `Reconnect: ${bank.name}` }).waitFor();
      await goTo('/connections');
      world.always = { status: 503 };
      await page.getByRole('button', { name: `Actions: ${bank.name}` }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByText('could not be given back').waitFor();
      world.always = null;
      expect(await axeViolations(page)).toEqual([]);
      expect(await shell.rows()).toEqual(rows);
    });
  });
});
