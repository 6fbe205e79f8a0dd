import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/platform/clock.ts';
import { MIRROR_FORMAT } from '../../src/store/mirror.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/store.ts';
import { pennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import { createClient, type Answer } from '../support/api-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const JANUARY = '/api/v2/transactions?start_date=2026-01-01&end_date=2026-01-31';

/** Renames a field of the cached rows to a name of the same length, as if another version of Pennyrow had written them. */
function storeAnotherForm(folder: string): void {
  const database = openStore({
    path: join(folder, 'pennyrow.db'),
    backupFolder: join(folder, 'backups'),
    clock: systemClock,
    migrations,
  });
  const [{ text } = { text: '' }] = database.all<{ text: string }>(
    'SELECT CAST(text AS TEXT) AS text FROM mirror_block',
  );
  expect(text).toContain('"sheet_description":"Green Grocer"');
  database.run(
    'UPDATE mirror_block SET text = ?',
    Buffer.from(text.replaceAll('"sheet_description"', '"shown_description"')),
  );
  database.run('UPDATE mirror SET format = ?', MIRROR_FORMAT + 1);
  database.close();
}

/** Runs the service on the folder until it has answered a request for January. */
async function answerOf(
  folder: string,
  token: string,
  meanwhile = async (): Promise<void> => undefined,
): Promise<Answer> {
  const service = await startService(folder, '--json');
  const { url, ca } = JSON.parse(service.firstLine) as { url: string; ca: string };
  const answer = await createClient(url, readFileSync(ca, 'utf8'))('GET', JANUARY, { token });
  await meanwhile();
  await service.stop();
  return answer;
}

test('cached data in the format of another version is never returned: the workbook is read, or an error explains why', async () => {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café']));
  const { token } = (await pennyrow(folder, 'token', 'create', '--name', 'script', '--json')).json<{
    token: string;
  }>();
  const workbook = join(folder, 'Pennyrow.xlsx');

  storeAnotherForm(folder);
  renameSync(workbook, `${workbook}.away`);
  const away = await answerOf(folder, token, async () => {
    const refused = await pennyrow(folder, 'export', '--format', 'json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(workbook);
  });
  expect(away).toMatchObject({ status: 503, body: { error: expect.stringContaining(workbook) } });

  renameSync(`${workbook}.away`, workbook);
  expect((await pennyrow(folder, 'export', '--format', 'json')).json()).toMatchObject([
    { sheet_description: 'Green Grocer' },
    { sheet_description: 'Corner Café' },
  ]);
  storeAnotherForm(folder);
  const back = await answerOf(folder, token);
  // The client would reject a renamed field, because it validates the answer against the contract.
  expect([back.status, Object.values((back.body as { transactions: object }).transactions)]).toMatchObject([
    200,
    [{ sheet_description: 'Green Grocer' }, { sheet_description: 'Corner Café' }],
  ]);
});
