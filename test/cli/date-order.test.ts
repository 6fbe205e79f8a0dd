import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { askAboutFiles } from '../../src/cli/csv/csv-questions.ts';
import type { Prompt } from '../../src/cli/prompt.ts';
import type { ControlClient } from '../../src/contract/control/index.ts';
import type { Run } from '../../src/core/run.ts';
import { inspectStatement } from '../../src/sources/statements/inspect-statement.ts';
import { NO_CSV_MEMORY } from '../../src/sources/statements/statement.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { typingPerson } from '../support/typing-person.ts';
import { pennyrow } from './pennyrow.ts';

const AMBIGUOUS =
  '!Account\nNEveryday\n^\n!Type:Bank\nD01/02/2026\nT-1.00\nPBaker\n^\nD03/02/2026\nT-2.00\nPGrocer\n^\n';
const CLEAR = '!Account\nNEveryday\n^\n!Type:Bank\nD31/01/2026\nT-3.00\nPKiosk\n^\n';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const days = async (...dryRun: readonly string[]) =>
  (await pennyrow(folder, 'import', ...dryRun, '--dry-run', '--json'))
    .json<{ lines: readonly { date: string; description: string }[] }>()
    .lines.map(({ date, description }) => `${date} ${description}`);

describe('a QIF file with ambiguous dates', () => {
  test('is rejected with a message that names the option for the order, and nothing is written', async () => {
    const { code, stdout } = await pennyrow(folder, 'import', file('a.qif', AMBIGUOUS), '--json');
    const [message] = (JSON.parse(stdout) as Run).messages;
    expect([code, message?.code]).toEqual([1, 'statement_bad_date']);
    expect(message?.remedy).toBe(
      'Say which comes first: `pennyrow import FILE --date-order dmy` for the day, `--date-order mdy` for the month. Nothing of this file was imported.',
    );
  });

  test('is imported with the given order, which does not override a file with unambiguous dates', async () => {
    const [open, clear] = [file('a.qif', AMBIGUOUS), file('b.qif', CLEAR)];
    expect(await days(open, clear, '--date-order', 'dmy')).toEqual([
      '2026-01-31 Kiosk',
      '2026-02-01 Baker',
      '2026-02-03 Grocer',
    ]);
    expect(await days(open, clear, '--date-order', 'mdy')).toEqual([
      '2026-01-02 Baker',
      '2026-01-31 Kiosk',
      '2026-03-02 Grocer',
    ]);
    const run = (await pennyrow(folder, 'import', open, '--date-order', 'dmy', '--json')).json<Run>();
    expect(run).toMatchObject({ status: 'succeeded', counts: { added: 2 } });
  });

  test('is rejected with an unknown order', async () => {
    const { code, stderr } = await pennyrow(folder, 'import', file('a.qif', AMBIGUOUS), '--date-order', 'ydm');
    expect(code).toBe(2);
    expect(stderr).toContain('dmy, mdy');
  });
});

describe('a date order on a terminal', () => {
  const inspects = {
    call: async (_procedure: string, { path }: { readonly path: string }) =>
      inspectStatement({ name: path, bytes: readFileSync(join(folder, path)) }, NO_CSV_MEMORY),
  } as unknown as ControlClient;

  const ask = (asker: Prompt, paths: readonly string[], dateOrder?: 'dmy' | 'mdy') =>
    askAboutFiles(inspects, asker, { accountId: 'a', paths, dateOrder });

  test('is asked once for all ambiguous files, and the question lists them', async () => {
    file('a.qif', AMBIGUOUS);
    file('b.qif', CLEAR);
    file('c.qif', AMBIGUOUS);
    const asker = typingPerson('3', '1');
    expect(await ask(asker, ['a.qif', 'b.qif', 'c.qif'])).toEqual({ dateOrder: 'dmy' });
    const transcript = asker.seen.join('\n').replaceAll(/\s+/g, ' ');
    expect(transcript).toContain('a.qif, line 5, column 1: "01/02/2026" may be two different days');
    expect(transcript).not.toContain('b.qif');
    expect(transcript).toContain(
      'In which order are the dates of these 2 files? If they differ, import the files one by one.',
    );
    expect(transcript).toContain('1 day, month, year 2 month, day, year');
    expect(transcript).toContain('Type a number from 1 to 2.');
  });

  test('is not asked if an option gives it, and nothing is imported if the input ends without an answer', async () => {
    file('a.qif', AMBIGUOUS);
    const asker = typingPerson();
    expect(await ask(asker, ['a.qif'], 'mdy')).toEqual({});
    expect(asker.seen).toEqual([]);
    await expect(ask(asker, ['a.qif'])).rejects.toMatchObject({ code: 'run_cancelled' });
  });
});
