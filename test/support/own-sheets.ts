import ExcelJS from 'exceljs';
import { LANGUAGES, TEMPLATES, type Words } from './own-sheet-words.ts';
import { seeded } from './seeded.ts';

/** The letters of two amount columns, such as C and D. */
export interface OwnMoney {
  readonly in: string;
  readonly out: string;
  /** True if outgoing amounts are negative. */
  readonly outIsNegative: boolean;
}

/** The properties of a generated sheet, which a failing test prints. */
export interface OwnSheet {
  readonly sheet: string;
  readonly layout: string;
  /** Null if one column contains all amounts. */
  readonly money: OwnMoney | null;
  /** True if it has a column only for names, and one for notes. */
  readonly hasSeparateNotes: boolean;
  /** The content of the rows, from the top. */
  readonly rows: readonly OwnRow[];
}

export interface OwnRow {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly text: string;
  readonly amount: number;
}

const PAYEES = ['Bakery', 'Rent', 'Müller & Söhne', 'Café <Zoé>', '=odd text', 'Tram'];
const CATEGORIES = ['Food', 'Home', 'Leisure', ''];
const NOTES = ['with Ana', '', 'for the office', 'ask again'];

type Column = 'date' | 'text' | 'amount' | 'in' | 'out' | 'category' | 'notes' | 'own' | 'blank';

/** Writes a user's own workbook; the same seed produces the same workbook. */
export async function writeOwnSheet(path: string, seed: number): Promise<OwnSheet> {
  const { below, chance, pick, shuffled } = dice(seed);
  const workbook = new ExcelJS.Workbook();
  if (chance(0.3)) workbook.addWorksheet('Übersicht').getCell('B2').value = 'What is left?';
  const template = chance(0.2) ? pick(Object.keys(TEMPLATES)) : null;
  const language = pick(Object.keys(LANGUAGES));
  const words = LANGUAGES[language] as Words;
  const name = template === 'tiller' ? 'Transactions' : pick(['Sheet1', 'Ausgaben', "Ana's money", 'Register']);
  const sheet = workbook.addWorksheet(name);
  const titleRows = template === null ? below(3) : 0;
  for (let row = 1; row <= titleRows; row += 1)
    sheet.getCell(row, 1).value = row === 1 ? 'My money 2026' : 'typed by me';
  const headerRow = titleRows + 1;
  const left = below(2);
  const { headers, kinds } =
    template === null
      ? ownColumns(seed % 2 === 0 ? words : { ...words, text: words.payee }, shuffled, chance)
      : templateColumns(TEMPLATES[template] ?? []);
  for (const [index, header] of headers.entries())
    if (header !== '') sheet.getCell(headerRow, left + index + 1).value = header;
  const count = below(12) + 1;
  /** With two amount columns: the content of the unused one, and the sign of outgoing amounts. */
  const [other, sign] = [chance(0.2) ? 0 : null, chance(0.3) ? 1 : -1];
  const cellOf = (kind: Column, row: number, amount: number): ExcelJS.CellValue => {
    if (kind === 'date') return new Date(Date.UTC(2025, below(12), 1 + below(28)));
    if (kind === 'text') return pick(PAYEES);
    if (kind === 'amount') return amount;
    if (kind === 'in') return amount < 0 ? other : amount;
    if (kind === 'out') return amount < 0 ? sign * amount : other;
    if (kind === 'category') return pick(CATEGORIES) || null;
    if (kind === 'notes') return pick(NOTES) || null;
    if (kind === 'own') return row % 2 === 0 ? { formula: `ROW()*${below(9)}`, result: 0, date1904: false } : 'mine';
    return null;
  };
  const isTable = chance(0.3) && headers.every((header) => header !== '');
  const amounts = Array.from({ length: count }, () => Math.round((below(200_000) - 150_000) / 10) / 10);
  const lines = amounts.map((amount, row) => kinds.map((kind) => cellOf(kind, headerRow + 1 + row, amount)));
  if (isTable) {
    sheet.addTable({
      name: 'Table1',
      ref: sheet.getCell(headerRow, left + 1).address,
      headerRow: true,
      columns: headers.map((header) => ({ name: header, filterButton: true })),
      rows: lines.map((line) =>
        line.map((value) => (value !== null && typeof value === 'object' && 'formula' in value ? 'mine' : value)),
      ),
    });
  } else {
    for (const [row, line] of lines.entries())
      for (const [column, value] of line.entries())
        if (value !== null) sheet.getCell(headerRow + 1 + row, left + column + 1).value = value;
    if (chance(0.2))
      sheet.autoFilter = {
        from: { row: headerRow, column: left + 1 },
        to: { row: headerRow + count, column: left + headers.length },
      };
  }
  const letterOf = (kind: Column): string => sheet.getColumn(left + kinds.indexOf(kind) + 1).letter;
  const ofMoney = (['amount', 'in', 'out'] as const).filter((kind) => kinds.includes(kind));
  const total = chance(0.3) ? pick(['right below', 'further down']) : null;
  if (total !== null) {
    const row = headerRow + count + (total === 'right below' ? 1 : 9);
    sheet.getCell(row, left + kinds.indexOf('text') + 1).value = words.total;
    for (const letter of ofMoney.map(letterOf))
      sheet.getCell(`${letter}${row}`).value = {
        formula: `SUM(${letter}${headerRow + 1}:${letter}${headerRow + count})`,
        result: 0,
        date1904: false,
      };
  }
  const beside = chance(0.4) ? 1 + below(4) : 0;
  if (beside > 0) {
    const column = left + headers.length + 1 + beside;
    sheet.getCell(headerRow + 1, column).value = 'Spent';
    sheet.getCell(headerRow + 1, column + 1).value = {
      formula: ofMoney.map((kind) => `SUM(${letterOf(kind)}:${letterOf(kind)})`).join('-'),
      result: 0,
      date1904: false,
    };
    sheet.getCell(headerRow + 40, column).value = 'a note far down';
  }
  await workbook.xlsx.writeFile(path);
  return {
    sheet: name,
    layout: [
      template ?? language,
      isTable ? 'table' : 'range',
      `total ${total}`,
      `beside ${beside}`,
      headers.join('|'),
    ].join(', '),
    money: kinds.includes('in')
      ? { in: letterOf('in'), out: letterOf('out'), outIsNegative: sign === 1 && amounts.some((amount) => amount < 0) }
      : null,
    hasSeparateNotes: kinds.includes('notes') && (seed % 2 !== 0 || ['en', 'de'].includes(language)),
    rows: lines.map((line, row) => ({
      date: (line[kinds.indexOf('date')] as Date).toISOString().slice(0, 10),
      text: line[kinds.indexOf('text')] as string,
      amount: amounts[row] as number,
    })),
  };
}

