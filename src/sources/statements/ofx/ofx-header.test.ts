import { expect, test } from 'vitest';
import { beginsLikeOfx, readOfxHeader } from './ofx-format.ts';

test.each([
  ['OFXHEADER:100\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n<OFX>', 'OFX 1.02', 'windows-1252'],
  ['OFXHEADER:100 VERSION:151 ENCODING:USASCII CHARSET:8859-1 <OFX>', 'OFX 1.51', 'iso-8859-1'],
  ['OFXHEADER:100\r\nVERSION:103\r\nENCODING:UTF-8\r\nCHARSET:NONE\r\n<OFX>', 'OFX 1.03', 'utf-8'],
  ['OFXHEADER:100\nVERSION:103\nENCODING:USASCII\nCHARSET:ISO-8859-15\n<OFX>', 'OFX 1.03', 'iso-8859-15'],
  ['OFXHEADER:100\nVERSION:102\nENCODING:USASCII\nCHARSET:ISO8859_1\n<OFX>', 'OFX 1.02', 'iso-8859-1'],
  ['OFXHEADER:100\nVERSION:102\nENCODING:USASCII\nCHARSET:\n<OFX>', 'OFX 1.02', 'windows-1252'],
  [
    'HTTP/1.1 200 OK\r\nContent-Type: application/x-ofx\r\n\r\nOFXHEADER:100\r\nVERSION:102\r\n<OFX>',
    'OFX 1.02',
    'windows-1252',
  ],
  ['OFXHEADER:100\nVERSION:102\nENCODING:USASCII\nCHARSET:NONE\n<OFX>', 'OFX 1.02', 'windows-1252'],
  ['<?xml version="1.0" encoding="ISO-8859-1"?><?OFX OFXHEADER="200" VERSION="203"?><OFX>', 'OFX 2.03', 'ISO-8859-1'],
  ["<?xml version='1.0'?><?OFX OFXHEADER='200' VERSION='211'?><OFX>", 'OFX 2.11', null],
  ['<OFX>', 'OFX', 'windows-1252'],
])('the OFX header %j has the format %s and the encoding %s', (beginning, format, encoding) => {
  expect(beginsLikeOfx(beginning)).toBe(true);
  expect(readOfxHeader(beginning)).toEqual({ format, encoding });
});

test.each(['', '<html>OFXHEADER:100</html>', 'Date,Amount', '%PDF-1.7', '<?xml version="1.0"?><Document/>'])(
  '%j is not OFX',
  (beginning) => expect(beginsLikeOfx(beginning)).toBe(false),
);
