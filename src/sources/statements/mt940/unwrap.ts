/**
 * The lines of a ":86:" as one. SWIFT breaks them at 65 characters, in the middle of a word as well, and many
 * programs drop the spaces at the end of a line: so a full line goes on without a space, and a shorter one with.
 *
 * @param separator what begins a coded piece ("?"); null for plain text. Coded text is always broken by width,
 *   so there only a line that lacks just its last character has lost a space.
 */
export function unwrap(text: string, separator: string | null): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  const width = widthOf(lines);
  let whole = lines[0] ?? '';
  for (let index = 1; index < lines.length; index += 1) {
    const [before, line] = [lines[index - 1] as string, lines[index] as string];
    const isBroken =
      before.length >= width || (separator !== null && (before.length < width - 1 || line.startsWith(separator)));
    whole += isBroken ? line : ` ${line}`;
  }
  return whole;
}

/** A bank with a width of its own shows it by lines that are all as long, but for the last. */
function widthOf(lines: readonly string[]): number {
  const first = lines[0]?.length ?? 0;
  const isEven =
    lines.length > 2 &&
    first >= NARROWEST &&
    lines.every((line, index) => index === lines.length - 1 || line.length === first);
  return isEven ? first : SWIFT_WIDTH;
}

/** Six lines of 65 characters (SWIFT, MT940, field 86). */
const SWIFT_WIDTH = 65;
/** Narrower lines are lines of their own. */
const NARROWEST = 40;
