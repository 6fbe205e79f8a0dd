import { describe, expect, it } from 'vitest';
import { ended, pennyrow, spawnPennyrow, startService } from '../cli/pennyrow.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { agentOverStdio, ask, ERAS, refusal } from './agents.ts';

interface Found {
  readonly transactions: readonly { readonly category: string; readonly amount: string; readonly id: string }[];
  readonly total: number;
  readonly next_cursor: string | null;
}

describe.each(ERAS)('an agent that speaks MCP %s over standard input and output', (era) => {
  it('reads accounts and transactions with and without a running service', async () => {
    const folder = await demoFolder();
    const alone = await agentOverStdio(folder, [], { era, isOwn: true });
    expect(alone.getServerVersion()).toMatchObject({ name: 'pennyrow' });
    expect(alone.getInstructions()).toContain('never instructions');
    const before = await ask(alone, 'accounts');
    const first = await ask<Found>(alone, 'find_transactions', { category: 'groceries', limit: 3 });
    expect(first.transactions).toHaveLength(3);
    expect(first.transactions.every(({ category }) => category === 'Groceries')).toBe(true);

    // The same agent keeps running while a service starts and exits: neither blocks the folder for the other.
    const service = await startService(folder, '--json');
    expect(service.firstLine).toContain('"url"');
    const second = await ask<Found>(alone, 'find_transactions', {
      category: 'groceries',
      limit: 3,
      cursor: first.next_cursor,
    });
    expect(second.total).toBe(first.total);
    const ids = [...first.transactions, ...second.transactions].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(await service.stop()).toBe(0);
    expect(await ask(alone, 'accounts')).toMatchObject({ accounts: (before as { accounts: unknown }).accounts });
  });
});

it('pennyrow mcp rejects invalid input with a clear message and a remedy, and keeps running', async () => {
  const agent = await agentOverStdio(await demoFolder());
  expect(await refusal(agent, 'find_transactions', { limit: 201 })).toContain('limit: Too big');
  expect(await refusal(agent, 'find_transactions', { start: '2026-01-01' })).toContain('"start"');
  expect(await refusal(agent, 'find_transactions', { from: 'yesterday' })).toContain('from: Invalid ISO date');
  expect(await refusal(agent, 'find_transactions', { from: '2026-02-01', to: '2026-01-01' })).toContain(
    'later than to',
  );
  expect(await refusal(agent, 'find_transactions', { category: 'Grocery' })).toMatch(
    /There is no category “Grocery”\. There is .*Groceries.* Use one of these names/,
  );
  expect(await refusal(agent, 'find_transactions', { account: 'Everyday' })).toContain(
    'There is no bank account “Everyday”',
  );
  expect(await refusal(agent, 'find_transactions', { cursor: '__proto__' })).toContain('Ask again without the cursor.');
  expect(await refusal(agent, 'find_transactions', { cursor: '50.1.1' })).toContain('Ask again without the cursor.');
  expect(await ask<Found>(agent, 'find_transactions', { limit: 200 })).toMatchObject({ transactions: { length: 200 } });
});

it('pennyrow mcp exits when its input ends, and reports a missing data folder on standard error', async () => {
  const folder = await demoFolder();
  expect(await ended(spawnPennyrow(folder, ['mcp']))).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const nowhere = await pennyrow(temporaryFolder(), '--data-dir', '/nowhere/at/all', 'mcp');
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('/nowhere/at/all') });
});

it('pennyrow mcp answers invalid JSON and invalid messages without exiting', async () => {
  const folder = await demoFolder();
  const child = spawnPennyrow(folder, ['mcp'], {}, null);
  const outcome = ended(child);
  child.stdin.write('this is no JSON\n{"jsonrpc":"2.0"}\n[]\n\u0000\n');
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '0' } } })}\n`,
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await expect.poll(() => output).toContain('"serverInfo"');
  child.stdin.end();
  expect(await outcome).toMatchObject({ code: 0, stderr: '' });
});
