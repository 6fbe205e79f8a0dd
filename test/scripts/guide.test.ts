import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { openApiDocument } from '../../src/contract/v2/openapi.ts';
import { hasProgram, IS_WINDOWS } from '../support/machine.ts';
import { blocksOf, programFolder, scriptWorld, sharedScriptWorld } from '../support/script-world.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';

const EXAMPLES = join(import.meta.dirname, '../../clients/examples');
const example = (name: string): string => readFileSync(join(EXAMPLES, name), 'utf8');

const hasPython = hasProgram('python3');
const hasShell = !IS_WINDOWS;
const hasJq = hasShell && hasProgram('jq');

const twoRows = (folder: string) =>
  pennyrow(folder, 'import', statementFile(folder, ['Green Grocer', '=Corner Café'], 'one.ofx', 'A'));

const readWorld = sharedScriptWorld(twoRows);

test('the page on scripts contains the example files as code blocks', () => {
  const page = [...blocksOf('scripts.md', 'sh'), ...blocksOf('scripts.md', ''), ...blocksOf('scripts.md', 'yaml')];
  for (const name of ['monthly-csv.sh', 'excel.pq', 'home-assistant.yaml']) expect(page).toContain(example(name));
});

describe('shells', () => {
  test.runIf(hasJq)('can call the API with the page’s commands', async () => {
    const { run } = await readWorld();
    const [script = ''] = blocksOf('scripts.md', 'sh', 'From a shell');
    expect((await run('sh', '-euc', script)).stdout.split('\n')[0]).toBe('2');
  });

  test.runIf(hasShell)('can export a given month, and by default the last one, as a CSV file', async () => {
    const { folder, environment, run } = await readWorld();
    await run('sh', join(EXAMPLES, 'monthly-csv.sh'), 'bank', '2026-01');
    const csv = readFileSync(join(folder, 'bank/2026-01.csv'), 'utf8').split('\r\n');
    expect(csv).toHaveLength(4);
    expect(csv[2]).toContain("'=Corner Café");

    const exportedRange = async (today: string, ...month: string[]): Promise<string> => {
      const [year, number] = today.split('-');
      const stubs = programFolder(folder, {
        date: `case $1 in +%Y) echo ${year} ;; +%m) echo ${number} ;; esac`,
        pennyrow: 'echo "$*"',
      });
      const child = spawn('sh', [join(EXAMPLES, 'monthly-csv.sh'), 'bank', ...month], {
        cwd: folder,
        env: { ...environment, PATH: `${stubs}${delimiter}${process.env['PATH'] ?? ''}` },
      });
      let output = '';
      child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
      expect(await once(child, 'close')).toEqual([0, null]);
      return output.trim();
    };
    expect(await exportedRange('2026-10-02')).toBe(
      'export --from 2026-09-01 --to 2026-09-30 --output bank/2026-09.csv --replace',
    );
    expect(await exportedRange('2026-01-31')).toBe(
      'export --from 2025-12-01 --to 2025-12-31 --output bank/2025-12.csv --replace',
    );
    expect(await exportedRange('2026-03-01')).toContain('--from 2026-02-01 --to 2026-02-28');
    expect(await exportedRange('2026-09-09')).toContain('--from 2026-08-01 --to 2026-08-31');
    expect(await exportedRange('2026-01-01', '2024-02')).toContain('--to 2024-02-29');
    expect(await exportedRange('2026-01-01', '1900-02')).toContain('--to 1900-02-28');
    expect(await exportedRange('2026-01-01', '2000-02')).toContain('--to 2000-02-29');
  });

  test.runIf(hasJq)('can print a line for each ended run', async () => {
    const { folder, environment, service } = await scriptWorld(twoRows);
    const [script = ''] = blocksOf('scripts.md', 'sh', 'When something happens');
    const child = spawn('sh', ['-euc', script], { cwd: folder, env: environment });
    const closed = once(child, 'close');
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    // Imports until the script prints a line, because a stream receives only the runs after it is opened.
    for (let number = 1; lines.length === 0; number += 1)
      await pennyrow(folder, 'import', statementFile(folder, ['Baker'], `${number}.ofx`, `B${number}`));
    expect(lines[0]).toMatch(/^import succeeded: [01] added$/);
    await service.stop();
    expect(await closed).toEqual([0, null]);
  });
});

describe('Python', () => {
  test.runIf(hasPython)('runs the code on the page, which waits for the first import and then ends', async () => {
    const { folder, environment } = await scriptWorld(twoRows);
    writeFileSync(join(folder, 'script.py'), blocksOf('scripts.md', 'python').join('\n'));
    const child = spawn('python3', ['-u', 'script.py'], { cwd: folder, env: environment });
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (piece: Buffer) => (output += piece.toString()));
    const state = { isOver: false };
    const closed = once(child, 'close').then(([code]) => {
      state.isOver = true;
      return code as number;
    });
    for (let number = 1; !state.isOver; number += 1)
      await pennyrow(folder, 'import', statementFile(folder, ['Baker'], `${number}.ofx`, `B${number}`));
    expect(await closed).toBe(0);
    expect(output).toMatch(/^2026-01-01 -1\.50 Green Grocer\r?\n/);
    expect(output).toContain('400 start_date must be');
    expect(output).toMatch(/import succeeded [01]\r?\n$/);
  });

  test.runIf(hasPython)('runs the notebook, cell by cell', async () => {
    const { folder, run } = await readWorld();
    const { cells } = JSON.parse(example('spending.ipynb')) as { cells: { cell_type: string; source: string[] }[] };
    const code = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''));
    expect(code).toHaveLength(3);
    writeFileSync(join(folder, 'notebook.py'), code.join('\n\n'));
    const { stdout } = await run('python3', 'notebook.py');
    expect(stdout.split(/\r?\n/).map((line) => line.trim())).toEqual([
      '2 transactions from 2026-01-01 to 2026-12-31',
      '2026-01 4.00',
      '4.00  Uncategorised',
      '',
    ]);
  });
});

