import { expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered } from '../../../../test/support/csv-files.ts';

// Layouts of banks that earlier versions misread, rejected or asked about needlessly. The transactions are invented.

const ANSWERS = { account: 'Giro', currency: 'EUR' };
const tableOf = (lines: readonly string[]) => csvFile(`${lines.join('\n')}\n`);
const read = (...lines: string[]): string[] => csvLines(readAnswered(tableOf(lines), ANSWERS));
const columnsUsed = (...lines: string[]) => mappingOf(tableOf(lines), { currency: 'EUR' }).mapping;

test('tabs after a closing quote are ignored', () => {
  expect(read('Date,Text,Amount', '2026-01-02,Shop,"-1,099.14"\t\t', '2026-01-03,Inn,"-4.00"\t')).toEqual([
    '2026-01-02 -1099.14 EUR Shop',
    '2026-01-03 -4.00 EUR Inn',
  ]);
});

test('a reference that begins with a word for balances is not a balance', () => {
  const lines = ['CARD-31,2026-01-03,-5.00,15.00,Bistro', 'BALANCE-4102,2026-01-02,20.00,20.00,Exchange'];
  expect(read('ID,Date,Amount,Running balance,Description', ...lines)).toEqual([
    '2026-01-03 -5.00 EUR Bistro',
    '2026-01-02 20.00 EUR Exchange',
  ]);
});

test('numbers of shares with a running total are not read as amounts if another column has a title for amounts', () => {
  const lines = ['2026-01-02,Sell,($300.00),-1.763,8.237', '2026-01-03,Sell,($336.73),-1.700,6.537'];
  expect(read('Date,Text,Amount,Shares,Total Shares', ...lines, '2026-01-04,Buy,$50.00,0.301,6.838')).toEqual([
    '2026-01-02 -300.00 EUR Sell',
    '2026-01-03 -336.73 EUR Sell',
    '2026-01-04 50.00 EUR Buy',
  ]);
});

test('the account number above a table is the user’s if a column has the account numbers of payees', () => {
  const lines = [
    '02/01/2026,4.00,,51111,Ann,Rent',
    '03/01/2026,5.00,,52222,Ben,Lunch',
    '30/01/2026,,9.00,52222,Cal,Refund',
  ];
  const top = ['Account number: 12345678912345', '', 'Date,Debit,Credit,Account number,Name,Reason'];
  expect(columnsUsed(...top, ...lines).account).toEqual({ kind: 'preamble' });
  expect(read(...top, ...lines)[0]).toBe('2026-01-02 -4.00 EUR Ann - Rent');
});

test('an account number beside the only payee needs an answer, because it may be the payee’s', () => {
  const lines = [
    '2026-01-02,Landlord,DE02120300000000202051,-800.00',
    '2026-02-02,Landlord,DE02120300000000202051,-800.00',
  ];
  expect(() => columnsUsed('Date,Payee,Account number,Amount (EUR)', ...lines)).toThrow('account');
});

test.each([
  ['Importo,Debito/Credito', ['39.00,Addebito', '-163.60,Accredito'], ['-39.00', '163.60']],
  ['Accredito in CHF,Addebito in CHF', [',-150.50', '1200.00,'], ['-150.50', '1200.00']],
  ['Разход,Приход', ['1.96,0.00', '3.10,0.00'], ['-1.96', '-3.10']],
  ['Money In,Money Out', ['-,12.99', '-,4.50'], ['-12.99', '-4.50']],
  ['Amount,Debit,Credit', ['24.45,24.45,', '600.00,,600.00'], ['-24.45', '600.00']],
  ['交易币种/金额,入账币种/金额', ['USD -10.00,CNY -71.50', 'CNY -3.00,CNY -3.00'], ['-71.50', '-3.00']],
  ['Montante,Valor em EUR', ['"-10,44 USD","-9,97"', ',"-136,52"'], ['-9.97', '-136.52']],
])('the amounts under “%s” are read without a question', (titles, amounts, expected) => {
  const lines = amounts.map((amount, index) => `2026-01-0${index + 2},Shop ${index},${amount}`);
  const found = readAnswered(tableOf([`Date,Description,${titles}`, ...lines]), ANSWERS).transactions;
  expect(found.map(({ amount }) => amount)).toEqual(expected);
});

