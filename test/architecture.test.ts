import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports, type ImportCheck } from './support/imports.ts';
import { sourceFiles } from './support/source-files.ts';

const ROOT = join(import.meta.dirname, '..');
const FILES = sourceFiles(ROOT);

describe('the source tree', () => {
  let check: ImportCheck;
  beforeAll(async () => {
    check = await checkImports(ROOT);
  });

  it('is covered completely by the import checker', () => {
    expect(check.files.length).toBeGreaterThan(40);
    expect(FILES.filter((file) => !check.files.includes(file))).toEqual([]);
  });

  it('contains only imports that are allowed between its folders', () => {
    expect(check.violations).toEqual([]);
  });
});

describe('every file', () => {
  it('has at most 300 lines, except tests', () => {
    const long = FILES.filter((file) => !/^test\/|\.test\.ts$/.test(file) && linesOf(file).length > 300);
    expect(long).toEqual([]);
  });

  it('has no comment line of more than 140 characters, which the formatter would not break', () => {
    const long = FILES.flatMap((file) =>
      linesOf(file)
        .filter((line) => line.length > 140 && /^\s*(?:\/\/|\/?\*)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(long).toEqual([]);
  });

  it('has a kebab-case name in kebab-case folders', () => {
    const kebab = /^([a-z0-9]+(-[a-z0-9]+)*[/.])+[a-z]+$/;
    expect(FILES.filter((file) => !kebab.test(file))).toEqual([]);
  });

  it('is in no folder with a vague name such as “utils” or “common”', () => {
    expect(FILES.filter((file) => /(^|\/)(utils?|helpers?|common|misc)\//.test(file))).toEqual([]);
  });

  it('contains no TODO, FIXME or HACK', () => {
    const leftovers = FILES.filter(
      (file) => file.startsWith('src/') && /\b(TODO|FIXME|HACK)\b/.test(linesOf(file).join('\n')),
    );
    expect(leftovers).toEqual([]);
  });
});

function linesOf(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n');
}

/** A small source tree in which the checker finds nothing wrong. */
const SOUND: Readonly<Record<string, string>> = {
  'src/core/amount.ts': "import 're2js';",
  'src/core/amount.test.ts':
    "import 'node:fs'; import 'vitest'; import './amount.ts'; import '../../test/support/any.ts';",
  'src/contract/schema.ts': "import 'zod'; import '../core/amount.ts';",
  'src/platform/clock.ts': "import 'node:fs';",
  'src/platform/zip/archive.ts': "import 'yauzl';",
  'src/store/database.ts': "import 'better-sqlite3'; import '../core/amount.ts'; import '../platform/clock.ts';",
  'src/sources/source.ts': "import type {} from '../core/amount.ts';",
  'src/sources/demo/demo.ts': "import '../source.ts'; import './bank.ts';",
  'src/sources/demo/bank.ts': "import '../../platform/clock.ts';",
  'src/sources/statements/ofx.ts': "import '../source.ts';",
  'src/workbooks/workbook.ts': "import type {} from '../core/amount.ts';",
  'src/workbooks/xlsx/zip.ts': "import '../workbook.ts';",
  'src/workbooks/xlsx/workbook.ts': "import './writing/plan.ts'; import './package/zip.ts';",
  'src/workbooks/xlsx/package/zip.ts': "import '../../workbook.ts';",
  'src/workbooks/xlsx/formulas/shape.ts': "import '../package/zip.ts';",
  'src/workbooks/xlsx/reading/rows.ts': "import '../package/zip.ts'; import '../formulas/shape.ts';",
  'src/workbooks/xlsx/writing/plan.ts': "import '../reading/rows.ts'; import '../formulas/shape.ts';",
  'src/workbooks/other/writing/plan.ts': "import '../api/client.ts';",
  'src/workbooks/other/api/client.ts': 'export {};',
  'src/workbooks/google/client.ts': "import 'google-auth-library'; import '@googleapis/sheets';",
  'src/sync/run.ts': "import '../store/database.ts'; import '../sources/source.ts'; import '../workbooks/workbook.ts';",
  'src/sync/create-sync.ts': "import './use-cases/undo.ts';",
  'src/sync/runs/write.ts': "import '../../store/database.ts';",
  'src/sync/mirror/update.ts': "import '../runs/write.ts';",
  'src/sync/use-cases/undo.ts': "import '../mirror/update.ts'; import '../runs/write.ts';",
  'src/schedules/timer.ts': "import 'node-schedule'; import '../sync/run.ts';",
  'src/api/server.ts': "import 'express'; import '../contract/schema.ts'; import '../schedules/timer.ts';",
  'src/control/handlers.ts': "import '../sync/run.ts'; import '../sources/source.ts';",
  'src/control/https/session.ts': "import 'express';",
  'src/webhooks/sign.ts': "import 'standardwebhooks'; import '../control/handlers.ts'; import '../sync/run.ts';",
  'src/control/socket/client.ts': "import '../../contract/schema.ts';",
  'src/mcp/server.ts': "import '@modelcontextprotocol/server'; import '../control/handlers.ts';",
  'src/backup/restore.ts': "import '../store/database.ts'; import '../contract/schema.ts';",
  'src/service/service.ts':
    "import '../sources/demo/demo.ts'; import '../workbooks/xlsx/zip.ts'; import '../api/server.ts'; import '../control/handlers.ts';",
  'src/cli/bin.ts':
    "await import('../service/service.ts'); import '../backup/restore.ts'; import '../control/socket/client.ts'; import '../platform/clock.ts';",
  'src/desktop/main.ts': "import 'electron'; import '../service/service.ts'; import '../control/handlers.ts';",
  'renderer/main.tsx': "import 'react'; import './shell/shell.tsx'; import './base/control/carrier.ts';",
  'renderer/base/words.ts': "import '../../src/contract/schema.ts'; import './control/carrier.ts';",
  'renderer/base/control/carrier.ts': "import '../../../src/contract/schema.ts';",
  'renderer/parts/card.tsx': "import 'react'; import '../base/words.ts';",
  'renderer/pages/rules/page.tsx': "import '../../parts/card.tsx'; import '../schedule/page.tsx';",
  'renderer/pages/schedule/page.tsx': "import '../../base/control/carrier.ts';",
  'renderer/shell/shell.tsx': "await import('../pages/rules/page.tsx'); import '../parts/card.tsx';",
  'renderer/build/first-paint.tsx': "import '../parts/card.tsx'; import type {} from '../pages/rules/page.tsx';",
  'test/support/any.ts': "import 'vitest'; import '../../src/service/service.ts';",
  'bench/run.ts': "import '../src/service/service.ts';",
};

/** For each rule, forbidden imports in every syntax: the rule, the file, its text, and the imported file. */
const BROKEN: readonly (readonly [rule: string, file: string, text: string, to: string])[] = [
  ['room-core', 'src/core/a.ts', "import '../platform/clock.ts';", 'src/platform/clock.ts'],
  ['room-core', 'src/core/b.ts', "import type { Clock } from '../platform/clock.ts';", 'src/platform/clock.ts'],
  ['room-core', 'src/core/c.ts', "export * from '../platform/clock.ts';", 'src/platform/clock.ts'],
  ['room-core', 'src/core/d.ts', "export const later = () => import('../platform/clock.ts');", 'src/platform/clock.ts'],
  ['room-core', 'src/core/j.ts', "await using later = await import('../platform/clock.ts');", 'src/platform/clock.ts'],
  ['room-core', 'src/core/k.ts', "export type Clock = import('../platform/clock.ts').Clock;", 'src/platform/clock.ts'],
  [
    'room-core',
    'src/core/l.ts',
    "import('./amount.ts'); let clock: import('../platform/clock.ts').Clock;",
    'src/platform/clock.ts',
  ],
  ['room-core', 'src/core/e.ts', "import '../../test/support/any.ts';", 'test/support/any.ts'],
  ['room-core-tests', 'src/core/f.test.ts', "import '../platform/clock.ts';", 'src/platform/clock.ts'],
  ['room-contract', 'src/contract/a.ts', "import '../store/database.ts';", 'src/store/database.ts'],
  ['room-platform', 'src/platform/a.ts', "import '../core/amount.ts';", 'src/core/amount.ts'],
  ['room-store', 'src/store/a.ts', "import '../contract/schema.ts';", 'src/contract/schema.ts'],
  ['room-sources', 'src/sources/demo/a.ts', "import '../../store/database.ts';", 'src/store/database.ts'],
  ['room-sources', 'src/sources/demo/b.ts', "import '../../workbooks/workbook.ts';", 'src/workbooks/workbook.ts'],
  ['room-workbooks', 'src/workbooks/xlsx/a.ts', "import '../../sources/source.ts';", 'src/sources/source.ts'],
  ['room-sync', 'src/sync/a.ts', "import '../workbooks/xlsx/zip.ts';", 'src/workbooks/xlsx/zip.ts'],
  ['room-sync', 'src/sync/b.ts', "import '../schedules/timer.ts';", 'src/schedules/timer.ts'],
  ['room-backup', 'src/backup/a.ts', "import '../service/service.ts';", 'src/service/service.ts'],
  ['room-schedules', 'src/schedules/a.ts', "import '../sources/source.ts';", 'src/sources/source.ts'],
  ['room-api', 'src/api/a.ts', "import '../control/handlers.ts';", 'src/control/handlers.ts'],
  ['room-api', 'src/api/b.ts', "import '../workbooks/workbook.ts';", 'src/workbooks/workbook.ts'],
  ['room-control', 'src/control/a.ts', "import '../api/server.ts';", 'src/api/server.ts'],
  ['room-control', 'src/control/b.ts', "import '../sources/demo/demo.ts';", 'src/sources/demo/demo.ts'],
  ['room-control', 'src/control/c.ts', "import '../webhooks/sign.ts';", 'src/webhooks/sign.ts'],
  ['room-webhooks', 'src/webhooks/a.ts', "import '../api/server.ts';", 'src/api/server.ts'],
  ['room-mcp', 'src/mcp/a.ts', "import '../api/server.ts';", 'src/api/server.ts'],
  ['room-cli', 'src/cli/a.ts', "import '../control/handlers.ts';", 'src/control/handlers.ts'],
  ['room-cli', 'src/cli/b.ts', "import '../store/database.ts';", 'src/store/database.ts'],
  ['room-desktop', 'src/desktop/a.ts', "import '../core/amount.ts';", 'src/core/amount.ts'],
  ['room-renderer', 'renderer/a.tsx', "import '../src/core/amount.ts';", 'src/core/amount.ts'],
  ['layer-base', 'renderer/base/a.ts', "import '../parts/card.tsx';", 'renderer/parts/card.tsx'],
  ['layer-base', 'renderer/base/control/a.ts', "import '../../shell/shell.tsx';", 'renderer/shell/shell.tsx'],
  ['layer-base', 'renderer/base/control/b.ts', "import '../../pages/rules/page.tsx';", 'renderer/pages/rules/page.tsx'],
  ['layer-parts', 'renderer/parts/a.ts', "import '../pages/rules/page.tsx';", 'renderer/pages/rules/page.tsx'],
  ['layer-parts', 'renderer/parts/b.ts', "import('../shell/shell.tsx');", 'renderer/shell/shell.tsx'],
  ['layer-pages', 'renderer/pages/rules/a.ts', "import '../../shell/shell.tsx';", 'renderer/shell/shell.tsx'],
  [
    'layer-pages',
    'renderer/pages/rules/b.ts',
    "export type Shell = import('../../shell/shell.tsx').Shell;",
    'renderer/shell/shell.tsx',
  ],
  ['layer-pages', 'renderer/pages/rules/c.ts', "import '../../main.tsx';", 'renderer/main.tsx'],
  ['layer-shell', 'renderer/shell/a.ts', "import '../build/first-paint.tsx';", 'renderer/build/first-paint.tsx'],
  ['sync-runs', 'src/sync/runs/a.ts', "import '../mirror/update.ts';", 'src/sync/mirror/update.ts'],
  ['sync-runs', 'src/sync/runs/b.ts', "import type {} from '../use-cases/undo.ts';", 'src/sync/use-cases/undo.ts'],
  ['sync-mirror', 'src/sync/mirror/a.ts', "import '../use-cases/undo.ts';", 'src/sync/use-cases/undo.ts'],
  ['sync-use-cases', 'src/sync/use-cases/a.ts', "import '../create-sync.ts';", 'src/sync/create-sync.ts'],
  ['known-rooms', 'src/attic/a.ts', 'export {};', 'src/attic/a.ts'],
  ['known-rooms', 'renderer/attic/a.ts', 'export {};', 'renderer/attic/a.ts'],
  ['ports-not-adapters', 'src/sources/any.ts', "import './demo/bank.ts';", 'src/sources/demo/bank.ts'],
  [
    'adapters-are-strangers',
    'src/sources/demo/c.ts',
    "import '../statements/ofx.ts';",
    'src/sources/statements/ofx.ts',
  ],
  [
    'adapters-are-strangers',
    'src/workbooks/xlsx/b.ts',
    "import '../google/client.ts';",
    'src/workbooks/google/client.ts',
  ],
  [
    'workbook-layer-base',
    'src/workbooks/xlsx/package/a.ts',
    "import '../reading/rows.ts';",
    'src/workbooks/xlsx/reading/rows.ts',
  ],
  [
    'workbook-layer-base',
    'src/workbooks/other/api/a.ts',
    "import type {} from '../writing/plan.ts';",
    'src/workbooks/other/writing/plan.ts',
  ],
  [
    'workbook-layer-formulas',
    'src/workbooks/xlsx/formulas/a.ts',
    "import '../reading/rows.ts';",
    'src/workbooks/xlsx/reading/rows.ts',
  ],
  [
    'workbook-layer-reading',
    'src/workbooks/xlsx/reading/a.ts',
    "import '../writing/plan.ts';",
    'src/workbooks/xlsx/writing/plan.ts',
  ],
  [
    'workbook-layer-writing',
    'src/workbooks/xlsx/writing/a.ts',
    "import '../workbook.ts';",
    'src/workbooks/xlsx/workbook.ts',
  ],
  ['pure-core', 'src/core/g.ts', "import 'node:fs';", 'fs'],
  ['pure-contract', 'src/contract/b.ts', "import 'node:os';", 'os'],
  ['pure-packages-core', 'src/core/h.ts', "import 'zod';", 'node_modules/zod/index.js'],
  ['pure-packages-contract', 'src/contract/c.ts', "import 're2js';", 'node_modules/re2js/index.js'],
  ['home-of-sqlite', 'src/sync/c.ts', "import 'better-sqlite3';", 'node_modules/better-sqlite3/index.js'],
  [
    'home-of-google',
    'src/workbooks/xlsx/c.ts',
    "import '@googleapis/sheets';",
    'node_modules/@googleapis/sheets/index.js',
  ],
  ['home-of-node-schedule', 'src/sync/d.ts', "import 'node-schedule';", 'node_modules/node-schedule/index.js'],
  ['home-of-express', 'src/cli/c.ts', "import 'express';", 'node_modules/express/index.js'],
  ['home-of-electron', 'src/cli/d.ts', "import 'electron';", 'node_modules/electron/index.js'],
  ['home-of-zip', 'src/workbooks/xlsx/d.ts', "import 'yauzl';", 'node_modules/yauzl/index.js'],
  ['home-of-webhooks', 'src/api/e.ts', "import 'standardwebhooks';", 'node_modules/standardwebhooks/index.js'],
  [
    'home-of-mcp',
    'src/api/d.ts',
    "import '@modelcontextprotocol/server';",
    'node_modules/@modelcontextprotocol/server/index.js',
  ],
  ['home-of-react', 'src/api/c.ts', "import 'react';", 'node_modules/react/index.js'],
  ['no-cycles', 'src/store/b.ts', "import './c.ts';", 'src/store/c.ts'],
  ['no-unresolved', 'src/store/d.ts', "import './nowhere.ts';", './nowhere.ts'],
  // Its type import of b.ts also completes the cycle that an earlier case expects.
  [
    'no-development-packages',
    'src/store/c.ts',
    "import 'vitest'; import type {} from './b.ts';",
    'node_modules/vitest/index.js',
  ],
  ['no-development-packages', 'src/store/e.ts', "import 'undeclared';", 'node_modules/undeclared/index.js'],
  ['tests-are-leaves', 'src/core/i.ts', "import './amount.test.ts';", 'src/core/amount.test.ts'],
];

/** Separate from `BROKEN`, because a source tree can have only one composition root. */
const BROKEN_ROOT = { 'src/service/service.ts': "import '../cli/bin.ts';", 'src/cli/bin.ts': 'export {};' };

const PACKAGES = [
  're2js',
  'zod',
  'better-sqlite3',
  'google-auth-library',
  '@googleapis/sheets',
  'node-schedule',
  'express',
  'electron',
  'react',
  'yauzl',
  'standardwebhooks',
  '@modelcontextprotocol/server',
];

describe('the import checker', () => {
  const temporary: string[] = [];
  let broken: ImportCheck;
  beforeAll(async () => {
    broken = await checkImports(
      build({ ...SOUND, ...Object.fromEntries(BROKEN.map(([, file, text]) => [file, text])) }),
    );
  });
  afterAll(() => {
    for (const folder of temporary) rmSync(folder, { recursive: true });
  });

  it('reports nothing in a valid source tree', async () => {
    const sound = await checkImports(build(SOUND));
    expect(sound.files.toSorted()).toEqual(Object.keys(SOUND).toSorted());
    expect(sound.violations).toEqual([]);
  });

  it.each(BROKEN)('reports %s in %s', (rule, from, _text, to) => {
    expect(broken.violations).toContainEqual({ rule, from, to });
  });

  it('reports no violation in files that break no rule', () => {
    const planted = new Set(BROKEN.map(([, file]) => file));
    expect(broken.violations.filter(({ from }) => !planted.has(from))).toEqual([]);
  });

  it('reports a composition root that imports the command line', async () => {
    const check = await checkImports(build(BROKEN_ROOT));
    expect(check.violations).toEqual([{ rule: 'room-service', from: 'src/service/service.ts', to: 'src/cli/bin.ts' }]);
  });

  function build(files: Readonly<Record<string, string>>): string {
    const root = mkdtempSync(join(tmpdir(), 'pennyrow-architecture-'));
    temporary.push(root);
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    for (const [path, text] of Object.entries(files)) write(path, text);
    for (const name of [...PACKAGES, 'vitest', 'undeclared']) {
      write(
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', type: 'module', exports: './index.js' }),
      );
      write(`node_modules/${name}/index.js`, 'export {};');
    }
    const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, '1.0.0']));
    write(
      'package.json',
      JSON.stringify({ name: 'house', type: 'module', dependencies, devDependencies: { vitest: '1.0.0' } }),
    );
    return root;
  }
});
