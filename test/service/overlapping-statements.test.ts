import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { later, serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

/** One purchase of an account: its day in January, shop and amount. */
type Purchase = readonly [day: number, shop: string, amount: string];

const COFFEE: Purchase = [15, 'Corner Coffee', '-3.50'];
const ALL: readonly Purchase[] = [
  [2, 'Rent', '-800.00'],
  [9, 'Corner Coffee', '-3.50'],
  [12, 'Grocer Market', '-64.20'],
  [14, 'Night Bus', '-2.40'],
  COFFEE,
  COFFEE,
  [16, 'Corner Coffee', '-3.50'],
  [20, 'Grocer Market', '-17.05'],
  [25, 'Employer', '2500.00'],
  [31, 'Film Club', '-12.99'],
];
const AMOUNTS = ALL.map(([, , amount]) => Number(amount)).toSorted((a, b) => a - b);

const day = (number: number): string => String(number).padStart(2, '0');

/** Writers of statement files without transaction ids, by format. */
const WRITERS = {
  qif: (purchases: readonly Purchase[]) =>
    `!Type:Bank\n${purchases.map(([on, shop, amount]) => `D2026-01-${day(on)}\nT${amount}\nP${shop}\n^\n`).join('')}`,
  csv: (purchases: readonly Purchase[]) =>
    `Date,Payee,Amount,Currency,Own account\n${purchases.map(([on, shop, amount]) => `2026-01-${day(on)},${shop},${amount},EUR,NL91ABNA0417164300\n`).join('')}`,
} as const;

const EARLY = ALL.filter(([on]) => on <= 16);
const LATE = ALL.filter(([on]) => on >= 12);

function files(
  service: ServiceInUse,
  kind: keyof typeof WRITERS,
  ...parts: readonly (readonly Purchase[])[]
): string[] {
  return parts.map((part, place) => {
    const path = join(service.folder, `${place}.${kind}`);
    writeFileSync(path, WRITERS[kind](part));
    return path;
  });
}

const amounts = async (service: ServiceInUse): Promise<number[]> =>
  (await service.rows()).map((row) => Number(row['Amount'])).toSorted((a, b) => a - b);

describe.each(['qif', 'csv'] as const)('two %s files without ids that share some days', (kind) => {
  test('add every purchase once if imported together, and two equal purchases as two rows', async () => {
    const service = await serviceInUse();
    expect(await service.import(...files(service, kind, EARLY, LATE))).toMatchObject({
      status: 'succeeded',
      counts: { added: ALL.length },
    });
    expect(await amounts(service)).toEqual(AMOUNTS);
  });

  test('keep purchases at two shops separate if amount, day and most of the text are equal', async () => {
    const other = ALL.map((purchase): Purchase => (purchase === ALL[3] ? [14, 'Kiosk', '-2.40'] : purchase));
    const service = await serviceInUse();
    expect(await service.import(...files(service, kind, ALL, other))).toMatchObject({
      status: 'succeeded',
      counts: { added: ALL.length + 1 },
    });
  });

  test('add every purchase once if imported one after the other, in either order, and two equal purchases as two rows', async () => {
    for (const parts of [
      [EARLY, LATE],
      [LATE, EARLY],
    ]) {
      const service = await serviceInUse();
      for (const path of files(service, kind, ...parts)) {
        expect(await service.import(path)).toMatchObject({ status: 'succeeded' });
        later(service);
      }
      expect(await amounts(service)).toEqual(AMOUNTS);
    }
  });

  test('add the second of two equal purchases if the first file ends between them', async () => {
    const morning = ALL.slice(0, 5);
    for (const together of [true, false]) {
      const service = await serviceInUse();
      const paths = files(service, kind, morning, LATE);
      for (const group of together ? [paths] : paths.map((path) => [path])) await service.import(...group);
      expect(await amounts(service)).toEqual(AMOUNTS);
    }
  });

  test('have the same result in the dry run as in the import', async () => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    const [early, late] = files(service, kind, EARLY, LATE) as [string, string];
    const whats = async (...paths: string[]) =>
      (await client.call('run.preview', { accountId, paths })).lines.map(({ what }) => what);
    expect((await whats(early, late)).filter((what) => what === 'new')).toHaveLength(ALL.length);
    await service.import(early);
    later(service);
    expect((await whats(late)).filter((what) => what === 'new')).toHaveLength(3);
    expect((await whats(early)).every((what) => what === 'known')).toBe(true);
  });
});

