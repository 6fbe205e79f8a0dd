/** A line of a table whose last column names the tests that hold what the line says. */
export interface HeldLine {
  /** The first two columns. */
  readonly what: string;
  readonly held: string;
}

/** The lines of all tables with three columns, without their headings. */
export function heldLines(page: string): HeldLine[] {
  const lines = [...page.matchAll(/^\| (.+?) \| (.+) \| (.+) \|$/gm)].map(([, first = '', second = '', held = '']) => ({
    what: `${first}: ${second}`,
    held,
  }));
  return lines.filter(({ held }) => held !== 'held by');
}

/** `` `file` “name”, “name” ``, once or more. */
export function testsIn(held: string): { file: string; names: string[] }[] {
  return [...held.matchAll(/`([^`]+\.ts)`((?:,? “[^”]+”)+)/g)].map(([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/“([^”]+)”/g)].map((match) => match[1] as string),
  }));
}

/** Names that are in no title of their file any more. */
export function missingNames(held: string, read: (file: string) => string): string[] {
  return testsIn(held).flatMap(({ file, names }) => {
    const source = read(file);
    return names.filter((name) => !source.includes(name)).map((name) => `${file}: ${name}`);
  });
}
