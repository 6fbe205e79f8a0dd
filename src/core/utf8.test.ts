import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { it } from 'vitest';
import { utf8Length } from './utf8.ts';

/** Both ends of each length, and a character of two UTF-16 units. */
const unit = fc.constantFrom('\0', '\u007f', '\u0080', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\uffff', '🙂');

it('counts the bytes that a text takes in UTF-8', () => {
  fc.assert(fc.property(fc.string({ unit }), (text) => utf8Length(text) === Buffer.byteLength(text)));
});
