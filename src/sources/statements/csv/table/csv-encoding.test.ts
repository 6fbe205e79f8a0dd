import { expect, test } from 'vitest';
import { guessEncoding } from './open-csv.ts';

/** Titles in the bytes that banks write them in, since Node.js writes none of these encodings. */
test.each([
  ['windows-1251', 'Дата;Сумма;Назначение платежа', 'c4e0f2e03bd1f3ecece03bcde0e7ede0f7e5ede8e520efebe0f2e5e6e0'],
  ['windows-1253', 'Ημερομηνία;Ποσό;Υπόλοιπο', 'c7ece5f1efece7eddfe13bd0eff3fc3bd5f0fcebefe9f0ef'],
  ['windows-1254', 'İşlem Tarihi;Açıklama;Tutar', 'ddfe6c656d205461726968693b41e7fd6b6c616d613b5475746172'],
  ['windows-1255', 'תאריך;סכום;יתרה', 'fae0f8e9ea3bf1ebe5ed3be9faf8e4'],
  ['windows-1257', 'Data;Gavėjas;Paaiškinimai;Suma', '446174613b476176eb6a61733b50616169f06b696e696d61693b53756d61'],
  ['gb18030', '交易日期;金额;余额', 'bdbbd2d7c8d5c6da3bbdf0b6ee3bd3e0b6ee'],
  ['big5', '日期;金額;餘額', 'a4e9b4c13baaf7c3423bbe6cc342'],
  ['shift_jis', '取引日;金額;残高', '8ee688f893fa3b8be08a7a3b8e638d82'],
  ['euc-kr', '거래일자;금액;잔액', 'b0c5b7a1c0cfc0da3bb1ddbed73bc0dcbed7'],
  ['windows-1250', 'Data księgowania;Tytuł;Kwota', '44617461206b7369ea676f77616e69613b54797475b33b4b776f7461'],
  ['iso-8859-15', 'Date;Montant en €;Libellé', '446174653b4d6f6e74616e7420656e20a43b4c6962656c6ce9'],
  [
    'windows-1252',
    'Buchungstag;Empfänger;Betrag in €',
    '42756368756e67737461673b456d7066e46e6765723b42657472616720696e2080',
  ],
])('titles in %s are known by their words: %s', (encoding, titles, hex) => {
  const bytes = Buffer.from(hex, 'hex');
  expect(guessEncoding({ name: 'titles.csv', bytes })).toBe(encoding);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(titles);
});
