/** A table row whose last column names the tests that verify its statement. */
export interface ReferenceRow {
  /** The first two columns. */
  readonly what: string;
  readonly tests: string;
}

/** The rows of all tables with three columns, without their headers. */
export function referenceRows(page: string): ReferenceRow[] {
  const rows = [...page.matchAll(/^\| (.+?) \| (.+) \| (.+) \|$/gm)].map(([, first = '', second = '', tests = '']) => ({
    what: `${first}: ${second}`,
    tests,
  }));
  return rows.filter(({ tests }) => tests !== 'tests');
}

/** Parses `` `file` “name”, “name” ``, which may be repeated. */
export function testsIn(tests: string): { file: string; names: string[] }[] {
  return [...tests.matchAll(/`([^`]+\.ts)`((?:,? “[^”]+”)+)/g)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/“([^”]+)”/g)].map((match) => match[1] as string),
  }));
}

/** The test names that do not occur in their file. */
export function missingNames(tests: string, read: (file: string) => string): string[] {
  return testsIn(tests).flatMap(({ file, names }) => {
    const source = read(file);
    return names.filter((name) => !source.includes(name)).map((name) => `${file}: ${name}`);
  });
}