test('TypeScript: the code on the page runs with a copy of the client', async () => {
  const { folder, run } = await readWorld();
  cpSync(join(EXAMPLES, '../typescript'), join(folder, 'pennyrow'), { recursive: true });
  writeFileSync(join(folder, 'script.ts'), blocksOf('scripts.md', 'ts').join('\n'));
  const { stdout } = await run(process.execPath, 'script.ts');
  expect(stdout.split('\n').slice(0, 2)).toEqual(['2', '2026-01-01 -1.50 Green Grocer']);
});

type Schema = { readonly properties: Readonly<Record<string, unknown>> };

const document = JSON.parse(JSON.stringify(openApiDocument('https://localhost:28400'))) as {
  readonly paths: Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>;
  readonly components: { readonly schemas: Record<string, Schema> };
};

function fieldsOf(schema: string): string[] {
  return Object.keys(document.components.schemas[schema]?.properties ?? {});
}

test('Excel: the query uses existing fields of the API', () => {
  const query = example('excel.pq');
  const path = /RelativePath = "([^"]+)"/.exec(query)?.[1];
  const parameters = [...(/Query = \[([^\]]+)\]/.exec(query)?.[1]?.matchAll(/(\w+) = /g) ?? [])].map(
    ([, name]) => name,
  );
  expect(document.paths[`/${path}`]?.get?.parameters?.map(({ name }) => name)).toEqual(parameters);
  const columns = [...(/"Value",\s*\{([^}]+)\}/.exec(query)?.[1]?.matchAll(/"(\w+)"/g) ?? [])].map(([, name]) => name);
  expect(columns).toHaveLength(5);
  expect(fieldsOf('Transaction')).toEqual(expect.arrayContaining(columns));
  expect(fieldsOf('Transactions')).toContain(/Answer\[(\w+)\]/.exec(query)?.[1]);
});

test('Home Assistant: the sensors use existing fields of the API', () => {
  const secret = { tag: '!secret', resolve: (name: string) => `secret ${name}` };
  const { rest } = parseYaml(example('home-assistant.yaml'), { customTags: [secret] }) as {
    rest: { resource: string; headers: Record<string, string>; sensor: { value_template: string }[] }[];
  };
  const [{ resource, headers, sensor } = { resource: '', headers: {}, sensor: [] }] = rest;
  expect(document.paths).toHaveProperty([new URL(resource).pathname]);
  expect(headers).toEqual({ Authorization: 'secret pennyrow_authorization' });
  const templates = sensor.map(({ value_template }) => value_template).join('\n');
  expect([...templates.matchAll(/value_json\.(\w+)/g)].map(([, field]) => field)).toEqual(['balances', 'balances']);
  const read = [...templates.matchAll(/selectattr\('(\w+)'/g), ...templates.matchAll(/first\)\.(\w+)/g)];
  expect(read).toHaveLength(3);
  for (const [, field] of read) expect(fieldsOf('Balance')).toContain(field);
});

describe('the page on the API', () => {
  /** Leaves out the lines that set the address and the token: the tests' environment sets them. */
  const runs = (block: string): boolean => !block.startsWith('npx ') && !block.includes('PENNYROW_TOKEN=pennyrow_…');

  test.runIf(hasJq && hasProgram('curl'))('has working commands for a shell', async () => {
    const { run } = await readWorld();
    const script = blocksOf('api.md', 'sh').filter(runs).join('\n').replace('pennyrow api GET /events\n', '');
    const { stdout } = await run('sh', '-euc', script);
    expect(stdout).toContain('{"categories":');
    expect(stdout.match(/"success":true/g)?.length).toBeGreaterThanOrEqual(3);
    expect(stdout).not.toContain('"error"');
  });

  test.runIf(hasPython)('has working Python code', async () => {
    const { folder, run } = await readWorld();
    writeFileSync(join(folder, 'script.py'), blocksOf('api.md', 'python').join('\n'));
    const { stdout } = await run('python3', 'script.py');
    const refusal = /^```\n(400 .*)\n```$/m.exec(readFileSync(join(EXAMPLES, '../../docs/guide/api.md'), 'utf8'))?.[1];
    expect(stdout).toContain('2026-01-01 -1.50 Green Grocer');
    expect(refusal).toBeDefined();
    expect(stdout.trimEnd().endsWith(refusal ?? '')).toBe(true);
  });

  test('has working JavaScript code', async () => {
    const { folder, run } = await readWorld();
    writeFileSync(join(folder, 'script.mjs'), blocksOf('api.md', 'js').join('\n'));
    const { stdout } = await run(process.execPath, 'script.mjs');
    expect(stdout).toContain('2026-01-01 -1.50 Green Grocer');
    expect(stdout.trimEnd().endsWith('200 304')).toBe(true);
  });
});
