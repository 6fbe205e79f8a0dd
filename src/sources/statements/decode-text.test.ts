import { describe, expect, test } from 'vitest';
import { decodeText, peekText } from './decode-text.ts';

const decode = (bytes: Buffer, claimed: string | null) => decodeText({ name: 'file.ofx', bytes }, claimed);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

describe('decoding prefers the bytes to the claimed encoding', () => {
  test.each([
    ['plain ASCII', Buffer.from('abc'), 'utf-16le', 'abc'],
    ['UTF-8 that claims Windows-1252', Buffer.from('Zoë €'), 'windows-1252', 'Zoë €'],
    ['UTF-8 with a mark', Buffer.from('\ufeffZoë'), 'windows-1252', 'Zoë'],
    ['UTF-16 with a mark', utf16('\ufeffZoë'), 'utf-8', 'Zoë'],
    ['big-endian UTF-16 with a mark', bigEndian('\ufeffZoë'), null, 'Zoë'],
    ['UTF-16 without a mark', utf16('<OFX>寿'), null, '<OFX>寿'],
    ['big-endian UTF-16 without a mark', bigEndian('<OFX>寿'), null, '<OFX>寿'],
    ['Windows-1252 as claimed', Buffer.from([0x80, 0x20, 0xe9]), 'windows-1252', '€ é'],
    ['ISO-8859-15 as claimed', Buffer.from([0xa4, 0x20, 0xe9]), 'iso-8859-15', '€ é'],
  ])('%s', (_, bytes, claimed, text) => {
    expect(decode(bytes, claimed)).toBe(text);
  });
});

test.each([
  ['bytes that are not UTF-8, without a claimed encoding', Buffer.from([0x41, 0xe9]), null],
  ['bytes that claim to be UTF-8 but are not', Buffer.from([0x41, 0xe9]), 'utf-8'],
  ['an unknown encoding', Buffer.from([0x41, 0xe9]), 'ebcdic-37'],
  ['UTF-16 that ends within a letter', utf16('<OFX>').subarray(0, 9), null],
])('decoding rejects %s', (_, bytes, claimed) => {
  expect(() => decode(bytes, claimed)).toThrowError(expect.objectContaining({ code: 'statement_encoding' }));
});

test('decoding reads the beginning before the encoding is known', () => {
  expect(peekText(utf16('\ufeff<OFX>'))).toContain('<OFX>');
  expect(peekText(Buffer.from([0x4f, 0x46, 0x58, 0xe9]))).toContain('OFX');
  expect(peekText(Buffer.alloc(0))).toBe('');
});
