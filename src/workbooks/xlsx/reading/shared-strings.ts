import type { XmlVisitor } from '../../../platform/xml/xml-scanner.ts';
import type { XmlTag } from '../../../platform/xml/xml-tag.ts';
import { scanPart } from '../package/scan-part.ts';
import { damaged } from '../package/workbook-errors.ts';
import { decodeEscapes } from '../package/xml-edit.ts';
import type { ZipPackage } from '../package/zip-package.ts';

export type SharedStrings = readonly string[];

/** `part` is null if the workbook has none. */
export async function readSharedStrings(
  pkg: ZipPackage,
  part: string | null,
  signal?: AbortSignal,
): Promise<SharedStrings> {
  if (part === null) return [];
  const collector = new StringCollector();
  await scanPart(pkg, part, collector, { signal });
  if (!collector.isTable) throw damaged(pkg.path, 'notTexts', { part });
  return collector.strings;
}

class StringCollector implements XmlVisitor {
  readonly strings: string[] = [];
  readonly #text = new RichText();
  isTable = false;

  get wantsText(): boolean {
    return this.#text.wantsText;
  }

  open(name: string, tag: XmlTag): void {
    if (name === 'sst') this.isTable = true;
    if (name === 'si') this.#text.clear();
    else this.#text.open(name, tag);
  }

  close(name: string): void {
    if (name === 'si') this.strings.push(this.#text.value());
    else this.#text.close(name);
  }

  text(text: string): void {
    this.#text.add(text);
  }
}

/** Joins the runs of a text: <t> alone, or <r><t> for each run. Excludes phonetic hints (<rPh>). */
export class RichText {
  wantsText = false;
  #value = '';
  #isPhonetic = false;

  clear(): void {
    this.#value = '';
    this.#isPhonetic = false;
  }

  value(): string {
    return decodeEscapes(this.#value);
  }

  open(name: string, tag: XmlTag): void {
    if (name === 'rPh') this.#isPhonetic = tag.kind === 'open';
    if (name === 't') this.wantsText = !this.#isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 't') this.wantsText = false;
  }

  add(text: string): void {
    this.#value += text;
  }
}
