const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g;

/** Text between tags or quotes as XML means it; null when it holds a reference that nothing defines. */
export function decodeXmlText(raw: string): string | null {
  const text = raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
  if (!text.includes('&')) return text;
  let isKnown = true;
  const decoded = text.replace(REFERENCE, (_, decimal?: string, hex?: string, name?: string) => {
    const point = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : null;
    const value = point === null ? PREDEFINED[name ?? ''] : fromCodePoint(point);
    if (value === undefined) isKnown = false;
    return value ?? '';
  });
  return isKnown ? decoded : null;
}

function fromCodePoint(point: number): string | undefined {
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return point === 0 || point > 0x10ffff || isSurrogate ? undefined : String.fromCodePoint(point);
}

const ESCAPED = /_x([0-9a-fA-F]{4})_/g;

/** Undoes the format's own escape for characters that XML cannot carry: "_x000D_" (ECMA-376 part 1, 22.9.2.19). */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(ESCAPED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

/** Excel's limit for a cell (Excel specifications and limits: total number of characters in a cell). */
const MAX_CELL_TEXT = 32_767;

/** Text as a cell can hold it: whole characters only, and not more than fit. */
export function cellText(text: string): string {
  return (text.length > MAX_CELL_TEXT ? `${text.slice(0, MAX_CELL_TEXT - 1)}…` : text).toWellFormed();
}
