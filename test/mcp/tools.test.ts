import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Client } from '@modelcontextprotocol/client';
import { addAmounts, type Amount } from '../../src/core/amount.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { sharedByTests } from '../support/lifetime.ts';
import {
  agentOverHttps,
  agentOverStdio,
  ask,
  ERAS,
  READING,
  refusal,
  servedTo,
  tokenFor,
  WRITING,
  type Era,
} from './agents.ts';

interface Sums {
  readonly currency: string;
  readonly spending: string;
  readonly net: string;
}

interface Page {
  readonly transactions: readonly {
    readonly date: string;
    readonly amount: string;
    readonly currency: string;
    readonly category: string;
  }[];
  readonly next_cursor: string | null;
}

/** A service on a folder of the demo bank, with a token for each right. */
const served = sharedByTests(async () => {
  const folder = await demoFolder();
  const mayWrite = await servedTo(folder, ['read', 'write']);
  return { folder, mayWrite, mayRead: { ...mayWrite, token: await tokenFor(folder, ['read']) } };
});

/** Agents over standard input and output that may only read. */
const READERS: Readonly<Record<Era, () => Promise<Client>>> = {
  '2025-11-25': sharedByTests(async () => agentOverStdio(await demoFolder(), [], { era: '2025-11-25' })),
  '2026-07-28': sharedByTests(async () => agentOverStdio(await demoFolder(), [], { era: '2026-07-28' })),
};

/** The transports, each with and without the right to write. */
const WAYS = {
  'standard input and output': {
    writing: async (era: Era) => {
      const folder = await demoFolder();
      return { folder, agent: await agentOverStdio(folder, ['--allow-writes'], { era }) };
    },
    reading: (era: Era) => READERS[era](),
  },
  https: {
    writing: async (era: Era) => {
      const { folder, mayWrite } = await served();
      return { folder, agent: await agentOverHttps(mayWrite, { era }) };
    },
    reading: async (era: Era) => agentOverHttps((await served()).mayRead, { era }),
  },
};

describe.each(ERAS)('in MCP revision %s', (era) => {
  describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('over %s', (way) => {
    it('the official client calls all tools, and each answers according to its schema', async () => {
      const { folder, agent } = await WAYS[way].writing(era);
      const { tools } = await agent.listTools();
      expect(tools.map(({ name }) => name)).toEqual([...READING, ...WRITING]);
      for (const tool of tools) {
        expect(tool).toMatchObject({
          title: expect.any(String),
          description: expect.any(String),
          inputSchema: { type: 'object' },
          outputSchema: { type: 'object' },
        });
        expect(tool.annotations?.readOnlyHint).toBe(READING.includes(tool.name));
      }
      await walk(agent, folder, way, era);
    });

    it('an agent without the scope to write is offered no write tool, and cannot call one by name', async () => {
      const agent = await WAYS[way].reading(era);
      expect((await agent.listTools()).tools.map(({ name }) => name)).toEqual(READING);
      const { runs } = await ask<{ runs: { id: string }[] }>(agent, 'runs');
      for (const name of WRITING)
        await expect(agent.callTool({ name, arguments: { run_id: runs[0]?.id } })).rejects.toThrow(
          `Tool ${name} not found`,
        );
      expect(await ask(agent, 'runs')).toMatchObject({ runs: { length: runs.length } });
    });
  });
});

async function walk(agent: Client, folder: string, way: keyof typeof WAYS, era: Era): Promise<void> {
  expect(await ask(agent, 'accounts')).toMatchObject({ accounts: [{ state: 'proven' }, { state: 'proven' }] });
  expect(await ask(agent, 'summarize', { by: 'month' })).toMatchObject({ left_out: 0 });
  expect(await ask(agent, 'categories')).toMatchObject({
    categories: expect.arrayContaining([expect.objectContaining({ name: 'Groceries', is_listed: true })]),
  });
  await ask(agent, 'suggest_categories', { limit: 5 });
  expect(await ask(agent, 'rules')).toMatchObject({ rules: expect.any(Array), next_cursor: null });
  expect(await ask(agent, 'status')).toMatchObject({
    health: 'ok',
    connections: [{ kind: 'demo', problem: null }],
    can_sync: true,
  });

  const { runs } = await ask<{ runs: { id: string }[] }>(agent, 'runs');
  const first = await ask<Report>(agent, 'run_report', { run_id: runs.at(-1)?.id });
  expect(first).toMatchObject({ run: { kind: 'sync', trigger: 'person' }, items: { length: 200 } });
  const second = await ask<Report>(agent, 'run_report', { run_id: runs.at(-1)?.id, cursor: first.next_cursor });
  expect(second.items[0]).not.toEqual(first.items[0]);
  expect(await refusal(agent, 'run_report', { run_id: 'run_nowhere' })).toContain('(run_unknown)');

  expect(await ask(agent, 'preview_sync')).toMatchObject({ lines: expect.any(Array) });
  // The rows differ between revisions, because the tests of both use the same folder.
  const path = statementFile(folder, ['CORNER SHOP', 'BAKERY'], `${era}.ofx`, era);
  const statement = { name: `${era}.ofx`, content: await contentOf(path) };
  const [right, wrong] = way === 'https' ? [statement, { path }] : [{ path }, statement];
  expect(await ask(agent, 'preview_file', right)).toMatchObject({
    counts: { added: 2 },
    total: 2,
    lines: [{ what: 'new', description: 'CORNER SHOP' }, { what: 'new' }],
  });
  expect(await refusal(agent, 'preview_file', wrong)).toContain('(agent_file)');

  // The agent's input is not stored.
  expect(existsSync(join(folder, 'uploads')) ? readdirSync(join(folder, 'uploads')) : []).toEqual([]);

  const synced = await ask<Report & { is_finished: boolean }>(agent, 'sync_now');
  expect(synced).toMatchObject({ is_finished: true, run: { kind: 'sync', trigger: 'agent', status: 'succeeded' } });
  const imported = await pennyrow(folder, 'import', path, '--json');
  const { id } = imported.json<{ readonly id: string }>();
  expect(await ask(agent, 'undo_run', { run_id: id })).toMatchObject({
    run: { kind: 'undo', trigger: 'agent', counts: { removed: 2 } },
  });
  expect(await refusal(agent, 'undo_run', { run_id: id })).toContain('(run_not_undoable)');
  // Removes the connection of the import, because the test of the other revision uses the same folder.
  expect((await pennyrow(folder, 'connection', 'remove', 'Statement files', '--yes')).code).toBe(0);
}

