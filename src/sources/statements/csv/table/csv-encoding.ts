import { isUtf8 } from 'node:buffer';
import type { CsvEncoding } from '../../../../core/csv-mapping.ts';
import type { StatementFile } from '../../statement.ts';

/**
 * The encoding of a file whose bytes are not Unicode; CSV files never say theirs. Words that tables of banks have are
 * words in one encoding alone. Without any, it is one of Latin letters: banks of western Europe write Windows-1252 or
 * ISO-8859-15, Polish and Czech ones Windows-1250. They differ in a few letters and in the euro sign, and a wrong choice can
 * change no amount.
 */
export function guessEncoding({ bytes }: StatementFile): CsvEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  const known = WORDS.find(([encoding, words]) => words.test(new TextDecoder(encoding).decode(beginning)));
  if (known !== undefined) return known[0];
  const sample = bytes.subarray(0, SAMPLE_BYTES).toString('latin1');
  if (CENTRAL.test(sample)) return 'windows-1250';
  // Where ISO-8859 has control characters, which no text holds, Windows has quotes, dashes and the euro.
  if (/[\x80-\x9f]/.test(sample)) return 'windows-1252';
  return LATIN_9.test(sample) ? 'iso-8859-15' : 'windows-1252';
}

/** In the midst of letters, superscript digits and the like are Polish or Czech letters. */
const CENTRAL = /[A-Za-z\xc0-\xff][\xb3\xb9\xbf\x9c\x9f\xbe\x9e][a-z\xb3\xb9\xbf\xc0-\xff]|[a-z][\xb3\xb9](?![\w\xb2])/;

/** The euro in place of the general currency sign, and Š, š, Ž, ž, Œ, œ, Ÿ among letters. */
const LATIN_9 = /\xa4|[A-Za-z][\xa6\xa8\xb4\xb8\xbc-\xbe]|[\xa6\xa8\xb4\xb8\xbc-\xbe][a-z]/;

const SAMPLE_BYTES = 1024 * 1024;

/** Titles, and what stands above them. */
const BEGINNING_BYTES = 32 * 1024;

/** Titles of tables and words in them, each with letters that no other of these encodings writes by the same bytes. */
const WORDS: readonly (readonly [CsvEncoding, RegExp])[] = [
  [
    'windows-1251',
    /дата|датум|сумма|сума|износ|приход|расход|остат[оъ]к|операци|платеж|плат[иі]ж|назначение|описание|рахун|выписк|счет|салдо|валута/iu,
  ],
  ['windows-1253', /ημερομηνία|ποσό|υπόλοιπο|περιγραφή|αιτιολογία|χρέωση|πίστωση/iu],
  ['windows-1254', /işlem|açıklama|borç\b|alıcı|dekont no|tutarı/iu],
  ['windows-1255', /תאריך|סכום|יתרה|תיאור|זכות|חובה/u],
  ['windows-1257', /sąskait|gavėjas|mokėtojas|paaiškinim|saņēmēj|maksātāj|kuupäev/iu],
  ['gb18030', /日期|时间|金额|余额|交易|账户|账号|摘要/u],
  ['big5', /日期|時間|金額|餘額|帳戶|帳號|摘要/u],
  ['shift_jis', /日付|年月日|取引|金額|残高|摘要|お支払|お引|お預|利用/u],
  ['euc-kr', /거래|금액|잔액|일자|날짜|적요|입금|출금/u],
];
