import type { StatementText } from '../statement-error.ts';
import { OfxScanner } from './ofx-scanner.ts';

/**
 * What a reader of tokens is told, in the order of the file; `offset` is where the token's tag begins.
 * In OFX 1 a leaf needs no closing tag, and an empty one cannot be told from the start of an aggregate:
 * both are `open`.
 */
export interface OfxTokenHandler {
  open(name: string, offset: number): void;
  leaf(name: string, text: string, offset: number): void;
  close(name: string, offset: number): void;
  /** Text that is not blank and belongs to no leaf. */
  looseText(text: string, offset: number): void;
}

/** Reads OFX 1 (SGML) and OFX 2 (XML) alike, in one pass. Throws what `OfxScanner` throws. */
export function readOfxTokens(statement: StatementText, handler: OfxTokenHandler): void {
  const scanner = new OfxScanner(statement);
  /** The leaf that was just told: its closing tag, if it has one, says nothing new. */
  let told = '';
  let tag = scanner.next();
  if (scanner.text !== '') handler.looseText(scanner.text, 0);
  while (tag !== null) {
    const offset = scanner.offset;
    const following = scanner.next();
    const text = scanner.text;
    if (tag.kind === 'opening' && text !== '') {
      handler.leaf(tag.name, text, offset);
      told = tag.name;
    } else {
      if (tag.kind === 'opening') handler.open(tag.name, offset);
      else if (tag.kind === 'closing' && tag.name !== told) handler.close(tag.name, offset);
      told = '';
      if (text !== '') handler.looseText(text, offset);
    }
    tag = following;
  }
}
