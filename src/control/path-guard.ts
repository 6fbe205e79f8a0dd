import { isAbsolute } from 'node:path';
import type { Procedure } from '../contract/control/procedure.ts';
import { KIND_SETTINGS, LOCAL_PATHS } from '../contract/control/local-path.ts';
import { problem } from '../messages/problem.ts';
import { PennyrowError } from '../platform/errors.ts';
import { isOpenPath } from '../platform/open-paths.ts';
import { typedPath } from '../platform/typed-path.ts';
import { listAccounts } from '../store/accounts.ts';
import { listConnections } from '../store/connections.ts';
import type { ControlDependencies } from './dependencies.ts';
import type { Asker } from './handler.ts';

type Schema = Procedure['input'];

export interface PathGuard {
  /** Throws folder_outside if a page names a path that is not open to it. A command line may name any. */
  check(schema: Schema, input: unknown, asker: Asker): Promise<void>;
  /** Opens a path that the user chose in a dialog of the system, and everything below it. */
  allow(path: string): void;
}

/**
 * The one guard of paths: a page may be in somebody else's hands, and would read and write files as the user who runs
 * Pennyrow. Open are the user's own folders, uploads, what the user chose in a dialog, and what an account already uses.
 */
export function createPathGuard(
  { store, openPaths, sources, workbooks }: Pick<ControlDependencies, 'store' | 'openPaths' | 'sources' | 'workbooks'>,
  uploads: string,
): PathGuard {
  const allowed = new Set<string>();
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
    return isOpenPath(path, { roots: [uploads, ...allowed, ...inUse()], closed: [] });
  }

  return {
    check: async (schema, input, asker) => {
      if (asker === 'command-line') return;
      for (const given of namedPaths(schema, input, pathFields)) {
        // Some handlers take the text as it is, others as it was meant.
        for (const path of new Set([given, typedPath(given)]))
          if (isAbsolute(path) && !(await isOpen(path)))
            throw new PennyrowError(problem('folder_outside', { path, home: openPaths.roots[0] ?? '' }));
      }
    },
    allow: (path) => allowed.add(path),
  };
}

/** Every path in an input, as its schema tells. */
function* namedPaths(schema: unknown, value: unknown, pathFields: ReadonlySet<string>): Generator<string> {
  if (value === undefined || value === null) return;
  if (LOCAL_PATHS.has(schema)) {
    if (typeof value === 'string') yield value;
    return;
  }
  if (KIND_SETTINGS.has(schema)) {
    yield* pathsAmong(value as Readonly<Record<string, unknown>>, pathFields);
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