/** All non-empty cells of a workbook, by sheet and address. */
export async function cellsOf(path: string): Promise<ReadonlyMap<string, string>> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(path);
  const cells = new Map<string, string>();
  for (const sheet of workbook.worksheets)
    sheet.eachRow((row) =>
      row.eachCell((cell) => {
        const { formula } = cell;
        cells.set(`${sheet.name}!${cell.address}`, formula ? `=${formula}` : JSON.stringify(cell.value));
      }),
    );
  return cells;
}

function ownColumns(
  words: Words,
  shuffled: <Item>(items: readonly Item[]) => Item[],
  chance: (share: number) => boolean,
): { readonly headers: readonly string[]; readonly kinds: readonly Column[] } {
  const some = (['category', 'notes', 'own'] as const).filter(() => chance(0.6));
  const money: readonly Column[] = chance(0.4) ? ['in', 'out'] : ['amount'];
  const kinds: Column[] = shuffled(['date', 'text', ...money, ...some]);
  if (chance(0.15)) kinds.splice(1 + Math.floor(kinds.length / 2), 0, 'blank');
  return {
    kinds,
    headers: kinds.map((kind) => (kind === 'own' ? 'My mark' : kind === 'blank' ? '' : words[kind])),
  };
}

function templateColumns(headers: readonly string[]): {
  readonly headers: readonly string[];
  readonly kinds: readonly Column[];
} {
  const kindOf = (header: string): Column => {
    if (/date$/i.test(header)) return 'date';
    if (header === 'Description' || header === 'Payee') return 'text';
    if (header === 'Amount') return 'amount';
    if (header.startsWith('Credit')) return 'in';
    if (header.startsWith('Debit')) return 'out';
    return header === 'Category' ? 'category' : 'blank';
  };
  return { headers, kinds: headers.map((header) => (header === 'Date Added' ? 'blank' : kindOf(header))) };
}

function dice(seed: number) {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  return {
    below,
    pick,
    chance: (share: number): boolean => random() < share,
    shuffled: <Item>(items: readonly Item[]): Item[] => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as Item);
    },
  };
}
