import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorOf } from '../../src/platform/errors.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';

const STATEMENT = join(import.meta.dirname, '../fixtures/statements/two-accounts-v1.qfx');

test('the log has a line for each ended run, with the codes of its problems, and no transaction data', async () => {
  const service = await serviceInUse();
  const broken = join(service.folder, 'broken.ofx');
  writeFileSync(broken, 'no statement');
  const good = await service.import(STATEMENT);
  const bad = await service.import(broken);
  await service.service.close();
  expect(lines(service).filter(({ run }) => run !== undefined)).toMatchObject([
    {
      level: 'info',
      run: good.id,
      kind: 'import',
      trigger: 'person',
      status: 'succeeded',
      added: 5,
      msg: 'a run ended',
    },
    {
      level: 'warn',
      run: bad.id,
      status: 'failed',
      problems: ['statement_unknown_format'],
      msg: 'a run ended with problems',
    },
  ]);
  expect(JSON.stringify(lines(service))).not.toMatch(/BREAD|2500/);
});

test('a partly successful run is logged as a warning with its reason', async () => {
  let fetches = 0;
  const service = await serviceInUse({
    openSource: async () => {
      fetches += 1;
      if (fetches === 1)
        throw errorOf({ code: 'source_refused', message: 'The bank said no.', remedy: 'Sign in again.' });
      return {
        fetch: async () => ({ transactions: [], completeAccountIds: [], messages: [], balances: [] }),
        close: async () => {},
      };
    },
  });
  for (const name of ['First', 'Second'])
    await service.client.call('connection.add', { accountId: service.accountId, name, kind: 'demo' });
  const { id } = await service.sync();
  await service.service.close();
  expect(lines(service).filter(({ run }) => run === id)).toMatchObject([
    { level: 'warn', status: 'partial', problems: ['source_refused'] },
  ]);
});

test('the cause of a failure is in the log, with its stack', async () => {
  const service = await serviceInUse({
    openSource: async () => {
      throw new TypeError('no such thing');
    },
  });
  await service.client.call('connection.add', { accountId: service.accountId, kind: 'demo' });
  await service.sync();
  await service.service.close();
  const line = lines(service).find(({ err }) => err !== undefined);
  expect(line).toMatchObject({ level: 'warn', msg: 'a connection could not be fetched' });
  expect(JSON.stringify(line)).toContain('TypeError: no such thing');
});

function lines({ folder }: ServiceInUse): Record<string, unknown>[] {
  const log = readFileSync(join(folder, 'pennyrow.log'), 'utf8');
  return log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
