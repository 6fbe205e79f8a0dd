import type { Look } from '../../template/sheet.ts';
import { escapeText, HEAD, MAIN } from '../package/xml-edit.ts';

const SIZES = { small: 10, usual: 11, heading: 13, title: 20 } as const;
/** Smaller ids are built in or reserved (ECMA-376 part 1, 18.8.30). */
export const FIRST_OWN_FORMAT = 164;

export class NewStyles {
  readonly #formats = numbered(FIRST_OWN_FORMAT);
  readonly #fonts = numbered(0, fontXml({}));
  // The file format requires these as the first two fills (18.8.20).
  readonly #fills = numbered(0, '<patternFill patternType="none"/>', '<patternFill patternType="gray125"/>');
  readonly #borders = numbered(0, borderXml(undefined));
  readonly #cells = numbered(0, '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>');
  readonly #marks = numbered(0);

  of(look: Look): number {
    const format = this.#formatId(look.format);
    const font = this.#fonts.of(fontXml(look));
    const fill = look.fill === undefined ? 0 : this.#fills.of(solid('fgColor', look.fill));
    const border = this.#borders.of(borderXml(look.line));
    const alignment = alignmentXml(look);
    const applied = [
      ['applyNumberFormat', format > 0],
      ['applyFont', font > 0],
      ['applyFill', fill > 0],
      ['applyBorder', border > 0],
      ['applyAlignment', alignment !== ''],
    ]
      .map(([name, isApplied]) => (isApplied === true ? ` ${String(name)}="1"` : ''))
      .join('');
    const open = `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"${applied}`;
    return this.#cells.of(alignment === '' ? `${open}/>` : `${open}>${alignment}</xf>`);
  }

  ofMark({ bold, color, fill }: Pick<Look, 'bold' | 'color' | 'fill'>): number {
    const font = `${bold === true ? '<b/>' : ''}${color === undefined ? '' : `<color rgb="FF${color}"/>`}`;
    return this.#marks.of(
      `<dxf>${font === '' ? '' : `<font>${font}</font>`}${fill === undefined ? '' : `<fill>${solid('bgColor', fill)}</fill>`}</dxf>`,
    );
  }

  #formatId(format: Look['format']): number {
    if (format === undefined) return 0;
    if (format.type === 'text') return 49;
    return this.#formats.of(escapeText(escapedPattern(format.pattern)).replaceAll('"', '&quot;'));
  }

  xml(): string {
    const list = (
      name: string,
      { items }: ReturnType<typeof numbered>,
      wrap: (item: string, index: number) => string = (item) => item,
    ) => (items.length === 0 ? '' : `<${name} count="${items.length}">${items.map(wrap).join('')}</${name}>`);
    return (
      `${HEAD}<styleSheet xmlns="${MAIN}">` +
      list(
        'numFmts',
        this.#formats,
        (code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${code}"/>`,
      ) +
      list('fonts', this.#fonts) +
      list('fills', this.#fills, (fill) => `<fill>${fill}</fill>`) +
      list('borders', this.#borders) +
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
      list('cellXfs', this.#cells) +
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>' +
      list('dxfs', this.#marks) +
      '<tableStyles count="0" defaultTableStyle="TableStyleMedium2" defaultPivotStyle="PivotStyleLight16"/></styleSheet>'
    );
  }
}

function numbered(first: number, ...items: string[]) {
  const of = (item: string): number => {
    const index = items.indexOf(item);
    return first + (index === -1 ? items.push(item) - 1 : index);
  };
  return { items: items as readonly string[], of };
}

/** Escapes hyphens, slashes and spaces outside of brackets by a backslash, as number formats require. */
export function escapedPattern(pattern: string): string {
  return pattern.replaceAll(/(\[[^\]]*\])|([-/ ])/g, (whole, bracket: string | undefined) =>
    bracket === undefined ? `\\${whole}` : bracket,
  );
}

function fontXml({
  bold,
  size = 'usual',
  color,
}: Pick<Look, 'bold' | 'color'> & { size?: keyof typeof SIZES }): string {
  return `<font>${bold === true ? '<b/>' : ''}<sz val="${SIZES[size]}"/>${color === undefined ? '' : `<color rgb="FF${color}"/>`}<name val="Calibri"/><family val="2"/></font>`;
}

function solid(color: 'fgColor' | 'bgColor', hex: string): string {
  return color === 'fgColor'
    ? `<patternFill patternType="solid"><fgColor rgb="FF${hex}"/><bgColor indexed="64"/></patternFill>`
    : `<patternFill patternType="solid"><bgColor rgb="FF${hex}"/></patternFill>`;
}

function borderXml(line: Look['line']): string {
  const side = (name: string): string =>
    line?.side === name
      ? `<${name} style="${line.isThick === true ? 'medium' : 'thin'}"><color rgb="FF${line.color}"/></${name}>`
      : `<${name}/>`;
  return `<border><left/><right/>${side('top')}${side('bottom')}<diagonal/></border>`;
}

function alignmentXml({ align, isIndented, isMiddle }: Look): string {
  const side = align ?? (isIndented === true ? 'left' : undefined);
  if (side === undefined && isMiddle !== true) return '';
  return `<alignment${side === undefined ? '' : ` horizontal="${side}"`}${isMiddle === true ? ' vertical="center"' : ''}${isIndented === true ? ' indent="1"' : ''}/>`;
}
