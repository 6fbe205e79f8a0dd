import { expect, test } from 'vitest';
import { csvFile, csvLines, readAnswered } from '../../../../../test/support/csv-files.ts';

const TITLES =
  'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Source name,' +
  'Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Reference';

const LINES = [
  'CARD-3,COMPLETED,OUT,2026-09-28 08:15:47,2026-09-28 08:15:47,0.12,EUR,Ines Vale,21.86,EUR,Figma,25.50,USD,',
  'BALANCE-2,COMPLETED,NEUTRAL,2026-09-27 10:00:00,2026-09-27 10:00:00,0.40,EUR,Ines Vale,99.60,EUR,Ines Vale,116.02,USD,',
  'TRANSFER-2,COMPLETED,IN,2026-09-08 15:22:18,2026-09-08 15:22:59,,,Initech,1000.00,EUR,Ines Vale,1165.10,USD,Invoice 17',
  'TRANSFER-1,CANCELLED,OUT,2026-09-07 14:00:10,,0.57,EUR,Ines Vale,250.00,EUR,Rui Falcao,250.00,EUR,',
];

test('amounts are those of the source in outgoing lines and those of the target in incoming lines', () => {
  const statement = readAnswered(csvFile(`${[TITLES, ...LINES].join('\n')}\n`), { account: 'Wise', fee: '6' });
  expect(csvLines(statement)).toEqual(['2026-09-28 -21.98 EUR Figma', '2026-09-08 1165.10 USD Initech - Invoice 17']);
  expect(statement.warnings.map(({ params }) => params)).toMatchObject([
    { count: 1, reason: 'neutral' },
    { count: 1, reason: 'declined' },
  ]);
});
