// Reads one statement file as an import does, and prints its elapsed and CPU seconds.
import { readFileSync } from 'node:fs';
import { readStatementFile } from '../../src/sources/statements/read-statement.ts';
import { memoryOf } from '../support/usage.ts';

const [path = ''] = process.argv.slice(2);
const idleBytes = memoryOf('self').resident;
const startedAt = process.threadCpuUsage();
const started = performance.now();
const bytes = readFileSync(path);
const { transactions } = await readStatementFile({ name: 'statement', bytes });
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
process.stdout.write(
  JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, idleBytes, count: transactions.length }),
);
