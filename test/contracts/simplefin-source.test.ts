import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';
import { sourceContract } from './source-contract.ts';

for (const versions of [['1', '2'], ['1'], ['1.0'], []]) {
  sourceContract(
    versions.length === 0 ? 'SimpleFIN without a page of versions' : `SimpleFIN, versions ${versions.join(' and ')}`,
    async () => {
      const server = await fakeSimplefin({ versions });
      return {
        source: sourceBench(server).source,
        since: '2025-12-01' as CalendarDate,
        today: '2026-03-10' as CalendarDate,
        secrets: [...server.secrets, server.accessUrl],
        dispose: () => server.close(),
      };
    },
  );
}
