import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputSchema } from './output-schema.ts';
import { readOutput } from './read-output.ts';

const ROOT = join(import.meta.dirname, '../../..');

test('the docs contain the JSON Schema of the output lines; `npx vitest run -u` on this file updates it', async () => {
  await expect(`${JSON.stringify(outputSchema(), null, 2)}\n`).toMatchFileSnapshot(
    join(ROOT, 'docs/own-program-v1.schema.json'),
  );
});

test('the example lines in the guide are valid output', () => {
  const page = readFileSync(join(ROOT, 'docs/guide/own-program.md'), 'utf8');
  const shown = [...page.matchAll(/^```jsonl\n([^]*?)^```/gm)].map(([, lines = '']) => lines).join('');
  const { accounts, messages } = readOutput(Buffer.from(shown), 'bank.py', []);
  expect(accounts).toMatchObject([{ name: 'Giro', isComplete: true, unreadable: [] }]);
  expect(accounts[0]?.transactions).toHaveLength(3);
  expect(accounts[0]?.balances.size).toBe(1);
  expect(messages).toHaveLength(1);
});
