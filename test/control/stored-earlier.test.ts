import { expect, test } from 'vitest';
import { loadI18n } from '../../src/messages/i18n.ts';
import { openDatabase } from '../../src/store/database.ts';
import { localize } from '../../renderer/parts/service-message.ts';
import { createMemoryWorkbook } from '../fakes/memory-workbook.ts';
import { runningService } from '../support/running-service.ts';

test('a message that an earlier version stored as text is returned unchanged in all languages', async () => {
  const { service, client, accountId } = await runningService({ openWorkbook: () => createMemoryWorkbook() });
  await client.call('connection.add', { accountId, name: 'Bank', kind: 'demo', settings: { seed: 7 } });
  const { runId } = await client.call('run.sync', { accountId });
  await client.call('run.wait', { runId });
  const storedProblem = { code: 'source_of_old', message: 'bank.example was closed.', remedy: 'Ask bank.example.' };
  const database = openDatabase(service.dataFolder.database);
  database.run('UPDATE connection SET problem = ?', JSON.stringify(storedProblem));
  database.run(
    "UPDATE run SET status = 'failed', messages = ?",
    JSON.stringify([{ severity: 'problem', ...storedProblem, connectionId: null }]),
  );
  database.close();

  const [connection] = await client.call('connection.list', { accountId });
  expect(connection?.health.problem).toEqual(storedProblem);
  expect((await client.call('run.get', { runId })).messages).toEqual([
    { severity: 'problem', ...storedProblem, connectionId: null },
  ]);
  const [{ notes } = { notes: [] }] = (await client.call('service.status', {})).accounts;
  expect(notes).toMatchObject([
    {
      code: 'source_of_old',
      message: 'Bank: bank.example was closed.',
      remedy: expect.stringMatching(/^Ask bank\.example\. Last successful sync: /),
      connection: { problem: storedProblem },
    },
    { code: 'source_of_old', message: 'The last run failed: bank.example was closed.', remedy: 'Ask bank.example.' },
  ]);
  expect(notes.filter((note) => 'params' in note)).toEqual([]);
  const german = await loadI18n('de', 'de-DE', ['pages', 'kinds']);
  expect(localize(storedProblem, german)).toEqual({
    what: storedProblem.message,
    remedy: storedProblem.remedy,
    lang: 'en',
  });
});
