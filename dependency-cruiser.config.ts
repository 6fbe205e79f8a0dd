import type { IConfiguration, IRegularForbiddenRuleType } from 'dependency-cruiser';

/**
 * Which room may import which: each folder of src/ may import itself and the rooms listed. It is an
 * allow-list, so a new room, or a new door between two, needs a line here.
 */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  messages: [],
  core: ['codes'],
  contract: ['core', 'codes'],
  platform: ['codes'],
  store: ['core', 'platform', 'codes'],
  sources: ['core', 'platform', 'codes'],
  workbooks: ['core', 'platform', 'codes'],
  backup: ['core', 'contract', 'platform', 'store', 'codes'],
  sync: ['core', 'platform', 'store', 'ports', 'codes'],
  schedules: ['core', 'platform', 'store', 'sync', 'codes'],
  api: ['core', 'contract', 'messages', 'platform', 'store', 'sync', 'schedules'],
  control: ['core', 'contract', 'messages', 'platform', 'store', 'sync', 'schedules', 'ports', 'sheets'],
  webhooks: ['core', 'contract', 'messages', 'platform', 'store', 'sync', 'schedules', 'ports', 'sheets', 'control'],
  mcp: ['core', 'contract', 'messages', 'platform', 'store', 'sync', 'schedules', 'ports', 'control'],
  cli: ['core', 'contract', 'messages', 'platform', 'service', 'backup', 'client', 'mcp', 'ports', 'kinds'],
  desktop: ['contract', 'messages', 'platform', 'control', 'service', 'ports', 'kinds', 'commands'],
};

/** Doors that are files rather than whole folders. */
const FILES: Readonly<Record<string, string>> = {
  // What is reported, as data; its sentences are made where somebody reads them.
  codes: '^src/messages/(parameters|problem)\\.ts$',
  ports: '^src/(sources/source|workbooks/workbook)(-kind)?\\.ts$',
  // What can be connected, as data: what costs something to load is behind an import() in it.
  kinds: '^src/(sources|workbooks)/kinds\\.ts$',
  // What every kind of workbook shares: how headers and columns are known.
  sheets: '^src/workbooks/[^/]+\\.ts$',
  // The whole command line as one function, which the app runs for who types its command.
  commands: '^src/cli/run-command-line\\.ts$',
  client: '^src/control/(client|[^/]+/(client|address))\\.ts$',
};

/**
 * Folders in layers, lowest first: each may import itself and those before it. Files beside the folders may import all of them.
 * A group in the root, as in the kinds of workbooks, keeps each root to itself.
 */
const LAYERS: readonly {
  readonly rule: string;
  readonly root: string;
  readonly layers: readonly (readonly [name: string, folders: string])[];
}[] = [
  {
    rule: 'layer',
    root: 'renderer',
    layers: [
      ['base', 'base'],
      ['parts', 'parts'],
      ['pages', 'pages'],
      ['shell', 'shell'],
    ],
  },
  {
    rule: 'sync',
    root: 'src/sync',
    layers: [
      ['runs', 'runs'],
      ['mirror', 'mirror'],
      ['use-cases', 'use-cases'],
    ],
  },
  {
    rule: 'workbook-layer',
    root: 'src/workbooks/([^/]+)',
    layers: [
      ['base', 'package|api'],
      ['formulas', 'formulas'],
      ['reading', 'reading'],
      ['writing', 'writing'],
    ],
  },
];

/** Packages that only some rooms may import: the package as a pattern, then its homes. */
const HOMES: readonly (readonly [name: string, pattern: string, homes: string])[] = [
  ['sqlite', 'better-sqlite3', 'src/store'],
  ['google', 'google-auth-library|googleapis|@googleapis/[^/]+', 'src/workbooks/google'],
  ['node-schedule', 'node-schedule', 'src/schedules'],
  ['express', 'express', 'src/(api|control)'],
  ['electron', 'electron|electron-store|electron-updater', 'src/desktop'],
  ['zip', 'yauzl', 'src/platform/zip'],
  ['webhooks', 'standardwebhooks', 'src/webhooks'],
  ['mcp', '@modelcontextprotocol/[^/]+', 'src/mcp'],
  ['react', 'react|react-dom', 'renderer'],
];

/** Packages that compute and do nothing else. */
const PURE_PACKAGES = { core: 're2js', contract: 'zod|zod-openapi' };

const OURS = '^(src|renderer|scripts|test|bench|bin)/';
const TEST = '\\.test\\.tsx?$';

