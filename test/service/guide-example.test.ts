import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runPennyrow } from '../cli/pennyrow.ts';
import { serviceInUse } from '../support/service-in-use.ts';
import { transactionsOf } from '../support/transactions-of.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
const STATEMENT = join(ROOT, 'test/fixtures/statements/guide/january.ofx');

const page = (name: string): string => readFileSync(join(ROOT, 'docs/guide', name), 'utf8');

test('the ids in the guide equal the ids of its example statement', async () => {
  const service = await serviceInUse();
  await service.import(STATEMENT);
  const [first] = await transactionsOf(service);
  const {
    key,
    account_id: accountId,
    sheet_description: description,
  } = first as { key: string; account_id: string; sheet_description: string };
  expect(page('statements.md')).toContain(`\`${accountId}\``);
  for (const shown of [key, accountId, description]) expect(page('api.md')).toContain(`"${shown}"`);
});

test('the dry run in the guide equals the output for its example statement', async () => {
  // The guide shows dates and amounts in the format of the locale C.
  const folder = temporaryFolder();
  const { stdout } = await runPennyrow(folder, ['import', STATEMENT, '--dry-run'], { LC_ALL: 'C' });
  expect(page('getting-started.md')).toContain(stdout.trim().replace(folder, '/home/me'));
});