interface Report {
  readonly items: readonly object[];
  readonly next_cursor: string | null;
}

async function contentOf(path: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(path, 'utf8');
}

it('an agent can read the guide, the schema of the workbook and the prompts', async () => {
  const agent = await READERS['2026-07-28']();
  const { resources } = await agent.listResources();
  const guide = resources.find(({ uri }) => uri === 'pennyrow://guide/rules');
  expect(guide).toMatchObject({ title: 'Categorize rows automatically', mimeType: 'text/markdown' });
  expect(await agent.readResource({ uri: guide?.uri ?? '' })).toMatchObject({
    contents: [{ text: expect.stringContaining('# Categorize rows automatically') }],
  });
  for (const uri of ['pennyrow://guide/nowhere', 'pennyrow://guide/..%2f..%2fpackage', 'file:///etc/passwd'])
    await expect(agent.readResource({ uri })).rejects.toThrow(/not found/i);
  const { contents } = await agent.readResource({ uri: 'pennyrow://workbook/schema' });
  const [schema] = contents;
  expect(JSON.parse(schema !== undefined && 'text' in schema ? schema.text : '')).toMatchObject({
    sheet: 'Transactions',
    columns: expect.arrayContaining([
      {
        column: 'amount',
        header: 'Amount',
        letter: 'C',
        type: 'amount',
        owner: 'bank',
        description: expect.any(String),
      },
    ]),
  });
  const { prompts } = await agent.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['monthly_review', 'what_changed', 'find_missing']);
  const tools = new Set((await agent.listTools()).tools.map(({ name }) => name));
  for (const { name } of prompts) {
    const { messages } = await agent.getPrompt({
      name,
      arguments: name === 'find_missing' ? {} : { month: '2026-10' },
    });
    const text = JSON.stringify(messages);
    if (name !== 'find_missing') expect(text).toContain('2026-10');
    // Every tool that a prompt names exists.
    for (const [, tool = ''] of text.matchAll(/`([a-z_]+)`/g)) expect(tools).toContain(tool);
  }
  await expect(agent.getPrompt({ name: 'monthly_review', arguments: { month: 'October' } })).rejects.toThrow(/month/);
});

it('an agent can answer "what did I spend on groceries last month, and does my account add up?" from the demo, to the cent', async () => {
  const agent = await READERS['2026-07-28']();
  const months = await ask<{ groups: { key: string }[] }>(agent, 'summarize', { by: 'month' });
  const month = months.groups.at(-2)?.key ?? '';
  const [from, to] = [`${month}-01`, lastDayOf(month)];
  const { total } = await ask<{ total: Sums[] }>(agent, 'summarize', { by: 'month', category: 'groceries', from, to });
  const found = await ask<{ sums: Sums[] }>(agent, 'find_transactions', { category: 'Groceries', from, to });
  expect(found.sums).toEqual(total);

  // Calculates the expected sum row by row.
  const rows: Page['transactions'][number][] = [];
  let page: Page = { transactions: [], next_cursor: null };
  do {
    const cursor = page.next_cursor === null ? {} : { cursor: page.next_cursor };
    page = await ask<Page>(agent, 'find_transactions', { limit: 200, order: 'oldest', ...cursor });
    rows.push(...page.transactions);
  } while (page.next_cursor !== null);
  const groceries = rows.filter(({ date, category }) => category === 'Groceries' && date >= from && date <= to);
  expect(groceries.length).toBeGreaterThan(3);
  expect(total.map(({ currency, net }) => ({ currency, net }))).toEqual(
    [...Map.groupBy(groceries, ({ currency }) => currency)].map(([currency, of]) => ({
      currency,
      net: of.reduce((sum, { amount }) => addAmounts(sum, amount as Amount), '0.00' as Amount),
    })),
  );
  expect(await ask(agent, 'accounts')).toMatchObject({
    accounts: [
      { state: 'proven', difference: null, explanation: expect.stringContaining('adds up to the cent') },
      { state: 'proven' },
    ],
  });
});

function lastDayOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
