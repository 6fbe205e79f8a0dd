import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { generatedClients } from '../../scripts/clients/generate-clients.ts';
import { hasProgram } from '../support/machine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cleanEnvironment, pennyrow, startService, statementFile } from '../cli/pennyrow.ts';
import type { NewToken } from '../../src/contract/control/tokens.ts';

const ROOT = join(import.meta.dirname, '../..');
const run = promisify(execFile);

test('the generated parts of the clients match the API’s document; `npm run clients` updates them', async () => {
  const generated = await generatedClients();
  const there = Object.keys(generated).map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);
  expect(Object.fromEntries(there)).toEqual(generated);
});

interface Served {
  readonly folder: string;
  /** Environment variables with the service's address and a token for a script. */
  readonly environment: NodeJS.ProcessEnv;
}

async function served(scopes: readonly string[]): Promise<Served> {
  const folder = temporaryFolder();
  await pennyrow(folder, 'import', statementFile(folder, ['Green Grocer', 'Corner Café'], 'one.ofx', 'A'));
  const { firstLine } = await startService(folder, '--json');
  const { url } = JSON.parse(firstLine) as { url: string };
  const scopeArguments = scopes.flatMap((scope) => ['--scope', scope]);
  const { token } = (
    await pennyrow(folder, 'token', 'create', '--name', 'x', ...scopeArguments, '--json')
  ).json<NewToken>();
  const environment = { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder, PENNYROW_URL: url, PENNYROW_TOKEN: token };
  return { folder, environment };
}

/** Each client's script makes the same requests, and prints each result as a line of JSON. */
const CLIENTS = [
  {
    name: 'TypeScript',
    program: process.execPath,
    isThere: true,
    file: 'script.ts',
    path: {},
    script: `
import { connect, PennyrowRefusal } from '${join(ROOT, 'clients/typescript/pennyrow.ts').replaceAll('\\', '/')}';
const pennyrow = connect();
const say = (value: unknown): void => console.log(JSON.stringify(value));
const { transactions, count } = await pennyrow.listTransactions({ start_date: '2026-01-01', end_date: '2026-01-31' });
say([count, ...Object.values(transactions).map(({ amount, sheet_description }) => [amount, sheet_description])]);
say((await pennyrow.setSchedule({ start_time: '07:30', hours: 6 })).success);
say((await pennyrow.getSchedule()).period_minutes);
say((await pennyrow.syncTransactions()).success);
await pennyrow.listTransactions({ start_date: '31.01.2026' }).catch((thrown: unknown) => {
  if (thrown instanceof PennyrowRefusal) say([thrown.status, thrown.message.includes('31.01.2026')]);
});
for await (const event of pennyrow.events({ lastEventId: '-:-:-' })) {
  if (event.type === 'run.finished') say([event.run.kind, event.run.status, event.run.added, event.id.includes(event.run.id)]);
  if (event.type === 'transactions.changed') break;
}
process.exit();`,
  },
  {
    name: 'Python',
    program: 'python3',
    isThere: hasProgram('python3'),
    file: 'script.py',
    path: { PYTHONPATH: join(ROOT, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8' },
    script: `
import json
from pennyrow_client import NewSchedule, Pennyrow, PennyrowRefusal, RunFinished, TransactionsChanged

pennyrow = Pennyrow()

def say(value):
    print(json.dumps(value, ensure_ascii=False, separators=(",", ":")))

answer = pennyrow.list_transactions("2026-01-01", "2026-01-31")
say([answer.count, *([t.amount, t.sheet_description] for t in answer.transactions.values())])
say(pennyrow.set_schedule(NewSchedule(start_time="07:30", hours=6)).success)
say(pennyrow.get_schedule().period_minutes)
say(pennyrow.sync_transactions().success)
try:
    pennyrow.list_transactions("31.01.2026")
except PennyrowRefusal as refused:
    say([refused.status, "31.01.2026" in str(refused)])
for id, event in pennyrow.events("-:-:-"):
    if isinstance(event, RunFinished):
        say([event.run.kind, event.run.status.value, event.run.added, event.run.id in id])
    if isinstance(event, TransactionsChanged):
        break
`,
  },
] as const;

describe.each(CLIENTS)('the client for $name', ({ program, isThere, file, path, script }) => {
  test.runIf(isThere)(
    'reads address, certificate and token from the environment, and has a method for each common request',
    async () => {
      const { folder, environment } = await served(['read', 'write']);
      writeFileSync(join(folder, file), script);
      const { stdout } = await run(program, [join(folder, file)], { env: { ...environment, ...path } });
      expect(stdout.trim().split(/\r?\n/)).toEqual([
        '[2,["-1.50","Green Grocer"],["-2.50","Corner Café"]]',
        'true',
        '360',
        'false',
        '[400,true]',
        '["import","succeeded",2,true]',
      ]);
    },
  );

  test.runIf(isThere)('reports missing settings, and a service that is not running', async () => {
    const folder = temporaryFolder();
    await pennyrow(folder, 'certificate');
    writeFileSync(join(folder, file), script);
    const env = { ...cleanEnvironment(), PENNYROW_DATA_DIR: folder, ...path };
    const without = run(program, [join(folder, file)], { env });
    await expect(without).rejects.toThrow(/No API token: set PENNYROW_TOKEN/);
    const nobody = run(program, [join(folder, file)], {
      env: { ...env, PENNYROW_TOKEN: 'pennyrow_x', PENNYROW_URL: 'https://localhost:1' },
    });
    await expect(nobody).rejects.toThrow(/ECONNREFUSED|Connection refused|actively refused/);
  });
});
