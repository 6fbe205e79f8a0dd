import type { CalendarDate } from '../../src/core/calendar-date.ts';
import { fakeSimplefin } from '../fakes/simplefin/server.ts';
import { sourceBench } from '../fakes/simplefin/source.ts';
import { simplefin } from '../../src/sources/simplefin/kind.ts';
import { troubleIn } from '../fakes/banks/bank-world.ts';
import { serviceBench, type ServiceBench } from '../fakes/banks/source-bench.ts';
import { accessContract } from './access-contract.ts';
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

accessContract('SimpleFIN', async () => {
  const server = await fakeSimplefin({ now: () => bench.clock.now() });
  const bench: ServiceBench = serviceBench(
    simplefin,
    { port: 0, ca: server.ca },
    { secret: { setupToken: server.newSetupToken() } },
  );
  bench.secret = server.accessUrl;
  // Moves the clock past 12:00:00 UTC: that exact time would be read as a date without a time of day.
  bench.clock.advance(90_000);
  server.budget = 1000;
  return {
    kind: simplefin,
    bench,
    requestCount: () => server.seen.length,
    refuse: () => void (server.isOpen = false),
    refusal: 'source_reauthorise',
    ...troubleIn(server),
    up: () => {
      troubleIn(server).up();
      server.bank.errors = [];
    },
    cuts: Object.fromEntries(
      ['act.missingdata', 'act.failed', 'con.', 'gen.api', 'gen.'].map((code) => [
        code,
        () => void (server.bank.errors = [{ code, msg: 'Some transactions are missing.' }]),
      ]),
    ),
    hasParts: false,
    hasMoments: true,
    secrets: [...server.secrets, server.accessUrl],
  };
});
