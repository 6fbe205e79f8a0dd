import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { procedures, type ProcedureName } from '../../src/contract/control/index.ts';
import { KIND_SETTINGS, LOCAL_PATHS } from '../../src/contract/control/procedure.ts';
import type { Caller } from '../../src/control/handler.ts';
import { sharedByTests } from '../support/lifetime.ts';
import { serviceInUse, type ServiceInUse } from '../support/service-in-use.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Definition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly shape?: Readonly<Record<string, Schema>>;
}

interface Schema {
  readonly _zod: { readonly def: Definition };
}

interface Field {
  readonly procedure: string;
  readonly name: string;
  readonly schema: Schema;
}

/** The kinds of schema whose parts the path guard checks. All others must be simple. */
const COMPOSITE = new Set(['object', 'optional', 'nullable', 'readonly', 'array', 'union', 'tuple']);
const SIMPLE = new Set(['string', 'enum', 'number', 'custom', 'unknown', 'boolean', 'literal', 'record']);

/** Returns each simple schema within an input schema, with the name of its field. */
function fieldsOf(procedure: string, name: string, schema: Schema): Field[] {
  const { type, innerType, element, options = [], items = [], shape = {} } = schema._zod.def;
  expect([...COMPOSITE, ...SIMPLE]).toContain(type);
  if (!COMPOSITE.has(type)) return [{ procedure, name, schema }];
  return [
    ...[innerType, element, ...options, ...items].flatMap((inner) =>
      inner === undefined ? [] : fieldsOf(procedure, name, inner),
    ),
    ...Object.entries(shape).flatMap(([key, inner]) => fieldsOf(procedure, key, inner)),
  ];
}

const FIELDS = Object.entries(procedures).flatMap(([name, { input }]) => fieldsOf(name, '', input as never as Schema));

/** Fields with a path that need no check: `near` may be any text, because the list opens the nearest permitted folder. */
const BEGINNINGS = new Set(['folder.list near']);

/** For each procedure that accepts a path, a function that returns an input with the given path. */
const INPUTS = {
  'backup.write': (_service, path) => ({ path, passphrase: 'long enough' }),
  'connection.add': ({ accountId }, folder) => ({
    accountId,
    kind: 'statements',
    settings: { folder, afterwards: 'move' },
  }),
  'connection.begin': ({ accountId }, folder) => ({ accountId, kind: 'statements', settings: { folder } }),
  'connection.banks': (_service, folder) => ({ kind: 'statements', settings: { folder } }),
  'connection.update': (_service, folder) => ({ connectionId: 'connection_1', settings: { folder } }),
  'connection.lookAtFolder': (_service, folder) => ({ folder }),
  'folder.list': (_service, folder) => ({ folder, shows: 'folders' }),
  'preview.make': ({ accountId }, path) => ({ accountId, batches: [{ paths: [path] }] }),
  'run.import': ({ accountId }, path) => ({ accountId, paths: [path] }),
  'run.preview': ({ accountId }, path) => ({ accountId, paths: [path] }),
  'statement.inspect': ({ accountId }, path) => ({ accountId, path }),
  'statement.discard': (_service, path) => ({ paths: [path] }),
  'workbook.begin': ({ accountId }, path) => ({ accountId, ...way(path) }),
  'workbook.connect': ({ accountId }, path) => ({ accountId, ...way(path) }),
  'workbook.headers': ({ accountId }, path) => ({ accountId, of: way(path) }),
  'workbook.missing': ({ accountId }, path) => ({ accountId, of: way(path) }),
  'workbook.recognized': ({ accountId }, path) => ({ accountId, of: way(path) }),
} satisfies Partial<Record<ProcedureName, (service: ServiceInUse, path: string) => object>>;

const way = (path: string) => ({ kind: 'xlsx', way: 'connect', settings: { path } });

type Guarded = keyof typeof INPUTS;

const callFrom =
  (service: ServiceInUse, caller: Caller) =>
  (name: string, input: object): Promise<unknown> =>
    service.service.control.call(name, input, new AbortController().signal, caller);

describe('the input schemas', () => {
  it('declare each field whose name suggests a path, such as “folder”, as a path', () => {
    const undeclared = FIELDS.filter(
      ({ procedure, name, schema }) =>
        /path|folder|file|director|near|home/i.test(name) &&
        schema._zod.def.type === 'string' &&
        !LOCAL_PATHS.has(schema) &&
        !BEGINNINGS.has(`${procedure} ${name}`),
    );
    expect(undeclared.map(({ procedure, name }) => `${procedure} ${name}`)).toEqual([]);
  });

  it('use the schema with checked paths for all settings of connections and workbooks', () => {
    const undeclared = FIELDS.filter(
      ({ name, schema }) => name === 'settings' && schema._zod.def.type === 'record' && !KIND_SETTINGS.has(schema),
    );
    expect(undeclared).toEqual([]);
  });

  it('contain paths exactly for the procedures that this file tests', () => {
    const naming = FIELDS.filter(({ schema }) => LOCAL_PATHS.has(schema) || KIND_SETTINGS.has(schema));
    expect([...new Set(naming.map(({ procedure }) => procedure))].sort()).toEqual(Object.keys(INPUTS).sort());
  });
});

