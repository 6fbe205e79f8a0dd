import { once } from 'node:events';
import { basename } from 'node:path';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { loadEnglish } from '../messages/i18n.ts';
import { toResult } from '../platform/thread-result.ts';
import { inspectStatement } from '../sources/statements/inspect-statement.ts';
import { loadBytes, loadStatement } from '../sources/statements/load-statement.ts';
import type { FromStatementWorker, StatementTask } from '../sources/statements/statement-thread.ts';

// Started by `sources/statements/statement-thread.ts`, once per file.

/** Items per message: receiving a message of this size blocks the other thread for about 10 ms. */
const BATCH = 2000;

async function run(port: MessagePort, task: StatementTask): Promise<object> {
  if ('inspect' in task) {
    const { inspect: file, memory, options } = task;
    return 'path' in file
      ? inspectStatement({ name: basename(file.path), bytes: await loadBytes(file.path) }, memory, options)
      : // A Buffer arrives as a Uint8Array.
        inspectStatement({ name: file.name, bytes: Buffer.from(file.bytes.buffer) }, memory, options);
  }
  const { transactions, balances, ...rest } = await loadStatement(task.load, await loadBytes(task.load), task.memory);
  await send(port, 'transactions', [...transactions]);
  await send(port, 'balances', [...balances]);
  return { ...rest, transactions: [], balances: [] };
}

async function send(port: MessagePort, list: 'transactions' | 'balances', items: unknown[]): Promise<void> {
  while (items.length > 0) {
    port.postMessage({ list, json: JSON.stringify(items.splice(0, BATCH)) } satisfies FromStatementWorker);
    await once(port, 'message');
  }
}

if (parentPort === null) throw new Error('Statements must be parsed in a separate thread.');
await loadEnglish();
const port = parentPort;
port.postMessage({
  answer: await toResult(() => run(port, workerData as StatementTask)),
} satisfies FromStatementWorker);
