import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { englishWords, type EnglishWords } from '../support/english-words.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { pennyrow, runPennyrow, statementFile, type Ended } from './pennyrow.ts';

const GERMAN = { PENNYROW_LANGUAGE: '', LC_ALL: '', LC_MESSAGES: '', LC_TIME: '', LANG: 'de_DE.UTF-8' };
const AT_ONCE = 2;

/** Words that no German sentence contains. */
const ENGLISH_SENTENCE = /\b(?:the|and|with|from|your|has|have|are|were|this|that|which|could|cannot|its)\b/i;

/** Commands and values that are the same in every language. */
const NAMES: ReadonlySet<string> = new Set([...paths(await createProgram({ json: false })).flat(), 'none']);

function auf(folder: string, ...args: readonly string[]): Promise<Ended> {
  return runPennyrow(folder, args, GERMAN);
}

function paths(command: Command, above: readonly string[] = []): string[][] {
  return command.commands.flatMap((child) => {
    const path = [...above, child.name()];
    return [path, ...paths(child, path)];
  });
}

/** The English texts in an output: whole table cells and titles, or sentences, also across line breaks. */
function englishIn(text: string, { texts, pieces }: EnglishWords): string[] {
  const flat = ` ${text.replaceAll(/\s+/g, ' ')} `;
  const isSaid = (sentence: string): boolean => flat.includes(sentence.replaceAll(/\s+/g, ' ').trim());
  const cells = text.split('\n').flatMap((line) => line.trim().split(/ {2,}/));
  return [
    ...cells.filter((cell) => texts.has(cell) && !NAMES.has(cell)),
    ...[...texts].filter((sentence) => sentence.split(' ').length > 2 && isSaid(sentence)),
    ...pieces.filter(isSaid),
  ];
}

function withoutCommands(help: string): string {
  return help
    .split('\n')
    .filter((line) => !/^ +(?:pennyrow|curl) /.test(line))
    .join('\n')
    .replaceAll(/--?\w[\w-]*|`[^`]*`/g, '');
}

test('in German, the help of every command contains no English text', async () => {
  const folder = temporaryFolder();
  const english = await englishWords(['terminal', 'kinds', 'problems']);
  expect(english.texts.size).toBeGreaterThan(250);
  const commands = [[], ...paths(await createProgram({ json: false }))];
  expect(commands.length).toBeGreaterThan(50);
  for (let first = 0; first < commands.length; first += AT_ONCE) {
    await Promise.all(
      commands.slice(first, first + AT_ONCE).map(async (command) => {
        const { stdout, code } = await auf(folder, ...command, '--help');
        expect.soft(code).toBe(0);
        expect.soft(stdout).toMatch(/^Aufruf: pennyrow [^]+ {2}Diese Hilfe zeigen\n/);
        expect.soft(englishIn(stdout, english), `what the help of ${command.join(' ')} says in English`).toEqual([]);
        expect.soft(withoutCommands(stdout), `the help of ${command.join(' ')}`).not.toMatch(ENGLISH_SENTENCE);
      }),
    );
  }
});

test('in German, the output of every command contains no English text of the catalogue', async () => {
  const folder = temporaryFolder();
  const english = await englishWords(['terminal', 'kinds', 'problems']);
  const look = async (...args: readonly string[]): Promise<Ended> => {
    const answer = await auf(folder, ...args);
    expect.soft(englishIn(answer.stdout + answer.stderr, english), args.join(' ')).toEqual([]);
    return answer;
  };
  const file = statementFile(folder, ['Coffee', 'Rent']);
  expect((await look('import', file)).stdout).toMatch(/^Import erledigt: 2 neu\.\n[^]+\nTabelle {2}.+\nLauf {5}run_/);
  const [run] = (await pennyrow(folder, 'runs', '--json')).json<{ id: string }[]>();
  for (const args of [
    ['import', file, '--dry-run'],
    ['runs'],
    ['runs', 'show', run?.id ?? ''],
    ['undo', '--last', '--dry-run'],
    ['undo', '--last'],
    ['undo', '--last'],
    ['rule', 'list'],
    ['rule', 'try', 'coffee', 'Coffee'],
    ['restore'],
    ['csv', 'list'],
    ['csv', 'show', file],
    ['csv', 'map', file],
    ['status'],
    ['doctor'],
    ['account', 'list'],
    ['account', 'update', 'My money'],
    ['account', 'remove', 'My money'],
    ['schedule', 'show'],
    ['schedule', 'pause'],
    ['schedule', 'set', '07:30', '--hours', '1', '--minutes', '30'],
    ['token', 'create', '--name', 'X'],
    ['token', 'list'],
    ['settings'],
    ['settings', 'set'],
    ['certificate'],
    ['backup', 'x.backup'],
    ['runs', '--account', 'Nobody'],
  ])
    await look(...args);
  expect((await look('schedule', 'show')).stdout).toMatch(/^Im Abstand von 1 Stunde und 30 Minuten ab 07:30 \(/);
});

test.each([
  { args: ['bogus'], says: 'Den Befehl „bogus“ gibt es nicht.' },
  { args: ['synk'], says: 'Den Befehl „synk“ gibt es nicht. Meinten Sie sync?' },
  { args: ['sync', '--acount', 'x'], says: 'Die Option „--acount“ gibt es nicht. Meinten Sie --account?' },
  { args: ['import'], says: 'Das Argument „file“ fehlt.' },
  { args: ['token', 'create'], says: 'Die Option „--name <name>“ fehlt.' },
  { args: ['token', 'create', '--name'], says: 'Der Option „--name <name>“ fehlt ihr Wert.' },
  { args: ['sync', 'x'], says: 'Zu viele Argumente. Erwartet: 0, angegeben: 1 (x).' },
  {
    args: ['runs', '--limit', '0'],
    says: 'Die Option „--limit <number>“ nimmt „0“ nicht an. Es muss eine ganze Zahl von 1 bis 500 sein.',
  },
  {
    args: ['export', '--format', 'xml'],
    says: 'Die Option „--format <format>“ nimmt „xml“ nicht an. Möglich: csv, json.',
  },
  {
    args: ['export', '--from', '2026-02-02', '--to', '2026-02-01'],
    says: 'pennyrow: Der 02.02.2026 ist später als der 01.02.2026.\n',
  },
])('incorrect usage is explained in German: $args', async ({ args, says }) => {
  const refused = await auf(temporaryFolder(), ...args);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain(says);
});

test('all output is English with --json, for any language of the terminal', async () => {
  const folder = temporaryFolder();
  const refused = async (...args: readonly string[]) =>
    JSON.parse((await auf(folder, ...args, '--json')).stderr) as object;
  expect(await refused('runs', '--limit', '0')).toEqual({
    error: {
      code: 'input_usage',
      message: 'The option “--limit <number>” does not accept “0”. It must be a whole number from 1 to 500.',
      remedy: 'See the command with --help.',
    },
  });
  expect(await refused('undo')).toMatchObject({ error: { message: 'It is not clear which run to undo.' } });
});

test('LC_ALL overrides LANG for the output’s language, and Pennyrow’s own setting overrides both', async () => {
  const folder = temporaryFolder();
  const about = async (environment: NodeJS.ProcessEnv): Promise<string> =>
    (await runPennyrow(folder, ['token', '--help'], { ...GERMAN, ...environment })).stdout;
  expect(await about({ LC_ALL: 'C' })).toContain('Create, list and revoke the tokens');
  expect(await about({ LANG: 'C', PENNYROW_LANGUAGE: 'de' })).toContain('Schlüssel');
});