test.each([
  ['a card that receives payments with a plus', ['Credit card: 1234'], ['Amazon,-15.50', 'Payment received,30.00'], ''],
  [
    'a card with more purchases than payments',
    ['Kreditkarte: 1234'],
    ['Shell,-1.20', 'Rewe,-4.00', 'Ausgleich,300.00'],
    '',
  ],
  ['a card with a fee', ['Kreditkarte: 1234'], ['Kartenpreis,-2.49', 'Einzahlung,150.00'], ''],
  ['an account with the accounts of others', [], ['Ann,20.00', 'Ben,30.00', 'Cal,-9.00'], ',Counterparty account'],
])('signs are kept as written for %s', (_, above, rows, title) => {
  const lines = rows.map((row, index) => `2026-01-0${index + 2},${row}${title === '' ? '' : `,BE${index}1 1111 1111`}`);
  const found = readAnswered(tableOf([...above, `Date,Description,Amount${title}`, ...lines]), ANSWERS).transactions;
  expect(found.map(({ amount }) => amount)).toEqual(rows.map((row) => row.split(',')[1]));
});

test.each([
  [['Purchase refund,-15.50', 'Shop,30.00', 'Inn,12.00']],
  [['Annual fee waived,-95.00', 'Shop,30.00', 'Inn,12.00']],
  [['Refund,-5.00', 'Phone top up,10.00', 'Inn,12.00']],
])('the signs of a card need an answer for the lines %j', (rows) => {
  const lines = rows.map((row, index) => `2026-01-0${index + 2},${row}`);
  expect(() => read('Date,Description,Amount', ...lines)).toThrow('money you spent');
});

test('a debit column and a credit column may each have its own currency column', () => {
  const lines = ['2026-01-02,Shop,11.32,CHF,,', '2026-01-03,Pay,,,5200.00,CHF', '2026-01-04,Hotel,120.00,EUR,,'];
  const file = tableOf(['Date,Text,Debit,Debit currency,Credit,Credit currency', ...lines]);
  expect(csvLines(readAnswered(file, { account: 'Giro' }))).toEqual([
    '2026-01-02 -11.32 CHF Shop',
    '2026-01-03 5200.00 CHF Pay',
    '2026-01-04 -120.00 EUR Hotel',
  ]);
});

test('lines below a heading for pending transactions are pending', () => {
  const lines = [
    '02/01/2026,Shop,-4.00',
    '15/01/2026,Inn,-5.00',
    ',,',
    'MOVIMIENTOS PENDIENTES,,',
    '20/01/2026,Taxi,-6.00',
  ];
  expect(read('Fecha,Comercio,Importe', ...lines)).toEqual([
    '2026-01-02 -4.00 EUR Shop',
    '2026-01-15 -5.00 EUR Inn',
    '2026-01-20 -6.00 EUR Taxi (pending)',
  ]);
});

test('lines without an amount in the account’s currency are left out if they are pending, a stock split or not booked', () => {
  const pending = [
    'Date,Text,Amount,Original amount,Status',
    '2026-01-02,Shop,-4.00,,Booked',
    '2026-01-03,Inn,,54.89,Pending',
  ];
  expect(read(...pending)).toEqual(['2026-01-02 -4.00 EUR Shop']);
  const split = ['Date,Text,Price,Amount', '2026-01-02,Buy,$74.23,-$1447.49', '2026-01-03,Stock split,$10.00,'];
  expect(read(...split)).toEqual(['2026-01-02 -1447.49 EUR Buy']);
  const booked = ['2026-01-02,Shop,4.00,4.00,,2026-01-03', '2026-01-02,Pay,9.00,,9.00,2026-01-04'];
  expect(read('Purchase date,Text,Amount,Debit,Credit,Booked', '2026-01-05,Inn,7.00,,,', ...booked)).toEqual([
    '2026-01-03 -4.00 EUR Shop',
    '2026-01-04 9.00 EUR Pay',
  ]);
});

test('the credit limit below a British statement is not a transaction', () => {
  const lines = [
    '19/07/2025,Visa,Cafe,-£52.00,-£2.00',
    '26/05/2025,Visa,Park,-£15.00,£50.00',
    '11/05/2025,Pay,Employer,+£5.00,£65.00',
  ];
  const limit = ['', 'Arranged Overdraft Limit,20/08/2025,£100.00'];
  expect(read('Date,Type,Merchant,Debit/Credit,Balance', ...lines, ...limit)).toHaveLength(3);
});

test.each([
  'Reason',
  'CONTREPARTIE DE LA TRANSACTION',
  'Name des Partners',
  'Mitteilung / Referenz',
  'Partner elnevezése',
])('the text under “%s” is part of the description', (title) => {
  const lines = ['2026-01-02,Card,-4.00,Corner shop', '2026-01-03,Card,-5.00,Green inn', '2026-01-04,Card,-6.00,Taxi'];
  expect(read(`Date,Details,Amount,${title}`, ...lines)[1]).toContain('Green inn');
});

