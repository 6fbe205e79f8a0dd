import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { TIMEOUT_MS } from './eventually.ts';
import { sceneInUse, sceneTime } from './scene-in-use.ts';
import { later, type ServiceInUse } from './service-in-use.ts';

const SHELL_PAGES = readFileSync(join(import.meta.dirname, '../../renderer/shell/pages.ts'), 'utf8');

function pathsIn(source: string): string[] {
  return [...source.matchAll(/^  page\(\s*'(\w+)'/gm)].map(([, name]) => `/${name}`);
}

/** The pages of the menu, in its order. */
export const MENU = ['/', ...pathsIn(SHELL_PAGES.slice(0, SHELL_PAGES.indexOf('export const PLACES')))];

/** Every page of the dashboard except the welcome and the page of a run. */
export const PAGES = [
  '/',
  ...pathsIn(SHELL_PAGES).filter((path) => path !== '/welcome'),
  '/activity/deleted',
  ...['profiles', 'api', 'sessions', 'advanced'].map((part) => `/settings/${part}`),
];

/** A page with fewer texts is still loading. */
export const FEWEST_TEXTS = 12;

/** Returns a service with an account in everyday use, and a function that makes its bank, a statement file and its workbook fail. */
export async function brokenSoon(): Promise<{ readonly inUse: ServiceInUse; breakAll(): Promise<void> }> {
  const time = await sceneTime();
  const server = await fakeSimplefin({ now: time.now });
  const inUse = await sceneInUse({ sourceNetwork: { ca: server.ca, timeoutMs: TIMEOUT_MS } }, time);
  const { client, accountId, folder } = inUse;
  await client.call('connection.add', {
    accountId,
    kind: 'simplefin',
    secret: { setupToken: server.newSetupToken() },
  });
  await inUse.sync();
  return {
    inUse,
    breakAll: async () => {
      server.isOpen = false;
      writeFileSync(join(folder, 'Statements', 'cut-off.ofx'), 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1>');
      time.pass(3_600_000);
      await inUse.sync();
      writeFileSync(join(folder, 'Household.xlsx'), 'not a workbook');
      later(inUse);
      await inUse.sync();
    },
  };
}

/** Texts of the user or the bank: names, texts and headers of the sheet, in any language. */
export async function dataOf({ client, accountId }: ServiceInUse): Promise<string[]> {
  const { rows } = await client.call('export.transactions', { accountId, page: 0 });
  const { sheets } = await client.call('workbook.headers', { accountId });
  const cells = sheets.flatMap(({ name, lines }) => [
    name,
    ...lines.flatMap((line) => line.cells.map(({ text }) => text)),
  ]);
  const names = ['Household', 'Savings bank', 'Demo bank', 'Monthly budget script', 'Home server'];
  const own = [
    ...names,
    ...cells,
    ...rows.flatMap((row) => [row.sheet_description, row.category, row.bank_account_identifier]),
    // In narrow layouts, the end of the account number is a separate text.
    ...rows.map((row) => row.bank_account_identifier.replace(/\s*••.*$/, '')),
  ];
  return [...new Set(own.map((text) => text.trim()).filter((text) => text !== ''))].sort(
    (one, other) => other.length - one.length,
  );
}

export function withoutData(text: string, data: readonly string[]): string {
  return data.includes(text)
    ? ''
    : data.filter((own) => own.length > 12).reduce((left, own) => left.replaceAll(own, ''), text);
}
