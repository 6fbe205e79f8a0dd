import { describe, expect, test } from 'vitest';
import { bytesIn } from '../../../test/support/legacy-text.ts';
import { decodeText, peekText, guessEncoding, loadDetectorFor } from './decode-text.ts';

const decode = (bytes: Buffer, claimed: string | null) => decodeText({ name: 'file.ofx', bytes }, claimed);
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const bigEndian = (text: string) => utf16(text).swap16();

describe('decoding trusts the bytes more than the claimed encoding', () => {
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
  ])('decodes %s', (_, bytes, claimed, text) => {
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

test('peekText decodes the beginning before the encoding is known', () => {
  expect(peekText(utf16('\ufeff<OFX>'))).toContain('<OFX>');
  expect(peekText(Buffer.from([0x4f, 0x46, 0x58, 0xe9]))).toContain('OFX');
  expect(peekText(Buffer.alloc(0))).toBe('');
});

test('peekText decodes a no-break space in a number of an older encoding, and UTF-8 whose last character is cut', () => {
  expect(peekText(Buffer.from('Částka;-1\u00A0200,00;x', 'latin1'))).toContain('-1\u00A0200,00');
  expect(peekText(Buffer.from('Částka;-1\u00A0200,00;č').subarray(0, -1))).toContain('Částka;-1\u00A0200,00');
});

/** Each entry: a language, its encodings, the titles of a CSV file, and payees. */
const LANGUAGES: readonly (readonly [string, readonly string[], string, readonly string[]])[] = [
  ['German', ['windows-1252', 'iso-8859-15'], 'Buchungstag;Empfänger;Betrag in €', ['Bäckerei Grün', 'Müller & Söhne']],
  [
    'French',
    ['windows-1252', 'iso-8859-15'],
    'Date;Libellé;Débit',
    ['Boulangerie Hélène', 'Café de la Gare', 'Électricité'],
  ],
  ['Spanish', ['windows-1252', 'iso-8859-15'], 'Fecha;Descripción;Importe', ['Panadería Núñez', 'Teléfono móvil']],
  ['Portuguese', ['windows-1252'], 'Data;Descrição;Saldo disponível', ['Padaria São João', 'Farmácia']],
  ['Swedish', ['windows-1252'], 'Bokföringsdag;Beskrivning;Belopp', ['Livsmedel Åsa', 'Lön från Ängsö']],
  ['Danish', ['windows-1252'], 'Bogført;Tekst;Beløb', ['Sørens Bageri', 'Løn fra Århus', 'Københavns Vand']],
  ['Finnish', ['windows-1252'], 'Kirjauspäivä;Saaja;Määrä', ['Leipomo Väinö', 'Sähkölasku']],
  ['Polish', ['windows-1250', 'iso-8859-2'], 'Data księgowania;Tytuł;Kwota', ['Złoty Kłos', 'Pączek', 'Łódź Główna']],
  ['Czech', ['windows-1250', 'iso-8859-2'], 'Datum zaúčtování;Částka;Měna', ['Pekařství Šťastný', 'Dům čaje']],
  ['Slovak', ['windows-1250', 'iso-8859-2'], 'Dátum zaúčtovania;Príjemca;Čiastka', ['Pekáreň Ľubica', 'Žilina']],
  [
    'Hungarian',
    ['windows-1250', 'iso-8859-2'],
    'Dátum;Közlemény;Összeg',
    ['Őrségi Pékség', 'Fűtés díja', 'Tűzhely Bt.'],
  ],
  [
    'Romanian',
    ['windows-1250', 'iso-8859-2'],
    'Data operaţiunii;Sumă',
    ['Brutărie Mărăşeşti', 'Chirie', 'Apă şi canal'],
  ],
  [
    'Croatian',
    ['windows-1250', 'iso-8859-2'],
    'Datum knjiženja;Opis;Isplata',
    ['Pekarnica Šibenik', 'Plaća', 'Tržnica Čakovec'],
  ],
  ['Lithuanian', ['windows-1257'], 'Data;Gavėjas;Paaiškinimai', ['Kepykla Šventė', 'Mokėjimas už kovą']],
  ['Latvian', ['windows-1257'], 'Datums;Saņēmējs;Summa', ['Maiznīca Rīga', 'Dzīvokļa īre']],
  ['Estonian', ['windows-1257', 'windows-1252'], 'Kuupäev;Saaja;Selgitus', ['Pagariäri Õnn', 'Üür märts']],
  ['Turkish', ['windows-1254'], 'İşlem Tarihi;Açıklama;Tutar', ['Fırın Güneş', 'Elektrik ödemesi', 'Maaş']],
  ['Russian', ['windows-1251', 'koi8-r'], 'Дата;Описание;Сумма', ['Пекарня Солнце', 'Зарплата за март']],
  ['Ukrainian', ['windows-1251'], 'Дата;Призначення;Сума', ['Пекарня Сонце', 'Оренда житла', 'Їжа']],
  ['Bulgarian', ['windows-1251'], 'Дата;Основание;Сума', ['Хлебарница Слънце', 'Заплата за март']],
  ['Serbian', ['windows-1251'], 'Датум;Опис;Износ', ['Пекара Сунце', 'Зарада за март']],
  ['Greek', ['windows-1253'], 'Ημερομηνία;Περιγραφή;Ποσό', ['Φούρνος Ήλιος', 'Μισθός Μαρτίου']],
  ['Hebrew', ['windows-1255'], 'תאריך;תיאור;סכום', ['מאפיית השמש', 'משכורת מרץ']],
  ['Arabic', ['windows-1256'], 'التاريخ;الوصف;المبلغ', ['مخبز الشمس', 'راتب مارس']],
  ['Thai', ['windows-874'], 'วันที่;รายการ;จำนวนเงิน', ['ร้านขนมปัง', 'เงินเดือนมีนาคม']],
  ['Japanese', ['shift_jis', 'euc-jp'], '取引日;内容;出金金額', ['パン屋さくら', '給与', 'ｺﾝﾋﾞﾆ']],
  ['Chinese', ['gb18030'], '交易日期;摘要;金额', ['阳光面包店', '三月工资']],
  ['Chinese of Taiwan', ['big5'], '日期;摘要;支出', ['陽光麵包店', '三月薪資']],
  ['Korean', ['euc-kr'], '거래일자;적요;출금액', ['햇살빵집', '급여', '편의점']],
];

async function decodedByGuess(text: string, encoding: string): Promise<string> {
  const bytes = bytesIn(encoding, text);
  await loadDetectorFor(bytes);
  return new TextDecoder(guessEncoding(bytes)).decode(bytes);
}

describe.each(LANGUAGES)('guessing the encoding of a table in %s', (_, encodings, titles, payees) => {
  const linesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => `2026-03-1${index % 10};${payees[index % payees.length]};-23,50\n`);

  test.each(encodings)('restores all letters from %s', async (encoding) => {
    for (const text of [
      `${titles}\n${linesOf(6).join('')}`,
      `${titles}\n${linesOf(400).join('')}`,
      `Date;Text;Sum\n${linesOf(6).join('')}`,
    ])
      expect(await decodedByGuess(text, encoding)).toBe(text);
  });

  test.each(encodings)('restores the headers alone from %s', async (encoding) => {
    expect(await decodedByGuess(titles, encoding)).toBe(titles);
  });
});

test.each([
  'Date,Text,Paid out\n2026-01-01,Shop,£12.00\n',
  'Date,Amount (£)\n2026-01-01,12.00\n',
  'Date,Sum\n2026-01-01,¥ 1200\n',
])('guessing the encoding does not mistake a single currency symbol for a letter: %j', async (text) => {
  expect(await decodedByGuess(text, 'windows-1252')).toBe(text);
});

test.each([
  ['Turkish with only İ', 'windows-1254', 'Date;Text;Sum\n02.03.2026;BİM MARKET;-38,50\n'],
  ['Turkish in capitals', 'windows-1254', 'Tarih;Tutar\n02.03.2026;GÜVENLİ SİGORTA İADESİ;-410,00\n'],
  ['Czech in capitals', 'windows-1250', 'Datum;Popis\n02.03.2026;VÝBĚR Z BANKOMATU;-400,00\n'],
  ['Czech with only ý', 'windows-1250', 'Date;Text;Sum\n02.03.2026;Starý obchod;-12,00\n'],
  ['Icelandic in capitals', 'windows-1252', 'Dagsetning;Texti\n02.03.2026;NÝTT HÚS;-900,00\n'],
  [
    'Greek in capitals',
    'windows-1253',
    'ΗΜΕΡΟΜΗΝΙΑ;ΠΟΣΟ\n02/03/2026;ΑΓΟΡΑ ΚΑΦΕΝΕΙΟ;-12,50\n05/03/2026;ΑΝΑΛΗΨΗ;-20,00\n',
  ],
  ['Russian in small letters', 'koi8-r', 'дата;сумма\n02.03.2026;оплата товара;-12,50\n05.03.2026;перевод;-20,00\n'],
])('guessing the encoding restores a text of %s', async (_, encoding, text) => {
  expect(await decodedByGuess(text, encoding)).toBe(text);
});

test('guessing the encoding of Unicode or an empty text needs no detector', () => {
  expect([Buffer.from('Zoë'), Buffer.alloc(0)].map(guessEncoding)).toEqual(['utf-8', 'utf-8']);
});

test('without the detector, a text in a non-Latin script gets a Latin encoding instead of none', () => {
  expect(guessEncoding(Buffer.from([0xff, 0x20, 0x81]))).toMatch(/^windows-12|^iso/);
});
