import { writeSeen, type Seen } from './layout.ts';

/** Tolerance in pixels, since browser versions round differently. */
const SLACK = 3;
/** Tolerance per color channel, of 255, for the same reason. */
const SHADE = 6;

/**
 * The visible differences between the stored and the current layout, one line each: removed and added elements, and those
 * with another position, size, font or color.
 */
export function differences(before: readonly Seen[], after: readonly Seen[]): string[] {
  const [stored, found] = [byName(before), byName(after)];
  const gone = [...stored].filter(([name]) => !found.has(name)).map(([, seen]) => `gone: ${writeSeen(seen)}`);
  const added = [...found].filter(([name]) => !stored.has(name)).map(([, seen]) => `new: ${writeSeen(seen)}`);
  const changed = [...found].flatMap(([name, seen]) => {
    const was = stored.get(name);
    return was === undefined || isAlike(was, seen) ? [] : [`was: ${writeSeen(was)}\n is: ${writeSeen(seen)}`];
  });
  return [...gone, ...added, ...changed];
}

/** Elements with the same name are numbered. */
function byName(layout: readonly Seen[]): Map<string, Seen> {
  const counts = new Map<string, number>();
  return new Map(
    layout.map((seen) => {
      const count = (counts.get(seen.what) ?? 0) + 1;
      counts.set(seen.what, count);
      return [`${seen.what} ${count}`, seen];
    }),
  );
}

function isAlike(one: Seen, other: Seen): boolean {
  return (
    one.font === other.font &&
    one.box.every((side, place) => Math.abs(side - (other.box[place] ?? 0)) <= SLACK) &&
    one.colors.length === other.colors.length &&
    one.colors.every((colors, place) => isSameColor(colors, other.colors[place] ?? ''))
  );
}

/** Compares texts such as "#202020 on #ffffff": the colors may differ slightly, the words must be equal. */
function isSameColor(one: string, other: string): boolean {
  const [words, others] = [one.split(' '), other.split(' ')];
  return (
    words.length === others.length &&
    words.every((word, place) => word === others[place] || isSameShade(word, others[place] ?? ''))
  );
}

function isSameShade(one: string, other: string): boolean {
  if (!one.startsWith('#') || !other.startsWith('#')) return false;
  return [1, 3, 5].every(
    (place) =>
      Math.abs(Number.parseInt(one.slice(place, place + 2), 16) - Number.parseInt(other.slice(place, place + 2), 16)) <=
      SHADE,
  );
}
