import { negateAmount, parseAmount, type Amount } from './amount.ts';
import { checkPattern } from './rule-matcher.ts';
import type { RuleValues } from './workbook-change.ts';

/** A line of Tiller's sheet AutoCat: the filled cells by header, in lower case. */
export interface AutoCatLine {
  readonly row: number;
  readonly cells: ReadonlyMap<string, string>;
}

export interface UnconvertedLine {
  readonly row: number;
  /** `other`: the line was converted, but without these columns. */
  readonly reason: 'nothing' | 'unusable' | 'other';
  readonly columns: readonly string[];
}

export interface ConvertedRules {
  readonly rules: readonly RuleValues[];
  readonly unconverted: readonly UnconvertedLine[];
}

/** Headers of columns with criteria, such as "description contains". All other headers name a column to fill. */
const CRITERION = /^(.+) (contains|equals|starts with|ends with|regex|min|max|polarity)$/;

const TEXT_COLUMNS: ReadonlySet<string> = new Set(['description', 'full description']);

export function readAutoCat(
  lines: readonly { readonly row: number; readonly texts: ReadonlyMap<number, string> }[],
): readonly AutoCatLine[] | null {
  const isHeader = (texts: readonly string[]): boolean =>
    texts.includes('category') && texts.some((text) => CRITERION.test(text));
  const at = lines.findIndex(({ texts }) => isHeader([...texts.values()].map(headerOf)));
  const head = lines[at];
  if (head === undefined) return null;
  return lines.slice(at + 1).map(({ row, texts }) => ({
    row,
    cells: new Map(
      [...texts].flatMap(([position, text]): [string, string][] => {
        const header = headerOf(head.texts.get(position) ?? '');
        return header === '' || text.trim() === '' ? [] : [[header, text.trim()]];
      }),
    ),
  }));
}

function headerOf(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Converts lines to rules with the same meaning, one for each text of a list. Skips lines with two criteria for the text. */
export function convertAutoCat(lines: readonly AutoCatLine[]): ConvertedRules {
  const rules: RuleValues[] = [];
  const unconverted: UnconvertedLine[] = [];
  for (const line of lines) {
    const found = convertLine(line);
    if ('rules' in found) rules.push(...found.rules);
    const { left } = found;
    if (left !== null) unconverted.push({ row: line.row, ...left });
  }
  return { rules, unconverted };
}

type Left = Omit<UnconvertedLine, 'row'>;

function convertLine({ cells }: AutoCatLine): { readonly rules?: readonly RuleValues[]; readonly left: Left | null } {
  const category = cells.get('category') ?? '';
  const criteria = [...cells].flatMap(([header, value]) => {
    const [, column = '', how = ''] = CRITERION.exec(header) ?? [];
    return how === '' ? [] : [{ header, column, how, value }];
  });
  const refuse = (reason: Left['reason'], unusable: typeof criteria = []) => ({
    left: { reason, columns: unusable.map(({ header }) => header) },
  });
  if (category === '' || criteria.length === 0) return refuse('nothing');
  const texts = criteria.filter(({ column }) => TEXT_COLUMNS.has(column));
  const accounts = criteria.filter(({ column }) => column === 'account');
  const amounts = criteria.filter(({ column }) => column === 'amount');
  const others = criteria.filter((each) => ![...texts, ...accounts, ...amounts].includes(each));
  const excess = [...others, ...texts.slice(1), ...accounts.slice(1)];
  if (excess.length > 0) return refuse('unusable', excess);
  const descriptions = texts[0] === undefined ? ['*'] : patternsOf(texts[0], textPattern);
  const limits = accounts[0] === undefined ? [undefined] : patternsOf(accounts[0], accountPattern);
  if (descriptions === null || limits === null || descriptions.some((each) => checkPattern(each) !== null))
    return refuse('unusable', [...texts, ...accounts]);
  const bounds = boundsOf(new Map(amounts.map(({ how, value }) => [how, value])));
  if (bounds === null) return refuse('unusable', amounts);
  const renameTo = cells.get('description');
  const ignored = [...cells.keys()].filter((header) => !isConverted(header));
  const renamed = renameTo !== undefined && { renameTo };
  return {
    rules: descriptions.flatMap((description) =>
      limits.flatMap((account) => {
        const more = { ...(account !== undefined && { account }), ...renamed };
        return bounds.map(([minAmount, maxAmount]) => ({ description, category, minAmount, maxAmount, ...more }));
      }),
    ),
    left: ignored.length === 0 ? null : { reason: 'other', columns: ignored },
  };
}

function isConverted(header: string): boolean {
  return header === 'category' || header === 'description' || CRITERION.test(header);
}

/** Quoted texts with commas between them. Any other text is one text, even if it contains a comma. */
const LIST = /^"[^"]+"(?:\s*,\s*"[^"]+")*$/;

function patternsOf(
  { how, value }: { readonly how: string; readonly value: string },
  patternOf: (how: string, value: string) => string | null,
): string[] | null {
  const isList = how !== 'regex' && LIST.test(value);
  const values = isList ? value.slice(1, -1).split(/"\s*,\s*"/) : [value];
  const patterns = values.map((each) => patternOf(how, each.trim()));
  return patterns.includes(null) ? null : (patterns as string[]);
}

function textPattern(how: string, value: string): string | null {
  const text = value.replaceAll(/[\\^$.|?*+()[\]{}/]/g, String.raw`\$&`);
  if (how === 'contains') return /[*/]/.test(value) ? `/${text}/` : value;
  if (how === 'equals') return `/^${text}$/`;
  if (how === 'starts with') return `/^${text}/`;
  if (how === 'ends with') return `/${text}$/`;
  return how === 'regex' ? `/${value}/` : null;
}

function accountPattern(how: string, value: string): string | null {
  if (value.includes('*')) return null;
  if (how === 'equals') return value;
  if (how === 'contains') return `*${value}*`;
  if (how === 'starts with') return `${value}*`;
  return how === 'ends with' ? `*${value}` : null;
}

type Bounds = readonly [Amount | null, Amount | null];

const ZERO = parseAmount('0') as Amount;

/** AutoCat's bounds ignore the sign, so a line with bounds but no polarity becomes two rules, one for each sign. */
function boundsOf(criteria: ReadonlyMap<string, string>): readonly Bounds[] | null {
  const polarity = criteria.get('polarity')?.toLowerCase();
  const sizeOf = (how: string): Amount | null | 'unreadable' => {
    const text = criteria.get(how);
    if (text === undefined) return null;
    return parseAmount(text.replace(/^[-+]/, '')) ?? 'unreadable';
  };
  const equal = sizeOf('equals');
  const [least, most] = [equal ?? sizeOf('min'), equal ?? sizeOf('max')];
  const unknown = [...criteria.keys()].some((how) => !['equals', 'min', 'max', 'polarity'].includes(how));
  if (unknown || least === 'unreadable' || most === 'unreadable') return null;
  const out: Bounds = [most === null ? null : negateAmount(most), negateAmount(least ?? ZERO)];
  const into: Bounds = [least ?? ZERO, most];
  if (polarity === 'negative') return [out];
  if (polarity === 'positive') return [into];
  if (polarity !== undefined) return null;
  return least === null && most === null ? [[null, null]] : [out, into];
}
