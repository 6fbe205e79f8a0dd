import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { controlAddress } from '../../src/control/socket/address.ts';
import { connectSocket } from '../../src/control/socket/client.ts';
import { AKAHU_HOST, fakeAkahu } from '../fakes/banks/akahu.ts';
import { bankWorld } from '../fakes/banks/bank-world.ts';
import { ENABLE_BANKING_HOST, fakeEnableBanking, type FakeEnableBanking } from '../fakes/banks/enable-banking.ts';
import { fakePluggy, PLUGGY_HOST } from '../fakes/banks/pluggy.ts';
import { bankShell, type BankShell } from '../first-contact/world/bank-shell.ts';
import { axeViolations } from '../support/axe.ts';
import { bankService, visitBank, type BankVisit } from '../support/bank-visit.ts';
import { SKIP_BROWSER } from '../support/browser.ts';
import { BROWSER_MS, useBrowser } from '../support/browser-context.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { folderInUse } from '../support/service-in-use.ts';

const DAY = 86_400_000;
/** Midday in UTC, which is the same day in Berlin and in São Paulo. */
const midday = (ago: number): string => `${new Date(Date.now() - ago * DAY).toISOString().slice(0, 10)}T12:00:00.000Z`;
const day = (ago: number): string => midday(ago).slice(0, 10);

/** True if the whole element is in the viewport. */
function isInView(found: Locator): Promise<boolean> {
  return found.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= (globalThis as unknown as { innerHeight: number }).innerHeight;
  });
}

interface Visitor extends BankVisit {
  readonly shell: BankShell;
  readonly world: Awaited<ReturnType<typeof bankWorld>>;
  readonly dialog: ReturnType<Page['getByRole']>;
  /** Opens the form from the page of connections, by “Add connection”. */
  begin(): Promise<void>;
  /** Fills in the fields of the form by their labels, and presses the button. */
  send(fields: Readonly<Record<string, string>>, button: string | RegExp): Promise<void>;
  /** Waits for the texts of the form: first the problem, then the remedy. */
  expectTexts(...texts: readonly string[]): Promise<void>;
  /** Like `expectTexts`, and checks the form with axe. Used for the first form of each layout. */
  expectForm(...texts: readonly string[]): Promise<void>;
  /** The rows added since the visitor arrived: "2026-03-01 -12.00 Shop". */
  added(): Promise<string[]>;
}

