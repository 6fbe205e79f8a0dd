import { fileURLToPath } from 'node:url';
import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { createStatementSource } from '../../src/sources/statements/statement-source.ts';
import { sourceContract } from './source-contract.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/statements/', import.meta.url));

sourceContract('statement files', async () => ({
  source: createStatementSource([
    `${FIXTURES}two-accounts-v1.qfx`,
    `${FIXTURES}card-v2.ofx`,
    `${FIXTURES}oddities-v1.ofx`,
  ]),
  since: '2026-01-01' as CalendarDate,
  today: '2026-02-28' as CalendarDate,
  secrets: ['000123456789', '000987654321', '4929123412341234'],
}));
