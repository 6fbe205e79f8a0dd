import { basename } from 'node:path';
import type { OutputChunk } from 'rolldown';

/**
 * Groups modules that a start loads either all or not at all, so that they can share a file: each file costs a start
 * about half a millisecond. The bundler would put modules that two lazy imports share into a separate file, even if one
 * import always follows the other. `chunks`: the result of a build without groups. Returns the group of each module
 * that has one. Also merges small files, even if a start does not need all of them.
 */
export function findLoadGroups(chunks: readonly OutputChunk[]): ReadonlyMap<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const starts = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
  const entries = new Set([
    ...starts,
    ...chunks.flatMap((chunk) => chunk.dynamicImports.filter((name) => byName.has(name))),
  ]);
  const closures = new Map([...entries].map((entry) => [entry, closureOf(entry, byName)]));
  const present = presentBefore(entries, starts, closures, byName);

  const groups = new Map<string, OutputChunk[]>();
  for (const chunk of chunks) {
    if (chunk.isEntry) continue;
    const loadedBy = [...entries].filter(
      (entry) => closures.get(entry)?.has(chunk.fileName) && !present.get(entry)?.has(chunk.fileName),
    );
    const key = loadedBy.toSorted().join('|');
    groups.set(key, [...(groups.get(key) ?? []), chunk]);
  }
  return new Map(
    withSmallShared([...groups.values()], byName)
      .filter((group) => group.length > 1)
      .flatMap((group) => group.flatMap(({ moduleIds }) => moduleIds.map((id) => [id, nameOf(group)] as const))),
  );
}

/** Below this size, loading code that a start does not need is cheaper than loading another file. */
const SMALL_BYTES = 16_000;

/** Files that import this module are not merged: loading it takes 4 ms, as long as eight files. */
const SLOW_BUILTIN = 'node:crypto';

/** Merges the small groups that import only each other, so that loading all of them loads no large file. */
function withSmallShared(
  groups: readonly OutputChunk[][],
  byName: ReadonlyMap<string, OutputChunk>,
): readonly OutputChunk[][] {
  const groupOf = new Map(groups.flatMap((group) => group.map(({ fileName }) => [fileName, group])));
  const small = new Set(
    groups.filter((group) => group.reduce((size, { code }) => size + code.length, 0) < SMALL_BYTES),
  );
  const importsLarge = (group: readonly OutputChunk[]): boolean =>
    group.some(({ imports }) =>
      imports.some((name) => name === SLOW_BUILTIN || (byName.has(name) && !small.has(groupOf.get(name) ?? []))),
    );
  for (let size = -1; size !== small.size;) {
    size = small.size;
    for (const group of small) if (importsLarge(group)) small.delete(group);
  }
  return [...groups.filter((group) => !small.has(group)), [...small].flat()];
}

/** A file and all its static imports. */
function closureOf(entry: string, byName: ReadonlyMap<string, OutputChunk>): ReadonlySet<string> {
  const closure = new Set([entry]);
  for (const name of closure) for (const imported of byName.get(name)?.imports ?? []) closure.add(imported);
  return closure;
}

/** The files that are always loaded before an entry: the intersection over all entries that import it lazily. */
function presentBefore(
  entries: ReadonlySet<string>,
  starts: readonly string[],
  closures: ReadonlyMap<string, ReadonlySet<string>>,
  byName: ReadonlyMap<string, OutputChunk>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const present = new Map<string, ReadonlySet<string>>(
    [...entries].map((entry) => [entry, new Set(starts.includes(entry) ? [] : byName.keys())]),
  );
  const importers = new Map(
    [...entries].map((entry) => [
      entry,
      [...entries].filter((other) =>
        [...(closures.get(other) ?? [])].some((name) => byName.get(name)?.dynamicImports.includes(entry)),
      ),
    ]),
  );
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    for (const entry of entries) {
      if (starts.includes(entry)) continue;
      const loaded = (importers.get(entry) ?? []).map(
        (other) => new Set([...(closures.get(other) ?? []), ...(present.get(other) ?? [])]),
      );
      const common = new Set([...byName.keys()].filter((name) => loaded.every((names) => names.has(name))));
      if (common.size === present.get(entry)?.size) continue;
      present.set(entry, common);
      isSettled = false;
    }
  }
  return present;
}

/** The name of the group's largest file, which is unique. */
function nameOf(group: readonly OutputChunk[]): string {
  const [largest] = group.toSorted((left, right) => right.code.length - left.code.length);
  return largest === undefined ? 'shared' : basename(largest.fileName, '.js');
}
