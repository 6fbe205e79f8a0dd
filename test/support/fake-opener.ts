import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** A fake of the program that opens files on Linux. It records its arguments. */
export interface FakeOpener {
  /** The environment of a machine with a screen, on which the fake is the only program that opens files. */
  readonly env: Readonly<Record<string, string>>;
  /** The arguments of each start. */
  given(): readonly (readonly string[])[];
}

/** The fake is a shell script; `last` is its final command. */
export function fakeOpener(last = 'exit 0'): FakeOpener {
  const folder = temporaryFolder();
  const programs = join(folder, 'bin');
  const log = join(folder, 'given');
  mkdirSync(programs);
  const path = join(programs, 'xdg-open');
  const script = [
    '#!/bin/sh',
    // Ends each argument with the byte 1, and each start with the byte 2, since arguments can contain line breaks.
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
