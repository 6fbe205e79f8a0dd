/**
 * Escapes each `&` that begins no reference, as in "<Nm>Brot & Butter</Nm>": it can only mean itself, while strict
 * XML would have to refuse the file. Calls `mended` for each piece that had one. From the first CDATA
 * section on nothing is touched, since an `&` stands for itself there.
 */
export function* mendAmpersands(pieces: Iterable<string>, mended: () => void): Generator<string, void, void> {
  let held = '';
  let mayMend = true;
  for (const piece of pieces) {
    const text = held + piece;
    const end: number = mayMend ? completeLength(text) : text.length;
    held = text.slice(end);
    const complete: string = end === text.length ? text : text.slice(0, end);
    // Looked for from its second letter on, which is rare: three times as fast.
    mayMend &&= !complete.includes('![CDATA[');
    const isBroken = mayMend && complete.includes('&') && BARE.test(complete);
    if (isBroken) mended();
    yield isBroken ? complete.replace(EVERY_BARE, '&amp;') : complete;
  }
  if (held === '') return;
  const isBroken = mayMend && BARE.test(held);
  if (isBroken) mended();
  yield isBroken ? held.replace(EVERY_BARE, '&amp;') : held;
}

/** Up to where a piece can be judged: a reference or the beginning of a CDATA section may be cut at its end. */
function completeLength(text: string): number {
  const from = Math.max(0, text.length - LONGEST_BEGINNING);
  const tail = text.slice(from);
  const cut = Math.max(tail.lastIndexOf('&'), tail.lastIndexOf('<'));
  return cut === -1 ? text.length : from + cut;
}

const LONGEST_BEGINNING = 12;

/** XML's own five names, and characters by number. */
const REFERENCE = '(?:amp|lt|gt|quot|apos|#\\d{1,7}|#x[0-9A-Fa-f]{1,6});';
const BARE = new RegExp(`&(?!${REFERENCE})`);
const EVERY_BARE = new RegExp(BARE, 'g');