function forbid(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IRegularForbiddenRuleType {
  return { name, comment, severity: 'error', from, to };
}

function packagePath(pattern: string): string {
  return `^(|node_modules/|node_modules/@types/)(${pattern})($|/)`;
}

function doors(room: string, allowed: readonly string[]): string[] {
  return [room, ...allowed].map((door) => FILES[door] ?? `^src/${door}/`);
}

const rooms = Object.entries(ROOMS).flatMap(([room, allowed]) => {
  const comment = `src/${room} may import ${['itself', ...allowed].join(', ')}.`;
  const open = doors(room, allowed);
  return [
    forbid(`room-${room}`, comment, { path: `^src/${room}/`, pathNot: TEST }, { path: OURS, pathNot: open }),
    forbid(
      `room-${room}-tests`,
      `${comment} Its tests may use test/ too.`,
      { path: `^src/${room}/.+${TEST}` },
      { path: OURS, pathNot: [...open, '^test/'] },
    ),
  ];
});

const layers = LAYERS.flatMap(({ rule, root, layers: all }) =>
  all.map(([name, folders], place) => {
    const allowed = all
      .slice(0, place + 1)
      .map(([, others]) => others)
      .join('|');
    const sameRoot = root.replace(/\(.*\)/, '$1');
    return forbid(
      `${rule}-${name}`,
      `In ${root}, ${folders} may import ${allowed}.`,
      { path: `^${root}/(${folders})/`, pathNot: TEST },
      { path: `^${sameRoot}/`, pathNot: `^${sameRoot}/(${allowed})/` },
    );
  }),
);

const homes = HOMES.map(([name, pattern, home]) =>
  forbid(
    `home-of-${name}`,
    `Only ${home} may import it.`,
    { path: '^(src|renderer)/', pathNot: `^${home}/` },
    { path: packagePath(pattern) },
  ),
);

const purity = Object.entries(PURE_PACKAGES).flatMap(([room, packages]) => {
  const from = { path: `^src/${room}/`, pathNot: TEST };
  return [
    forbid(`pure-${room}`, `src/${room} runs anywhere: no Node built-ins.`, from, { dependencyTypes: ['core'] }),
    forbid(`pure-packages-${room}`, `src/${room} may use ${packages}.`, from, {
      path: 'node_modules/',
      pathNot: packagePath(packages),
    }),
  ];
});

const configuration: IConfiguration = {
  forbidden: [
    ...rooms,
    forbid(
      'room-renderer',
      'Of src, the dashboard may import the contract and the messages.',
      { path: '^renderer/' },
      { path: OURS, pathNot: '^(renderer|src/contract|src/messages|scripts/messages)/' },
    ),
    ...layers,
    forbid(
      'room-service',
      'The composition root wires every room except the shells that start it.',
      { path: '^src/service/' },
      { path: '^(src/(cli|desktop)|renderer|scripts|test|bench|bin)/' },
    ),
    forbid(
      'ports-not-adapters',
      'A port is a file that knows none of the folders beside it; the list of kinds names each one.',
      { path: '^src/(sources|workbooks)/[^/]+\\.ts$', pathNot: [TEST, FILES['kinds'] ?? ''] },
      { path: '^src/(sources|workbooks)/[^/]+/' },
    ),
    forbid(
      'adapters-are-strangers',
      'One adapter never reaches into another; what services of banks share, and what a new workbook is made of, is for all of them.',
      { path: '^src/(sources|workbooks)/([^/]+)/' },
      {
        path: '^src/(sources|workbooks)/',
        pathNot: ['^src/$1/$2/', '^src/$1/[^/]+\\.ts$', '^src/sources/service/', '^src/workbooks/template/'],
      },
    ),
    ...purity,
    ...homes,
    forbid('no-cycles', 'Two modules that need each other are one module, or hide a third.', {}, { circular: true }),
    forbid(
      'no-unresolved',
      'A path that does not resolve is a path that cannot be checked.',
      {},
      { couldNotResolve: true },
    ),
    // Electron is no package in the app but what it runs in; its builder insists on it being a development one.
    forbid(
      'no-development-packages',
      'What runs at a user comes from `dependencies`; the page is bundled whole.',
      { path: '^(src|bin)/', pathNot: TEST },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], pathNot: packagePath('electron') },
    ),
    forbid('tests-are-leaves', 'Nothing imports a test; what tests share stands in test/support.', {}, { path: TEST }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    // Newer packages say in their `exports` alone what can be imported.
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};

const RENDERER_FOLDERS = 'base|parts|pages|shell|build';

/**
 * Where a file in src/ or renderer/ may be: a new folder there needs a line in one of the tables above, except
 * `src/service`, the composition root.
 */
export const KNOWN_ROOM = new RegExp(
  [`^src/(service|${Object.keys(ROOMS).join('|')})/`, `^renderer/((${RENDERER_FOLDERS})/|[^/]+$)`].join('|'),
);

export default configuration;
