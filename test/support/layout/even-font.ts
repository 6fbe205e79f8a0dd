/** The units of the font's em square; a letter is half as wide, about the width of a usual font's letters. */
const UNITS = 1000;
const LETTER = 500;
const SPACE = 250;
const ASCENT = 930;
const DESCENT = 240;

/** The shape of a letter: one block that starts at the baseline. */
const BLOCK = { left: 40, right: 460, bottom: 0, top: 520 };

const NAME = 'Even';

/**
 * Replaces all letters of a page by the same block before the page loads, so that fonts and text rendering of the machine
 * do not move anything. Text of the same length has the same width everywhere, about that of usual letters. Geometric
 * precision is needed because some builds round the width of a letter to whole pixels. Scroll bars, whose width depends on
 * the system, take no space. A script adds the font and the rule, so the page's content security policy stays unchanged.
 */
export const EVEN_LETTERS = `{
  const bytes = Uint8Array.from(atob('${evenFont().toString('base64')}'), (letter) => letter.charCodeAt(0));
  const face = new FontFace('${NAME}', bytes.buffer, { weight: '1 1000' });
  document.fonts.add(face);
  const rule = new CSSStyleSheet();
  rule.replaceSync('*, ::before, ::after { font-family: ${NAME} !important; font-synthesis: none !important; text-rendering: geometricPrecision !important; font-kerning: none !important; scrollbar-width: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rule];
}`;

/**
 * A TrueType font (learn.microsoft.com/typography/opentype/spec) with three glyphs: missing, space, and a block for all
 * other characters.
 */
function evenFont(): Buffer {
  return fontFile({
    'OS/2': os2(),
    cmap: characterMap(),
    glyf: block(),
    head: numbers(
      'IIIIHHIIIIhhhhHHhhh',
      0x10000,
      0x10000,
      0,
      0x5f0f3cf5,
      3,
      UNITS,
      0,
      0,
      0,
      0,
      BLOCK.left,
      BLOCK.bottom,
      BLOCK.right,
      BLOCK.top,
      0,
      8,
      2,
      1,
      0,
    ),
    hhea: numbers(
      'IhhhHhhhhhhhhhhhH',
      0x10000,
      ASCENT,
      -DESCENT,
      0,
      LETTER,
      BLOCK.left,
      UNITS - BLOCK.right,
      BLOCK.right,
      1,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      3,
    ),
    hmtx: numbers('HhHhHh', LETTER, 0, SPACE, 0, LETTER, BLOCK.left),
    loca: numbers('IIII', 0, 0, 0, block().length),
    maxp: numbers('IHHHHHHHHHHHHHH', 0x10000, 3, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
    name: names([1, 2, 4, 6]),
    post: numbers('IIhhIIIII', 0x30000, 0, -100, 50, 1, 0, 0, 0, 0),
  });
}

/** Maps all characters except spaces to the block: format 13, designed for last-resort fonts. */
function characterMap(): Buffer {
  const groups = [0x20, 1, 0x9f, 2, 0xa0, 1, 0x1fff, 2, 0x200a, 1, 0x202e, 2, 0x202f, 1, 0x10ffff, 2];
  const begins = [0x20, ...groups.filter((_, place) => place % 2 === 0).map((end) => end + 1)];
  const lines = begins
    .slice(0, -1)
    .flatMap((begin, place) => [begin, groups[2 * place] ?? 0, groups[2 * place + 1] ?? 0]);
  const body = numbers('I'.repeat(lines.length), ...lines);
  return Buffer.concat([
    numbers('HHHHI', 0, 1, 3, 10, 12),
    numbers('HHIII', 13, 0, 16 + body.length, 0, lines.length / 3),
    body,
  ]);
}

/** The outline of the block: four points, each relative to the previous one. */
function block(): Buffer {
  const { left, right, bottom, top } = BLOCK;
  const across = [left, 0, right - left, 0];
  const up = [bottom, top - bottom, 0, bottom - top];
  const glyph = numbers('hhhhhHHBBBBhhhhhhhh', 1, left, bottom, right, top, 3, 0, 1, 1, 1, 1, ...across, ...up);
  return Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]);
}

function os2(): Buffer {
  const sizes = [650, 600, 0, 75, 650, 600, 0, 350, 50, 300, 0];
  return Buffer.concat([
    numbers('HhHHH', 4, LETTER, 400, 5, 0),
    numbers('h'.repeat(sizes.length), ...sizes),
    Buffer.alloc(10 + 16),
    Buffer.from('NONE'),
    numbers(
      'HHHhhhHHIIhhHHH',
      0x40,
      0x20,
      0xffff,
      ASCENT,
      -DESCENT,
      0,
      ASCENT,
      DESCENT,
      1,
      0,
      BLOCK.top,
      700,
      0,
      0x20,
      1,
    ),
  ]);
}

function names(ids: readonly number[]): Buffer {
  const text = Buffer.from(NAME, 'utf16le').swap16();
  const records = ids.map((id) => numbers('HHHHHH', 3, 1, 0x409, id, text.length, 0));
  return Buffer.concat([numbers('HHH', 0, ids.length, 6 + 12 * ids.length), ...records, text]);
}

function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(tables);
  const power = 2 ** Math.floor(Math.log2(entries.length));
  let offset = 12 + 16 * entries.length;
  const directory = [
    numbers('IHHHH', 0x10000, entries.length, 16 * power, Math.log2(power), 16 * (entries.length - power)),
  ];
  const bodies: Buffer[] = [];
  for (const [tag, table] of entries) {
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    directory.push(Buffer.from(tag.padEnd(4)), numbers('III', checksum(padded), offset, table.length));
    bodies.push(padded);
    offset += padded.length;
  }
  return Buffer.concat([...directory, ...bodies]);
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let place = 0; place < table.length; place += 4) sum = (sum + table.readUInt32BE(place)) >>> 0;
  return sum;
}

/** Encodes numbers by type: B is one byte, H and h two, I four; lower case means signed. */
function numbers(shapes: string, ...values: readonly number[]): Buffer {
  return Buffer.concat(
    shapes.split('').map((shape, place) => {
      const value = values[place] ?? 0;
      const bytes = Buffer.alloc({ B: 1, H: 2, h: 2, I: 4 }[shape] ?? 0);
      if (shape === 'h') bytes.writeIntBE(value, 0, bytes.length);
      else bytes.writeUIntBE(value, 0, bytes.length);
      return bytes;
    }),
  );
}
