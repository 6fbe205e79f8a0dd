import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { createDemoBank } from '../../src/sources/demo/demo-bank.ts';
import { sourceContract } from './source-contract.ts';

sourceContract('the demo bank', async () => ({
  source: createDemoBank(),
  since: '2025-06-01' as CalendarDate,
  today: '2026-03-12' as CalendarDate,
}));
