import { hash } from 'node:crypto';
import type { Contents } from './disk-changes.ts';
import { seeded } from '../seeded.ts';
import { FATES, randomFate } from './fates.ts';
import type { Operation } from './operation.ts';
import { outcomeOf, problemWithBackups, same, type Outcome } from './outcome.ts';
import { readContents, record, writeContents } from './record.ts';
import type { Scene } from './scenes.ts';
import { SimulatedDisk } from './simulated-disk.ts';

/** A recorded scene, which can be cut at any operation. */
export interface Recording {
  readonly scene: Scene;
  readonly root: string;
  readonly before: Contents;
  readonly operations: readonly Operation[];
  /** The outcome without a power cut. */
  readonly outcome: Outcome;
}

/** A possible state of the disk after a power cut. */
export interface Cut {
  /** Describes after how many operations the power fails, and the fate of unsynced changes. */
  readonly name: string;
  /** True if the power fails after the last operation, when all commands have ended. */
  readonly isAnswered: boolean;
  readonly contents: Contents;
}

/** Plays the scene in the folder, and verifies that the recording is complete. */
export async function rehearse(scene: Scene, root: string): Promise<Recording> {
  await scene.prepare(root);
  const before = readContents(root);
  const operations: Operation[] = [];
  for (const command of scene.commands(root)) {
    const earlier = operations.length;
    for (const operation of await record(root, command))
      operations.push(operation.kind === 'sync' ? { ...operation, covers: earlier + operation.covers } : operation);
  }
  const disk = new SimulatedDisk(root, before);
  for (const operation of operations) disk.apply(operation);
  same(
    'the replay and what the program left',
    [...fingerprints(disk.current())],
    [...fingerprints(readContents(root))],
  );
  return { scene, root, before, operations, outcome: await outcomeOf(root, scene, true) };
}

/**
 * The distinct states that a power cut may leave: after every operation, with every fate and `randomFates` random ones.
 * With a `sample`, only about that many of them, evenly distributed, plus all after the last operation.
 */
export function* cuts(
  { scene: { turns }, root, before, operations }: Recording,
  { randomFates, sample = Infinity }: { readonly randomFates: number; readonly sample?: number },
): Generator<Cut> {
  const relevant = operations.filter((operation) => !isInWorkplace(operation)).length + 1;
  const every = Math.ceil((relevant * (Object.keys(FATES).length + randomFates)) / sample) || 1;
  const isSampled = sample !== Infinity;
  let number = 0;
  const disk = new SimulatedDisk(root, before);
  const seen = new Set<string>();
  const random = seeded(1);
  for (let count = 0; count <= operations.length; count += 1) {
    const operation = operations[count - 1];
    if (operation !== undefined) {
      disk.apply(operation);
      if (isInWorkplace(operation) && count < operations.length) continue;
    }
    const fates = [
      ...Object.entries(FATES).map(([name, fate]) => [name, fate()] as const),
      ...Array.from({ length: randomFates }, (_, number) => [`random ${number}`, randomFate(random)] as const),
    ];
    for (const [name, fate] of fates) {
      number += 1;
      const isAnswered = count === operations.length;
      const isTried =
        isSampled && turns !== undefined ? operation !== undefined && turns(operation) : number % every === 0;
      if (!isAnswered && !isTried) continue;
      const contents = disk.after(fate);
      const print = hash('sha256', JSON.stringify([...fingerprints(contents), isAnswered]));
      if (seen.has(print)) continue;
      seen.add(print);
      yield {
        name: `after ${count} of ${operations.length} (${operation?.kind ?? 'none'} ${operation?.path.slice(root.length) ?? ''}): ${name}`,
        isAnswered,
        contents,
      };
    }
  }
}

/** True within the temporary folder of a repair or restore: a power cut has the same result after each operation there. */
function isInWorkplace(operation: Operation): boolean {
  const paths = 'to' in operation ? [operation.path, operation.to] : [operation.path];
  return paths.every((path) => /\/\.(?:repair|restore)-[^/]+/.test(path));
}

/** Describes how the outcome differs from that without a power cut; null if it does not. */
export async function problemAfter({ scene, root, before, outcome }: Recording, cut: Cut): Promise<string | null> {
  const problem = problemWithBackups(root, before, cut.contents);
  if (problem !== null) return `${cut.name}: ${problem}`;
  writeContents(root, cut.contents);
  try {
    const after = await outcomeOf(root, scene, !cut.isAnswered);
    for (const part of Object.keys(outcome) as (keyof Outcome)[])
      same(`${part} with and without a cut`, [after[part]].flat(), [outcome[part]].flat());
    return null;
  } catch (thrown) {
    return `${cut.name}: ${(thrown as Error).message}`;
  }
}

/** Hashes of all files, without the log and SQLite's shared memory (-shm): neither has to be durable. */
function fingerprints(contents: Contents): Map<string, string> {
  const lasting = [...contents].filter(([path]) => !/\.db-shm$|\.log$/.test(path));
  return new Map(
    lasting
      .map(
        ([path, bytes]) => [path, `${path} ${bytes === null ? 'folder' : hash('sha256', bytes).slice(0, 16)}`] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
