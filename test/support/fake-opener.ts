import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** What stands in for the program by which Linux opens files: it writes down what it was given. */
export interface FakeOpener {
  /** Of a machine with a screen, on which this is the only such program. */
  readonly env: Readonly<Record<string, string>>;
  /** The arguments of each start. */
  given(): readonly (readonly string[])[];
}

/** `last` is what it does in the end, in the shell's words. */
export function fakeOpener(last = 'exit 0'): FakeOpener {
  const folder = temporaryFolder();
  const programs = join(folder, 'bin');
  const log = join(folder, 'given');
  mkdirSync(programs);
  const path = join(programs, 'xdg-open');
  const script = [
    '#!/bin/sh',
    // A name may have any sign in it but this one.
    `for given in "$@"; do printf '%s\\001' "$given" >> '${log}'; done`,
    `printf '\\002' >> '${log}'`,
    last,
    '',
  ];
  writeFileSync(path, script.join('\n'));
  chmodSync(path, 0o755);
  return {
    env: { DISPLAY: ':99', PATH: [programs, process.env['PATH'] ?? ''].join(delimiter) },
    given: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\u0002')
            .slice(0, -1)
            .map((line) => line.split('\u0001').slice(0, -1))
        : [],
  };
}
