import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TRANSACTION_TABLE } from '../src/core/transaction-table.ts';
import { VERSION } from '../src/platform/version.ts';
import { codesInSource } from './support/codes.ts';
import { commandHelp } from './support/command-help.ts';
import { referenceRows, missingNames, testsIn } from './support/test-references.ts';
import { anchorsOf, linksOf, markdownFiles, readPage } from './support/markdown.ts';
import { sourceFiles } from './support/source-files.ts';

const ROOT = join(import.meta.dirname, '..');
const PAGES = markdownFiles(ROOT);
const TESTED = sourceFiles(ROOT).filter((file) => /^(src|test)\//.test(file));
const SOURCES = TESTED.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'));
/** Test files and their helpers. */
const TESTS = TESTED.filter((file) => !SOURCES.includes(file));

function read(path: string): string {
  return readPage(ROOT, path);
}

describe('the documentation', () => {
  it('has more than thirty pages', () => {
    expect(PAGES.length).toBeGreaterThan(30);
  });

  it.each(PAGES)('%s has only working links', (page) => {
    const broken = linksOf(read(page)).filter((link) => !isThere(page, link));
    expect(broken).toEqual([]);
  });

  it('lists all pages of the guide and all decisions in their indexes', () => {
    for (const folder of ['docs/guide', 'docs/decisions']) {
      const listed = linksOf(read(`${folder}/README.md`));
      const missing = PAGES.filter(
        (page) =>
          dirname(page) === folder &&
          !/^README\.md$|\.de\.md$/.test(basename(page)) &&
          !listed.includes(page.slice(folder.length + 1)),
      );
      expect(missing, `pages without a line in ${folder}/README.md`).toEqual([]);
    }
  });

  it('has a German index of the guide with the pages of the English one, in the same order', () => {
    const english = linksOf(read('docs/guide/README.md')).filter((link) => link !== 'README.de.md');
    expect(linksOf(read('docs/guide/README.de.md'))).toEqual(english);
  });

  it('has an English page for each German page of the guide', () => {
    const german = PAGES.filter((page) => page.endsWith('.de.md'));
    expect(german.length).toBeGreaterThan(1);
    expect(german.map((page) => page.replace('.de.md', '.md')).filter((page) => !PAGES.includes(page))).toEqual([]);
  });

  it('describes every column on the page about workbooks, in a table or in bold', () => {
    const described = [...read('docs/guide/workbook.md').matchAll(/^\| ([^|]+) \||\*\*([^*]+)\*\*/gm)];
    const names = new Set(described.flatMap(([, cell = '', bold = '']) => [...cell.split(', '), bold]));
    const headers = Object.values(TRANSACTION_TABLE).map(({ header }) => header);
    expect(headers.filter((header) => !names.has(header))).toEqual([]);
  });

  it('mentions only environment variables that Pennyrow or a test reads', () => {
    const code = [...SOURCES, 'compose.yaml', ...TESTS].map(read).join('\n');
    const named = PAGES.flatMap((page) => read(page).match(/\bPENNYROW_[A-Z_]+\b/g) ?? []);
    expect([...new Set(named)].filter((name) => !code.includes(name))).toEqual([]);
  });

  it('lists the environment variables for tests on its pages about tests', () => {
    const product = SOURCES.map(read).join('\n');
    const switches = TESTS.flatMap((file) =>
      [...read(file).matchAll(/process\.env\['(PENNYROW_[A-Z_]+)'\]/g)].map((match) => match[1] as string),
    ).filter((name) => !product.includes(name));
    expect(switches.length).toBeGreaterThan(10);
    const listed = read('test/README.md');
    expect([...new Set(switches)].filter((name) => !listed.includes(`\`${name}`))).toEqual([]);
  });
});

function isThere(page: string, link: string): boolean {
  if (/^https?:/.test(link)) return true;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).includes(anchor);
}

it('the decisions are numbered without gaps', () => {
  const numbers = PAGES.flatMap((page) => /^docs\/decisions\/(\d{4})-/.exec(page)?.[1] ?? []);
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
});

it.each(PAGES.filter((page) => page.startsWith('docs/decisions/0')))('%s is one page in five parts', (page) => {
  const lines = read(page).trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(70);
  expect(lines.filter(({ length }) => length > 120)).toEqual([]);
  expect(lines.filter((line) => line.startsWith('## '))).toEqual([
    '## Context',
    '## Decision',
    '## Consequences',
    '## Alternatives rejected',
    '## When to revisit',
  ]);
});

describe('the threat model', () => {
  const lines = referenceRows(read('docs/threat-model.md'));

  it('names a test for each threat, or says that there is none', () => {
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter(({ tests }) => testsIn(tests).length === 0 && !tests.startsWith('no test yet'))).toEqual([]);
  });

  it.each(lines)('$what: its tests exist', ({ tests }) => {
    expect(missingNames(tests, read)).toEqual([]);
  });
});

describe('troubleshooting', () => {
  const page = read('docs/guide/troubleshooting.md');
  const described = new Set([...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map((match) => match[1] as string));

  it('contains every code that a user can see', () => {
    const codes = codesInSource(ROOT);
    expect(codes.length).toBeGreaterThan(80);
    expect(codes.filter((code) => !described.has(code))).toEqual([]);
  });

  it('contains no code that no longer exists', () => {
    const codes = codesInSource(ROOT);
    expect([...described].filter((code) => !codes.includes(code))).toEqual([]);
  });
});

describe('the guide to the command line', () => {
  it('equals the help of the commands; the option -u of Vitest updates it', async () => {
    const path = 'docs/guide/command-line.md';
    const mark = /^(.* updates it\. -->\n)[^]*$/ms;
    expect(read(path)).toMatch(mark);
    const help = await commandHelp();
    await expect(read(path).replace(mark, (_, prose: string) => `${prose}\n${help}`)).toMatchFileSnapshot(
      join(ROOT, path),
    );
  });
});

describe('the latest commits', () => {
  const TYPES = 'feat|fix|perf|refactor|style|test|docs|build|ci|chore|revert';
  /** Older commits are not checked, because some of their subjects are longer. */
  const SINCE = '2026-11-28T10:30:00Z';
  const FORM = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9-]+\\))?!?: [a-z0-9].*[^.]$`);

  const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';

  it('have the form type(scope): summary', ({ skip }) => {
    // The count is 0 outside git, and low in a shallow clone.
    if (Number(git('rev-list', '--count', 'HEAD')) < 50) return skip('needs git and the history');
    const subjects = git('log', '--max-count=20', `--since=${SINCE}`, '--no-merges', '--format=%s').split('\n');
    const wrong = subjects.filter((each) => each !== '' && (each.length > 72 || !FORM.test(each)));
    expect(wrong, 'See “Commits” in CONTRIBUTING.md: the form, and at most 72 characters.').toEqual([]);
  });

  it.each(['Fix the build', 'feat: Add a rule', 'fix(api) close it', 'docs: end with a period.', 'wip: try it'])(
    'are rejected with a subject like %j',
    (subject) => {
      expect(subject).not.toMatch(FORM);
    },
  );
});

it('the version in the code equals the version in package.json', () => {
  expect(VERSION).toBe((JSON.parse(read('package.json')) as { version: string }).version);
});