test.each([
  ['Date,Merchant,Method,Amount', 'Balance', 'Visa 1234'],
  ['交易时间,交易对方,收/付款方式,金额', '余额', '花呗'],
  ['거래일,상점,결제수단,금액', '잔액', '신용카드'],
])('the word for balance is a means of payment beside the payees of %s', (titles, word, card) => {
  const lines = ['2026-01-02,Kiosk,WORD,-4.20', '2026-01-03,Ann,WORD,9.00', `2026-01-04,Books,${card},-12.00`];
  expect(read(titles, ...lines.map((line) => line.replace('WORD', word)))).toHaveLength(3);
});

test('a line whose description is “balance”, or that has no amount beside this word, is not a transaction', () => {
  const lines = ['2026-01-01,Ann Miller,Saldo,,50.00', '2026-01-02,Kiosk,Card,-4.20,45.80'];
  expect(read('Date,Name,Method,Amount,Balance', ...lines, '2026-01-03,Inn,Card,-5.80,40.00')).toHaveLength(2);
  const labelled = ['2026-01-02,Kiosk,Visa,-4.20', '2026-01-03,Inn,Visa,-5.80', '2026-01-04,Saldo,Giro,-10.00'];
  expect(read('Date,Name,Method,Amount', ...labelled)).toHaveLength(2);
});

test.each([
  ['거래일자,적요,금액', ['25.12.28', '26.01.03', '26.02.11'], '2025-12-28'],
  ['日付,お店,金額', ['26/09/18'], '2026-09-18'],
  ['交易日期,摘要,金额', ['26-09-02', '26-09-18', '26-09-27'], '2026-09-02'],
  ['Datum,Text,Betrag', ['24.04.26', '26.04.26', '27.04.26'], '2026-04-24'],
  ['交易日期,摘要,金額', ['24/04/26', '26/04/26', '27/04/26'], '2026-04-24'],
])('the titles and the span of the days show the place of a two-digit year: %s', (titles, days, first) => {
  expect(read(titles, ...days.map((day) => `${day},Kiosk,-4.20`))[0]).toBe(`${first} -4.20 EUR Kiosk`);
});

test('a comma groups digits below Japanese, Chinese or Korean titles', () => {
  expect(read('거래일시,적요,금액', '2026-01-02,Kiosk,"-9,900"')).toEqual(['2026-01-02 -9900.00 EUR Kiosk']);
  expect(() => read('Date,Text,Amount', '2026-01-02,Kiosk,"-9,900"')).toThrow('9,900');
});

test.each([
  [
    '取引日,出金金額（円）,入金金額（円）,取引内容,取引先',
    ['500,-,支払い,Kiosk', '-,900,チャージ,Ann'],
    '支払い - Kiosk',
  ],
  ['お取り引き日,お預け入れ額,お引き出し額,摘要', [',500,Kiosk', '900,,Ann'], 'Kiosk'],
  ['交易日期,金额,资金流向,摘要', ['500,转出,Kiosk', '900,转入,Ann'], 'Kiosk'],
])('the titles and words of the layout are known: %s', (titles, lines, text) => {
  const dated = lines.map((line, place) => `2026-01-0${place + 2},${line}`);
  expect(read(titles, ...dated)[0]).toBe(`2026-01-02 -500.00 EUR ${text}`);
});

test('days of the Reiwa era may be short', () => {
  const lines = ['R8.9.1,Kiosk,-420', 'R08.09.20,Inn,-580'];
  expect(read('取引日,摘要,金額', ...lines)).toEqual(['2026-09-01 -420.00 EUR Kiosk', '2026-09-20 -580.00 EUR Inn']);
});

test.each([
  ['CNY', ['日期,摘要,币别,金额', '2026-01-02,Kiosk,人民币元,-4.20']],
  ['CNY', ['# 币 种: [人民币]', '日期,摘要,金额', '2026-01-02,Kiosk,-4.20']],
  ['TWD', ['幣別：新臺幣', '日期,說明,金額', '2026-01-02,Kiosk,-4.20']],
  ['HKD', ['日期,說明,金額（港元）', '2026-01-02,Kiosk,-4.20']],
])('the name of a currency is read: %s', (code, lines) => {
  expect(csvLines(readAnswered(tableOf(lines), { account: 'Giro' }))).toEqual([`2026-01-02 -4.20 ${code} Kiosk`]);
});