describe.skipIf(SKIP_BROWSER)('a new user', { timeout: BROWSER_MS }, () => {
  const newContext = useBrowser();

  /** The bank services of three countries, and one running Pennyrow. Each visitor starts without a connection. */
  const shared = sharedByTests(async () => {
    const [enableBanking, pluggy, akahu] = [fakeEnableBanking(), fakePluggy(), fakeAkahu()];
    const world = await bankWorld({
      [ENABLE_BANKING_HOST]: enableBanking.service,
      [PLUGGY_HOST]: pluggy.service,
      [AKAHU_HOST]: akahu.service,
    });
    const serving = await bankService(bankShell(world, await folderInUse()));
    return { enableBanking, pluggy, akahu, world, serving };
  });

  async function withoutConnections({ folder }: BankShell): Promise<void> {
    const client = await connectSocket(controlAddress(folder));
    if (client === null) throw new Error('nobody answers the socket');
    const [account] = await client.call('account.list', {});
    for (const { id } of await client.call('connection.list', { accountId: account?.id ?? '' }))
      await client.call('connection.remove', { connectionId: id });
  }

  /** Opens the page in a browser of the visitor's country. */
  async function visitor(locale: string, add: string): Promise<Visitor> {
    const { world, serving } = await shared();
    const { shell } = serving;
    await withoutConnections(shell);
    const before = await shell.rows();
    const visit = await visitBank(newContext, serving, { locale });
    const { page } = visit;
    const dialog = page.getByRole('dialog');
    const begin: Visitor['begin'] = async () => {
      // If the previous test left the bank's page open, it would cover this one.
      for (const other of page.context().pages()) if (other !== page) await other.close();
      await visit.goTo('/between-two-tests');
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'detached' });
      await visit.goTo('/connections');
      await page.getByRole('button', { name: add }).first().click();
    };
    const send: Visitor['send'] = async (fields, button) => {
      for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
      await dialog.getByRole('button', { name: button, exact: true }).click();
    };
    const expectTexts: Visitor['expectTexts'] = async (...texts) => {
      for (const text of texts) await dialog.getByText(text).waitFor();
      // The text is visible without scrolling.
      await expect.poll(() => isInView(dialog.getByText(texts.at(-1) ?? ''))).toBe(true);
    };
    const expectForm: Visitor['expectForm'] = async (...texts) => {
      await expectTexts(...texts);
      expect(await axeViolations(page)).toEqual([]);
    };
    const added: Visitor['added'] = async () => {
      const rows = await shell.rows();
      expect(rows).toEqual(expect.arrayContaining(before));
      return rows.filter((row) => !before.includes(row));
    };
    return Object.assign(visit, { world, shell, dialog, begin, send, expectTexts, expectForm, added });
  }

  async function chooseKey({ page, dialog }: Visitor, pem: string): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Datei mit dem privaten Schlüssel' }).click();
    const file = { name: 'key.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) };
    await (await chooser).setFiles(file);
    await dialog.getByText(file.name, { exact: true }).waitFor();
  }

  function girokonto(fake: FakeEnableBanking): void {
    fake.accounts.push({
      iban: 'DE89370400440532013000',
      details: 'Girokonto',
      hashes: ['hash-a'],
      balances: [],
      bookings: [
        {
          entry_reference: 'ref-1',
          transaction_amount: { currency: 'EUR', amount: '6.50' },
          credit_debit_indicator: 'DBIT',
          creditor: { name: 'Bäckerei Zoller' },
          status: 'BOOK',
          booking_date: day(2),
          remittance_information: [],
        },
      ],
    });
  }

  const german = sharedByTests(async () => {
    const { enableBanking: fake } = await shared();
    girokonto(fake);
    return { fake, at: await visitor('de-DE', 'Verbindung anlegen') };
  });

  /** The German visitor with an empty form. */
  async function inGermany(): Promise<Awaited<ReturnType<typeof german>>> {
    const there = await german();
    await there.at.begin();
    return there;
  }

  test('reads in German what is wrong with an id, a key and a bank, and what to do, and loses no input', async () => {
    const { fake, at } = await inGermany();
    const { page, shell, world, dialog, send, expectTexts, expectForm } = at;
    await dialog.getByRole('button', { name: 'Enable Banking' }).click();
    const show = (id: string): Promise<void> => send({ 'ID der Anwendung': id }, 'Banken anzeigen');
    await show('');
    await dialog.getByText('Diese Angabe fehlt noch.', { exact: true }).first().waitFor();
    const key = createPrivateKey(fake.privateKey);
    const secret = { cipher: 'aes-256-cbc', passphrase: 'geheim' };
    await chooseKey(at, fake.privateKey);
    await show('Pennyrow');
    await expectForm('Das ist keine ID einer Anwendung.', 'Kopieren Sie die ID aus dem Control Panel');
    for (const [pem, what, remedy] of [
      ['key', 'Das ist kein privater Schlüssel.', 'Verwenden Sie die .pem-Datei, die Ihr Browser'],
      [
        createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
        'Das ist ein öffentlicher Schlüssel; Pennyrow braucht den privaten.',
        'Verwenden Sie die .pem-Datei, die Ihr Browser',
      ],
      [
        key.export({ type: 'pkcs8', format: 'pem', ...secret }).toString(),
        'Dieser private Schlüssel ist mit einer Passphrase geschützt.',
        'openssl pkey -in KEY.pem -out OPEN.pem',
      ],
      [fake.privateKey.slice(0, 600), 'unvollständig oder beschädigt', 'Verwenden Sie die .pem-Datei, die Ihr Browser'],
    ] as const) {
      await chooseKey(at, pem);
      await show(fake.applicationId);
      await expectTexts(what, remedy);
    }
    expect(await axeViolations(page)).toEqual([]);
    await chooseKey(at, fake.privateKey);
    await show('5f0d2f3c-8d4b-4c57-9a51-6a3a3c8a7a10');
    await expectForm('Enable Banking nimmt den Schlüssel der Anwendung nicht an.', 'Prüfen Sie im Control Panel');
    const now = fake.now;
    fake.now = () => now() - 2 * 3_600_000;
    await show(fake.applicationId);
    await expectTexts('weil die Uhr dieses Rechners um 120 Minuten vorgeht', 'Stellen Sie die Uhr');
    fake.now = now;
    world.always = { status: 503 };
    await send({}, 'Banken anzeigen');
    await expectTexts(
      `${ENABLE_BANKING_HOST} hat selbst eine Störung`,
      'Versuchen Sie es in einigen Minuten noch einmal',
    );
    world.always = null;
    await send({}, 'Banken anzeigen');
    await dialog.getByRole('combobox', { name: 'Bank', exact: true }).fill('N26');
    await page.getByRole('option', { name: 'N26' }).click();
    at.answers = fake.refuse;
    await send({}, 'Verbinden');
    await expectForm('Die Bank hat die Erlaubnis nicht gegeben.', 'Beginnen Sie neu.');
    expect(await dialog.getByLabel('ID der Anwendung').inputValue()).toBe(fake.applicationId);
    expect((await shell.run(['connection', 'list', '--json'])).json()).toEqual([]);
  });

  test('connects a German savings bank, from the country and the private key to the first rows', async () => {
    const { fake, at } = await inGermany();
    const { page, dialog, send, expectForm, added } = at;
    expect(await dialog.getByLabel('Wo ist Ihre Bank?').inputValue()).toBe('DE');
    await expectForm('Für eigene Konten kostenlos, in 15 Minuten eingerichtet');
    expect(await dialog.getByText('SimpleFIN').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Enable Banking' }).click();
    await chooseKey(at, fake.privateKey.replaceAll('\n', ''));
    await send({ 'ID der Anwendung': fake.applicationId }, 'Banken anzeigen');
    await dialog.getByText('123 Banken: Tippen Sie einen Teil des Namens.').waitFor();
    await dialog.getByRole('combobox', { name: 'Bank', exact: true }).fill('koeln');
    await page.getByRole('option', { name: 'Sparkasse KölnBonn' }).click();
    at.shows = (url) =>
      `<h1>${fake.asksBy(url).bank}, ${fake.asksBy(url).approach}</h1><a href="${fake.agree(url)}">Erlauben</a>`;
    const theirs = page.context().waitForEvent('page');
    await send({}, 'Verbinden');
    const tab = await theirs;
    await tab.getByRole('heading', { name: 'Sparkasse KölnBonn, EMBEDDED' }).waitFor();
    // While the bank waits, the form offers only to cancel.
    await expectForm('Ihre Antwort bei Enable Banking wird erwartet');
    expect(await dialog.getByRole('button', { name: 'Abbrechen' }).count()).toBe(1);
    await tab.getByRole('link', { name: 'Erlauben' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Abgleich: Erledigt. 1 neu.').waitFor();
    await at.goTo('/transactions');
    await page.getByText('Bäckerei Zoller').first().waitFor();
    expect(await added()).toEqual([`${day(2)} -6.50 Bäckerei Zoller`]);
  });

  test('connects a Pluggy item in Brazil and shows its first rows, after wrong ids and secrets', async () => {
    const { pluggy: fake } = await shared();
    fake.accounts.push({
      id: 'account-1',
      type: 'BANK',
      name: 'Conta corrente',
      number: '1234-5',
      balance: 100,
      bookings: [
        { id: '1', date: midday(2), type: 'DEBIT', amount: 12.3, description: 'Padaria São João', status: 'POSTED' },
      ],
    });
    const at = await visitor('pt-BR', 'Add connection');
    await at.begin();
    const { page, dialog, send, expectTexts, expectForm, added } = at;
    expect(await dialog.getByLabel('Where is your bank?').inputValue()).toBe('BR');
    await expectTexts('Free for your own accounts, 15 minutes to set up');
    await dialog.getByRole('button', { name: 'Pluggy' }).click();
    const right = { 'Item ID': fake.item, 'Client ID': fake.clientId, 'Client secret': fake.clientSecret };
    await send({ ...right, 'Item ID': 'Nubank' }, 'Connect');
    await expectForm('This isn’t the id of an item.', 'Copy the item’s id from Pluggy’s dashboard.');
    await send({ ...right, 'Item ID': '5f0d2f3c-8d4b-4c57-9a51-6a3a3c8a7a10' }, 'Connect');
    await expectTexts(
      'Pluggy has no item with this id for your application',
      'Copy the item’s id from Pluggy’s dashboard',
    );
    await send({ ...right, 'Client secret': 'another' }, 'Connect');
    await expectTexts('api.pluggy.ai does not accept what you entered.', 'Copy each part again, in whole');
    expect(await dialog.getByRole('button', { name: 'Save anyway' }).count()).toBe(0);
    await send(right, 'Connect');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Sync: Succeeded. 1 added.').waitFor();
    await at.goTo('/transactions');
    await page.getByText('Padaria São João').first().waitFor();
    expect(await added()).toEqual([`${day(2)} -12.30 Padaria São João`]);
  });

  test('connects Akahu in New Zealand and shows its first rows, after entering its two tokens the wrong way round', async () => {
    const { akahu: fake } = await shared();
    fake.accounts.push({
      id: 'acc_1',
      name: 'Everyday',
      number: '12-3456-0123456-00',
      type: 'CHECKING',
      status: 'ACTIVE',
      balance: null,
      refreshed: {},
      pending: [],
      // The date in New Zealand equals the UTC date until midday UTC.
      bookings: [{ id: 'trans_1', date: `${day(2)}T09:00:00.000Z`, amount: -4.2, description: 'CORNER DAIRY' }],
    });
    const at = await visitor('en-NZ', 'Add connection');
    await at.begin();
    const { page, dialog, send, expectTexts, expectForm, added } = at;
    expect(await dialog.getByLabel('Where is your bank?').inputValue()).toBe('NZ');
    await expectTexts('Free for personal use, 10 minutes');
    await dialog.getByRole('button', { name: 'Akahu' }).click();
    await send({ 'App ID token': fake.userToken, 'User access token': fake.appToken }, 'Connect');
    await expectForm('Akahu does not know this app ID token.', 'the app ID token begins with app_token_');
    await send({ 'App ID token': fake.appToken, 'User access token': 'user_token_of_another' }, 'Connect');
    await expectTexts('api.akahu.io does not accept what you entered.', 'Copy each part again, in whole');
    await send({ 'App ID token': fake.appToken, 'User access token': fake.userToken }, 'Connect');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Sync: Succeeded. 1 added.').waitFor();
    await at.goTo('/transactions');
    await page.getByText('CORNER DAIRY').first().waitFor();
    expect(await added()).toEqual([`${day(2)} -4.20 CORNER DAIRY`]);
  });
});