test('transactions that QIF cannot distinguish from transactions in CSV and OFX are reported as possible duplicates', async () => {
  const service = await serviceInUse();
  const transactions = ALL.map(
    ([on, shop, amount], place) =>
      `<STMTTRN><DTPOSTED>202601${day(on)}<TRNAMT>${amount}<FITID>F${place}<NAME>${shop.toUpperCase()}</STMTTRN>`,
  ).join('\n');
  const ofx = join(service.folder, 'all.ofx');
  writeFileSync(
    ofx,
    `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>ABNA<ACCTID>0417164300<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${transactions}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  );
  await service.import(...files(service, 'csv', EARLY));
  later(service);
  // Pennyrow recognizes the account of the OFX file as the CSV account by its last digits and its transactions.
  expect(await service.import(ofx)).toMatchObject({
    counts: { added: ALL.length - EARLY.length, elsewhere: EARLY.length },
  });
  expect(await amounts(service)).toEqual(AMOUNTS);
  later(service);
  expect(await service.import(...files(service, 'qif', EARLY))).toMatchObject({
    counts: { added: EARLY.length, possibleDuplicates: EARLY.length },
  });
});

describe('two OFX files with one bank ID', () => {
  const write = (service: ServiceInUse, name: string, ...lines: readonly string[]): string => {
    const path = join(service.folder, name);
    const transactions = lines.map((line) => {
      const [date, amount, id, who] = line.split(' ');
      return `<STMTTRN><DTPOSTED>${date}<TRNAMT>${amount}<FITID>${id}<NAME>${who}</STMTTRN>`;
    });
    writeFileSync(
      path,
      `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>ABNA<ACCTID>0417164300<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST>${transactions.join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
    );
    return path;
  };

  test('keep the first row if the second file has another amount, and report that in the run and in the preview', async () => {
    const service = await serviceInUse();
    const { client, accountId } = service;
    await service.import(write(service, 'first.ofx', '20260105 -10.00 X100234 Shop'));
    later(service);
    const second = write(service, 'second.ofx', '20260105 -12.00 X100234 Shop');
    const preview = await client.call('run.preview', { accountId, paths: [second] });
    expect(preview.lines).toMatchObject([{ what: 'possibly-twice', possibleDuplicateOf: [2] }]);
    expect(preview.messages).toContainEqual(expect.objectContaining({ code: 'source_id_reused' }));
    expect(await service.import(second)).toMatchObject({
      counts: { added: 1, updated: 0, possibleDuplicates: 1 },
      messages: expect.arrayContaining([expect.objectContaining({ code: 'source_id_reused', severity: 'warning' })]),
    });
    const rows = await service.rows();
    expect(rows.map((row) => Number(row['Amount']))).toEqual([-10, -12]);
    expect(new Set(rows.map((row) => row['Transaction ID'])).size).toBe(2);
  });

  test('update the first row if the second file corrects it and repeats the transactions around it', async () => {
    const service = await serviceInUse();
    const around = ['20260104 -1.00 X100200 Kiosk', '20260109 -2.00 X100300 Kiosk'];
    await service.import(write(service, 'first.ofx', ...around, '20260105 -10.00 X100234 Shop'));
    later(service);
    const second = write(service, 'second.ofx', ...around, '20260105 -12.00 X100234 Shop');
    expect(await service.import(second)).toMatchObject({ counts: { added: 0, updated: 1, known: 2 } });
    expect(await amounts(service)).toEqual([-12, -2, -1]);
  });
});
