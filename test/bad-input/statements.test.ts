import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '../../src/core/run.ts';
import { pennyrow, statementFile } from '../cli/pennyrow.ts';
import { contentOf } from '../support/before-and-after.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/statements');

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Writes a file with this name: a valid statement after `change`. */
function made(name: string, change: (good: string) => string | Buffer): string {
  const good = readFileSync(statementFile(folder, ['Café One', 'Two'], 'good.ofx'), 'utf8');
  const path = join(folder, name);
  writeFileSync(path, change(good));
  return path;
}

const BAD: readonly (readonly [what: string, code: string, make: () => string])[] = [
  ['cut off', 'statement_truncated', () => made('cut.ofx', (good) => good.slice(0, -90))],
  ['nothing at all', 'statement_empty', () => made('empty.ofx', () => '')],
  [
    'a web page',
    'statement_unknown_format',
    () => made('page.ofx', () => '<!DOCTYPE html><html><body>Sign in</body></html>'),
  ],
  [
    'not in the encoding that it claims',
    'statement_encoding',
    () => made('latin.ofx', (good) => Buffer.from(good, 'latin1')),
  ],
  [
    'an entity bomb',
    'statement_unreadable',
    () => made('bomb.ofx', (good) => good.replace('?>', '?><!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>')),
  ],
  [
    'nested for ever',
    'statement_unreadable',
    () => made('deep.ofx', (good) => good.replace('<SIGNON', `${'<A>'.repeat(200_000)}<SIGNON`)),
  ],
  [
    'with an amount that a sheet would round',
    'statement_bad_amount',
    () => made('digits.ofx', (good) => good.replace('-1.50', '-12345678901234567890.50')),
  ],
  [
    'with a day that is none',
    'statement_bad_date',
    () => made('day.ofx', (good) => good.replace('<DTPOSTED>20260101', '<DTPOSTED>20260230')),
  ],
  ['a folder', 'statement_unreadable', () => join(folder, 'folder.ofx')],
  ['larger than any statement', 'statement_too_large', () => sparse('huge.ofx')],
  [
    'with more columns than any bank writes',
    'statement_too_large',
    () => made('wide.csv', () => `Date,Amount,Payee\n2026-01-01,-5.00,x${',1'.repeat(100_000)}\n`),
  ],
];

function sparse(name: string): string {
  const path = made(name, () => '');
  truncateSync(path, 300 * 1024 * 1024);
  return path;
}

describe('an import', () => {
  test('reports each kind of bad file with its name, the problem and the remedy, and changes nothing', async () => {
    await pennyrow(folder, 'import', statementFile(folder, ['Before']));
    mkdirSync(join(folder, 'folder.ofx'));
    const before = contentOf(folder);
    for (const [what, code, make] of BAD) {
      const path = make();
      const { code: exitCode, stdout, stderr } = await pennyrow(folder, 'import', path, '--json');
      const [message] = (JSON.parse(stdout) as Run).messages;
      expect({ what, exitCode, code: message?.code, stderr }).toEqual({ what, exitCode: 1, code, stderr: '' });
      expect(message?.message).toContain(path.slice(folder.length + 1));
      expect(message?.remedy).toContain('Nothing of this file was imported.');
    }
    expect(contentOf(folder)).toEqual(before);
  });

  test('reports bad files of every format with the remedy, and imports one good file among them', async () => {
    const refused = ['refused', 'camt/refused', 'mt940/refused', 'qif/refused', 'csv/refused'].flatMap((kind) =>
      readdirSync(join(FIXTURES, kind)).map((name) => join(FIXTURES, kind, name)),
    );
    expect(refused.length).toBeGreaterThan(80);
    const alone = (await pennyrow(folder, 'import', ...refused.slice(0, 99), '--json')).json<Run>();
    // A run without any transactions reports the reason for its first file, and only the names of all other files.
    expect(alone).toMatchObject({
      status: 'failed',
      counts: { added: 0 },
      messages: [
        {
          severity: 'problem',
          message: expect.stringMatching(
            /^ambiguous-amounts\.ofx, line 18.* The others could not be read either: amount-with-symbol\.ofx, .* more\.$/,
          ),
        },
      ],
    });
    const run = (
      await pennyrow(folder, 'import', ...refused.slice(0, 99), statementFile(folder, ['Good']), '--json')
    ).json<Run>();
    expect(run).toMatchObject({ status: 'partial', counts: { added: 1 } });
    const problems = run.messages.filter(({ severity }) => severity === 'problem');
    expect(problems.map(({ message }) => message.split(/[:/,]| needs an answer/)[0])).toEqual(
      refused.map((path) => basename(path)),
    );
    for (const { code, message, remedy } of problems) {
      expect(code).toMatch(/^statement_/);
      expect(message).toMatch(/\S.*[.?)]$/);
      expect(remedy).toMatch(/\. Nothing of this file was imported\.$/);
    }
  });

  test.skipIf(process.platform === 'win32')('rejects a pipe, and a link to itself, at once', async () => {
    const [pipe, loop] = [join(folder, 'pipe.ofx'), join(folder, 'loop.ofx')];
    execFileSync('mkfifo', [pipe]);
    symlinkSync(loop, loop);
    expect(await pennyrow(folder, 'import', pipe)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('pipe.ofx: this is a folder or a device, not a file'),
    });
    expect(await pennyrow(folder, 'import', loop)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^pennyrow: The links of this path lead round in a circle: .*loop\.ofx\.\n/),
    });
  });

  test.skipIf(process.platform === 'win32')(
    'imports the good file of a watched folder with broken links, folders and pipes, and reports the others',
    async () => {
      const watched = join(folder, 'statements');
      mkdirSync(join(watched, 'folder.ofx'), { recursive: true });
      execFileSync('mkfifo', [join(watched, 'pipe.ofx')]);
      symlinkSync(join(watched, 'nowhere'), join(watched, 'broken.ofx'));
      writeFileSync(join(watched, 'empty.ofx'), '');
      statementFile(watched, ['Green Grocer'], 'whole.ofx');
      await pennyrow(folder, 'connection', 'add', 'statements', '--folder', watched);
      const run = (await pennyrow(folder, 'sync', '--json')).json<Run>();
      expect(run).toMatchObject({ status: 'partial', counts: { added: 1 } });
      expect(run.messages.filter(({ severity }) => severity === 'problem')).toMatchObject([
        { code: 'data_missing', message: expect.stringContaining('broken.ofx') },
      ]);
    },
  );
});
