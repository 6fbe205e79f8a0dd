import type { CsvAnswers, CsvMapping, CsvEncoding } from '../../../../core/csv-mapping.ts';
import { fingerprintOf } from '../../account-identity.ts';
import { decodeText } from '../../decode-text.ts';
import { fileError } from '../../statement-error.ts';
import type { StatementFile } from '../../statement.ts';
import { fingerprintOfTable } from './csv-fingerprint.ts';
import { cutRows, isBlank, tidyText, type CsvText } from './csv-rows.ts';
import { clean, findTable, guessDelimiter, titlesOf, type CsvTable } from './csv-table.ts';
import { isUtf8 } from 'node:buffer';

export interface OpenedCsv {
  readonly text: CsvText;
  /** Identifies the layout by the file alone, regardless of answers. */
  readonly fingerprint: string;
  /** Null if nothing looks like transactions. */
  readonly table: CsvTable | null;
  /** False if two delimiters fit equally well. */
  readonly isDelimiterCertain: boolean;
}

/** Throws `statement_encoding`, and `statement_unreadable` for unclosed quotes. */
export function openCsv(file: StatementFile): OpenedCsv {
  const text = textOf(file, null);
  const guessed = guessDelimiter(text);
  const table = guessed === null ? null : findTable(cutRows(text, guessed.delimiter));
  const fingerprint =
    table === null
      ? fingerprintOf(['lines', text.text.split('\n').find((line) => line.trim() !== '')])
      : fingerprintOfTable(table);
  return { text, fingerprint, table, isDelimiterCertain: guessed?.isCertain ?? false };
}

/**
 * The table according to the answers, else as detected; the first line is the default for titles. Null without cells.
 */
export function tableByAnswers(
  file: StatementFile,
  opened: OpenedCsv,
  { encoding, delimiter, header }: CsvAnswers,
): CsvTable | null {
  if (opened.table !== null && encoding === undefined && delimiter === undefined && header === undefined)
    return opened.table;
  const text = encoding === undefined ? opened.text : textOf(file, encoding);
  const chosen = delimiter ?? opened.table?.delimiter ?? guessDelimiter(text)?.delimiter;
  if (chosen === undefined) return null;
  const rows = cutRows(text, chosen);
  const table = findTable(rows, header);
  if (table !== null || header === false) return table;
  const first = rows.rows.findIndex((row) => !isBlank(row));
  return first === -1
    ? null
    : {
        ...rows,
        header: first,
        first: first + 1,
        titles: titlesOf(rows.rows[first] ?? [], (rows.rows[first] ?? []).length),
      };
}

/** The table for a mapping. Throws `statement_csv_mapping` for a file with another layout. */
export function tableByMapping(file: StatementFile, opened: OpenedCsv, mapping: CsvMapping): CsvTable {
  const { table } = opened;
  // A spreadsheet program that saved the file may have changed the delimiter.
  const isSame =
    table !== null &&
    mapping.encoding === null &&
    (table.header !== null) === mapping.hasHeader &&
    areSame(table.titles, mapping.columns);
  if (isSame) return table;
  const rows = cutRows(mapping.encoding === null ? opened.text : textOf(file, mapping.encoding), mapping.delimiter);
  if (!mapping.hasHeader)
    return { ...rows, header: null, titles: mapping.columns, first: rows.rows.findIndex((row) => !isBlank(row)) };
  const header = rows.rows.findIndex(
    (row) => areSame(titlesOf(row, mapping.columns.length), mapping.columns) && row.some((cell) => clean(cell) !== ''),
  );
  if (header !== -1) return { ...rows, header, titles: mapping.columns, first: header + 1 };
  throw fileError('statement_csv_mapping', file.name, { reason: 'other', isZipped: false });
}

function textOf(file: StatementFile, encoding: string | null): CsvText {
  return tidyText(file.name, decodeText(file, encoding ?? guessEncoding(file)));
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((title, place) => title === b[place]);
}

/**
 * The encoding of a file that is not Unicode, which CSV files never declare. Each known word of bank tables is distinct
 * in one encoding. Without known words, it is a Latin encoding: Windows-1252 or ISO-8859-15 in western Europe,
 * Windows-1250 for Polish and Czech. They differ in a few letters, so a wrong choice does not affect amounts.
 */
export function guessEncoding({ bytes }: StatementFile): CsvEncoding {
  if (isUtf8(bytes)) return 'utf-8';
  const beginning = bytes.subarray(0, BEGINNING_BYTES);
  const match = WORDS.find(([encoding, words]) => words.test(new TextDecoder(encoding).decode(beginning)));
  if (match !== undefined) return match[0];
  const sample = bytes.subarray(0, SAMPLE_BYTES).toString('latin1');
  if (CENTRAL.test(sample)) return 'windows-1250';
  // ISO-8859 has control characters there, Windows has quotes, dashes and the euro.
  if (/[\x80-\x9f]/.test(sample)) return 'windows-1252';
  return LATIN_9.test(sample) ? 'iso-8859-15' : 'windows-1252';
}

/** Between letters, these bytes are Polish or Czech letters rather than superscript digits. */
const CENTRAL = /[A-Za-z\xc0-\xff][\xb3\xb9\xbf\x9c\x9f\xbe\x9e][a-z\xb3\xb9\xbf\xc0-\xff]|[a-z][\xb3\xb9](?![\w\xb2])/;

/** The euro instead of the general currency sign, and Š, š, Ž, ž, Œ, œ, Ÿ between letters. */
const LATIN_9 = /\xa4|[A-Za-z][\xa6\xa8\xb4\xb8\xbc-\xbe]|[\xa6\xa8\xb4\xb8\xbc-\xbe][a-z]/;

const SAMPLE_BYTES = 1024 * 1024;

/** Titles and the lines above them. */
const BEGINNING_BYTES = 32 * 1024;

/** Words of titles and tables whose bytes are distinct in each encoding. */
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
