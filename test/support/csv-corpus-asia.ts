/** The expected results for the files of Russian and Asian banks. */
export const ASIAN_CORPUS = {
  'continued-lines.csv': {
    account: 'account:9001 Account ••9001',
    lines: [
      '2026-01-18 -6.60 SGD DEBIT PURCHASE 15/01/26 12-3456 NOODLE BAR ORCHARD',
      '2026-01-17 2000.00 SGD SALARY',
      '2026-01-16 -6.60 SGD DEBIT PURCHASE 12-3456 TEA HOUSE 14/01/26',
    ],
  },
  'cyrillic-windows-1251.csv': {
    account: 'account:0042 Account ••0042',
    lines: [
      '2026-01-31 95123.56 RUB Зарплата за январь',
      '2026-01-15 -50.00 RUB Комиссия за перевод',
      '2026-01-03 -1500.40 RUB Книжный магазин, Казань',
    ],
  },
  'japanese-shift-jis.csv': {
    answers: { account: '普通預金', currency: 'JPY' },
    account: 'csv 普通預金',
    lines: [
      '2026-01-05 -1280.00 JPY コンビニ ミドリ',
      '2026-01-06 1250000.00 JPY 給与',
      '2026-01-09 -7400.00 JPY 電気料金',
    ],
  },
} as const;