describe('a path in a page’s request', () => {
  const shared = sharedByTests(async () => {
    const service = await serviceInUse();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.csv'), 'Date,Amount,Description\n2026-01-05,1.00,Salary\n');
    writeFileSync(join(service.folder, 'open.csv'), '');
    mkdirSync(join(service.folder, '.hidden'));
    symlinkSync(outside, join(service.folder, 'link'));
    symlinkSync(join(outside, 'nothing.xlsx'), join(service.folder, 'dangling.xlsx'));
    const { folder } = service;
    const closed = {
      'outside of the home': join(outside, 'secret.csv'),
      'outside of the home, and not there': join(outside, 'new.xlsx'),
      'outside of the home, by ".."': `${folder}/../${outside.split('/').at(-1)}/secret.csv`,
      'outside of the home, by a link': join(folder, 'link', 'secret.csv'),
      'outside of the home, by a link and ".."': `${folder}/link/../secret.csv`,
      'outside of the home, by a link that leads nowhere': join(folder, 'dangling.xlsx'),
      'as the address of a file': `file://${outside}/secret.csv`,
      'in quotes': `"${join(outside, 'secret.csv')}"`,
      'of the home of this system, by "~"': '~/secret.csv',
      'of another user': join(homedir(), '..', 'other', 'secret.csv'),
      hidden: join(folder, '.hidden', 'secret.csv'),
      'hidden, and not there': join(folder, '.ssh'),
      "of Pennyrow's own key": join(folder, 'vault.key'),
      "of Pennyrow's own database": join(folder, 'pennyrow.db'),
      "of Pennyrow's own backups": join(folder, 'backups', 'x.xlsx'),
    };
    return { service, outside, closed };
  });

  it.each(Object.keys(INPUTS) as Guarded[])(
    'is rejected by %s if it is hidden, outside of the home folder, or one of Pennyrow’s files',
    async (name) => {
      const { service, outside, closed } = await shared();
      const before = readdirSync(outside);
      for (const [where, path] of Object.entries(closed)) {
        const input = INPUTS[name](service, path);
        for (const caller of ['page', 'page-here'] as const)
          await expect(callFrom(service, caller)(name, input), `${name} ${where}`).rejects.toMatchObject({
            code: expect.stringMatching(isAbsolute(path) ? 'folder_outside' : /folder_outside|input_path/),
          });
      }
      expect(readdirSync(outside)).toEqual(before);
    },
  );

  it.each((Object.keys(INPUTS) as Guarded[]).filter((name) => name !== 'connection.lookAtFolder'))(
    'is rejected by %s if it is relative',
    async (name) => {
      const { service } = await shared();
      for (const path of ['new.xlsx', join('..', 'new.xlsx')])
        await expect(callFrom(service, 'page')(name, INPUTS[name](service, path))).rejects.toMatchObject({
          code: 'input_path',
        });
    },
  );

  it.each(Object.keys(INPUTS) as Guarded[])(
    'is accepted by %s if it is below the home folder or from the command line',
    async (name) => {
      const { service, closed } = await shared();
      const outcome = (caller: Caller, path: string) =>
        callFrom(service, caller)(name, INPUTS[name](service, path)).then(
          () => null,
          ({ code }: { code: string }) => code,
        );
      if (name !== 'folder.list')
        expect(await outcome('trusted', closed['outside of the home'])).not.toBe('folder_outside');
      expect(await outcome('page', join(service.folder, 'open.csv'))).not.toBe('folder_outside');
    },
  );
});

describe('a path outside of the home folder', () => {
  it('is accepted from a page, with all paths below it, after the user has chosen it in a system dialog', async () => {
    const service = await serviceInUse();
    const outside = temporaryFolder();
    mkdirSync(join(outside, 'bank'));
    const look = (folder: string) => callFrom(service, 'page')('connection.lookAtFolder', { folder });
    await expect(look(outside)).rejects.toMatchObject({ code: 'folder_outside' });
    service.service.control.allowPath(outside);
    expect(await look(outside)).toMatchObject({ state: 'folder' });
    expect(await look(join(outside, 'bank'))).toMatchObject({ state: 'folder' });
    await expect(look(join(outside, '..'))).rejects.toMatchObject({ code: 'folder_outside' });
  });

  it('is accepted if it is the chosen root of a disk, but the paths below it are rejected', async () => {
    const service = await serviceInUse();
    const look = (folder: string) => callFrom(service, 'page')('connection.lookAtFolder', { folder });
    await expect(look('/')).rejects.toMatchObject({ code: 'folder_outside' });
    service.service.control.allowPath('/');
    expect(await look('/')).toMatchObject({ state: 'folder' });
    await expect(look('/etc')).rejects.toMatchObject({ code: 'folder_outside' });
  });

  it('is accepted from a page after the command line has set it for a connection', async () => {
    const service = await serviceInUse();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'may.csv'), 'Date,Amount,Description\n2026-01-05,1.00,Salary\n');
    const { accountId, client } = service;
    const inspect = () => callFrom(service, 'page')('statement.inspect', { accountId, path: join(folder, 'may.csv') });
    await expect(inspect()).rejects.toMatchObject({ code: 'folder_outside' });
    const settings = { folder, afterwards: 'leave' };
    const { id } = await client.call('connection.add', { accountId, kind: 'statements', settings });
    await expect(inspect()).resolves.toMatchObject({ name: 'may.csv' });
    await callFrom(service, 'page')('connection.update', {
      connectionId: id,
      settings: { ...settings, afterwards: 'move' },
    });
  });

  it('is accepted from a page if it is an uploaded file', async () => {
    const service = await serviceInUse();
    const { control } = service.service;
    const content = (async function* () {
      yield Buffer.from('Date,Amount,Description\n2026-01-05,1.00,Salary\n');
    })();
    const { path } = await control.receive('may.csv', content, new AbortController().signal);
    const { accountId } = service;
    expect(await callFrom(service, 'page')('statement.inspect', { accountId, path })).toMatchObject({
      name: 'may.csv',
    });
    await callFrom(service, 'page')('statement.discard', { paths: [path] });
    expect(existsSync(path)).toBe(false);
  });
});
