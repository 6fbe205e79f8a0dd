import { expect, test } from 'vitest';
import type { RuleReview, RulesPreview } from '../../src/contract/control/rules.ts';
import type { MatchingRule } from '../../src/contract/control/transactions.ts';
import type { ExportedTransaction } from '../../src/contract/transaction-view.ts';
import type { Run } from '../../src/core/run.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, statementFile } from './pennyrow.ts';

async function folderWithRows(): Promise<string> {
  const folder = temporaryFolder();
  const imported = await pennyrow(folder, 'import', statementFile(folder, ['Coffee Corner', 'Rent', 'Coffee House']));
  expect(imported.code).toBe(0);
  return folder;
}

async function rules(folder: string): Promise<string[]> {
  const list = await pennyrow(folder, 'rule', 'list', '--json');
  return list.json<MatchingRule[]>().map(({ description, category }) => `${description}: ${category}`);
}

test('rules are edited, moved and deleted by their numbers, and each change can be undone', async () => {
  const folder = await folderWithRows();
  for (const [text, category] of [
    ['coffee', 'Coffee'],
    ['rent', 'Home'],
    ['corner', 'Corner shops'],
  ] as const)
    expect((await pennyrow(folder, 'rule', 'add', text, category)).code).toBe(0);
  expect((await pennyrow(folder, 'rule', 'move', '3', '1')).stdout).toContain('is now number 1');
  expect(await rules(folder)).toEqual(['corner: Corner shops', 'coffee: Coffee', 'rent: Home']);
  const edited = await pennyrow(folder, 'rule', 'edit', '3', 'rent*', 'Housing', '--max', '0', '--json');
  expect(edited.json<Run>()).toMatchObject({ status: 'succeeded', counts: { rules: 1 } });
  expect((await pennyrow(folder, 'rule', 'delete', '2')).code).toBe(0);
  expect(await rules(folder)).toEqual(['corner: Corner shops', 'rent*: Housing']);
  expect((await pennyrow(folder, 'undo', edited.json<Run>().id)).code).toBe(0);
  expect(await rules(folder)).toEqual(['corner: Corner shops', 'rent: Home']);
});

test('an edit of a rule keeps the bounds that it does not name, and an empty value removes a bound', async () => {
  const folder = await folderWithRows();
  const bounds = async () => {
    const list = (await pennyrow(folder, 'rule', 'list', '--json')).json<MatchingRule[]>();
    return list.map(({ category, minAmount, maxAmount }) => [category, minAmount, maxAmount]);
  };
  const edit = async (...given: readonly string[]) =>
    expect((await pennyrow(folder, 'rule', 'edit', '1', 'coffee', ...given)).code).toBe(0);
  await pennyrow(folder, 'rule', 'add', 'coffee', 'Coffee', '--min', '-20', '--max', '0');
  await edit('Cafés');
  expect(await bounds()).toEqual([['Cafés', '-20.00', '0.00']]);
  await edit('Cafés', '--max', '-1');
  expect(await bounds()).toEqual([['Cafés', '-20.00', '-1.00']]);
  await edit('Cafés', '--min', '', '--max', '');
  expect(await bounds()).toEqual([['Cafés', null, null]]);
});

test('a rule number that does not exist is rejected, with the number of rules', async () => {
  const folder = await folderWithRows();
  const refused = await pennyrow(folder, 'rule', 'delete', '4');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('There is no rule number 4: the Rules sheet holds no rules.');
  expect((await pennyrow(folder, 'rule', 'delete', 'coffee')).code).not.toBe(0);
});

test('a rule that matches every transaction requires a confirmation', async () => {
  const folder = await folderWithRows();
  const refused = await pennyrow(folder, 'rule', 'add', '*', 'Anything');
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('--every-transaction');
  expect(await rules(folder)).toEqual([]);
  expect((await pennyrow(folder, 'rule', 'add', '*', 'Anything', '--every-transaction')).code).toBe(0);
  expect(await rules(folder)).toEqual(['*: Anything']);
});

test('`rule check` lists rules that never apply, and `rule apply` fills only empty categories', async () => {
  const folder = await folderWithRows();
  await pennyrow(folder, 'rule', 'add', 'coffee', 'Coffee');
  await pennyrow(folder, 'rule', 'add', 'coffee corner', 'Corner');
  const checked = await pennyrow(folder, 'rule', 'check');
  expect(checked.stdout).toContain('never applies: rule 1 takes precedence');
  expect(checked.stdout).toContain('3 transactions have no category. The rules would fill in 2 of them.');
  expect((await pennyrow(folder, 'rule', 'check', '--json')).json<RuleReview>()).toMatchObject({ fillable: 2 });
  const planned = await pennyrow(folder, 'rule', 'apply', '--dry-run', '--json');
  expect(planned.json<RulesPreview>()).toMatchObject({ count: 2 });
  const applied = await pennyrow(folder, 'rule', 'apply');
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('2 updated') });
  const rows = (await pennyrow(folder, 'export', '--json')).json<ExportedTransaction[]>();
  expect(rows.map(({ category }) => category).sort()).toEqual(['', 'Coffee', 'Coffee']);
  expect((await pennyrow(folder, 'rule', 'apply', '--dry-run')).stdout).toContain(
    'No row without a category matches a rule.',
  );
});
