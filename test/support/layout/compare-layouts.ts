import { writeSeen, type Seen } from './layout.ts';

/** In pixels: another version of a browser rounds otherwise. */
const SLACK = 3;
/** Of 255 in each colour, for the same reason. */
const SHADE = 6;

/**
 * What a person would notice between the layout that is kept and the one that is, a line each: what is gone, what is
 * new, and what is elsewhere, has another size, font or colour.
 */
export function differences(before: readonly Seen[], after: readonly Seen[]): string[] {
  const [known, found] = [byName(before), byName(after)];
  const gone = [...known].filter(([name]) => !found.has(name)).map(([, seen]) => `gone: ${writeSeen(seen)}`);
  const added = [...found].filter(([name]) => !known.has(name)).map(([, seen]) => `new: ${writeSeen(seen)}`);
  const changed = [...found].flatMap(([name, seen]) => {
    const was = known.get(name);
    return was === undefined || isAlike(was, seen) ? [] : [`was: ${writeSeen(was)}\n is: ${writeSeen(seen)}`];
  });
  return [...gone, ...added, ...changed];
}

/** What is there several times goes by its number. */
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
    one.colours.length === other.colours.length &&
    one.colours.every((colours, place) => isSameColour(colours, other.colours[place] ?? ''))
  );
}

/** Words like "on" and "edge" between the colours must be the same. */
function isSameColour(one: string, other: string): boolean {
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
