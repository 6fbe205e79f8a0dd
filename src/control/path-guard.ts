import { type OpenPaths, isOpenPath, typedPath } from '../platform/open-paths.ts';
import { isAbsolute } from 'node:path';
import {
  type Procedure,
  KIND_SETTINGS,
  LOCAL_PATHS,
  localPath,
  typedLocalPath,
} from '../contract/control/procedure.ts';
import { createError } from '../platform/errors.ts';
import { listAccounts } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import type { Collaborators } from './collaborators.ts';
import type { Caller } from './handler.ts';

export interface PathCollaborators extends Collaborators {
  readonly openPaths: OpenPaths;
}

/** Restricts the paths that pages may send, because a stolen session could otherwise access any file of the user. */
export function createPathGuard({ store, openPaths, sources, workbooks }: PathCollaborators, uploads: string) {
  const chosen = new Set<string>();
  const forms = [
    ...sources.kinds.map(({ form }) => form),
    ...workbooks.kinds.flatMap(({ kind }) => kind.ways.map(({ fields }) => fields)),
  ].flat();
  const pathFields = new Set(forms.flatMap(({ id, type }) => (type === 'path' || type === 'folder' ? [id] : [])));

  function inUse(): string[] {
    const accounts = listAccounts(store);
    return [
      ...accounts.flatMap(({ workbook }) => (workbook !== null && 'path' in workbook ? [workbook.path] : [])),
      ...accounts.flatMap(({ id }) =>
        listConnections(store, id).flatMap(({ settings }) => [...pathsAmong(settings, pathFields)]),
      ),
    ];
  }

  async function isOpen(path: string): Promise<boolean> {
    if (await isOpenPath(path, openPaths)) return true;
    const others = [uploads, ...chosen, ...inUse()];
    // A path in use may be the root of a disk. `includes` allows it, but `isOpenPath` never allows all paths below a root.
    return others.includes(path) || isOpenPath(path, { roots: others, closed: [] });
  }

  return {
    check: async (schema: Procedure['input'], input: unknown, caller: Caller): Promise<void> => {
      if (caller === 'trusted') return;
      for (const [kind, text] of namedPaths(schema, input, pathFields)) {
        const forms = kind === localPath ? [text] : [text, typedPath(text)];
        const paths = forms.filter((path) => isAbsolute(path));
        // Rejects a relative path (`paths` is empty), because a handler might resolve it against the working folder of the service.
        if (paths.length === 0 && kind !== typedLocalPath) throw createError('input_path', { path: text });
        for (const path of paths)
          if (!(await isOpen(path))) throw createError('folder_outside', { path, home: openPaths.roots[0] ?? '' });
      }
    },
    allow: (path: string): void => void chosen.add(path),
  };
}

function* namedPaths(
  schema: unknown,
  value: unknown,
  pathFields: ReadonlySet<string>,
): Generator<readonly [schema: unknown, path: string]> {
  if (value === undefined || value === null) return;
  if (LOCAL_PATHS.has(schema)) {
    if (typeof value === 'string') yield [schema, value];
    return;
  }
  if (KIND_SETTINGS.has(schema)) {
    for (const path of pathsAmong(value as Readonly<Record<string, unknown>>, pathFields)) yield [schema, path];
    return;
  }
  const { innerType, element, options = [], shape = {} } = (schema as AnySchema)._zod.def;
  if (innerType !== undefined) yield* namedPaths(innerType, value, pathFields);
  for (const option of options) yield* namedPaths(option, value, pathFields);
  if (element !== undefined && Array.isArray(value))
    for (const one of value) yield* namedPaths(element, one, pathFields);
  for (const [key, inner] of Object.entries(shape))
    yield* namedPaths(inner, (value as Readonly<Record<string, unknown>>)[key], pathFields);
}

function* pathsAmong(settings: Readonly<Record<string, unknown>>, pathFields: ReadonlySet<string>): Generator<string> {
  for (const [key, value] of Object.entries(settings))
    if (pathFields.has(key) && typeof value === 'string') yield value;
}

interface AnySchema {
  readonly _zod: {
    readonly def: {
      readonly innerType?: unknown;
      readonly element?: unknown;
      readonly options?: readonly unknown[];
      readonly shape?: Readonly<Record<string, unknown>>;
    };
  };
}
