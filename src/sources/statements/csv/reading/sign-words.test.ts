import { describe, expect, test } from 'vitest';
import { amountsOf as amountsOfLines } from '../../../../../test/support/csv-files.ts';

const amountsOf = (...lines: readonly string[]) => amountsOfLines(lines);
const QUESTION = 'How does';

describe('CSV amounts of a card whose only minuses are payments of its bill', () => {
  test.each([
    ['Data;Estabelecimento;Valor', 'PAGAMENTO FATURA', 'JUROS ATRASO VENCIMENTO'],
    ['Fecha;Establecimiento;Importe', 'PAGO ADEUDO CUENTA', 'ZAPATERIA'],
    ['Fecha;Descripción;Cuotas;Importe', 'PAGO SUCURSAL VIRTUAL;1/1', 'PENSION COLEGIO;1/1'],
    ['Data;Nome no Cartão;Valor', 'Inclusao de Pagamento', 'Livraria'],
  ])('are reversed, also if there are few purchases or one has a word of income: %s', (titles, paid, spent) => {
    const lines = [`2026-01-03;${paid};-500.00`, `2026-01-05;${spent};42.50`, `2026-01-09;${paid};-80.00`];
    expect(amountsOf(titles, ...lines)).toEqual(['500.00', '-42.50', '80.00']);
  });

  test.each([
    ['交易日期;信用卡;交易摘要;金额', '消费;超市', '还款;网银'],
    ['消費日;信用卡號;明細;金額', '1234;全聯', '1234;感謝您繳款'],
    ['Tarih;Kredi Kartı;Açıklama;Tutar', '1;Market', '1;ÖDEME'],
    ['이용일자;이용카드;이용가맹점;이용금액', '1;쿠팡', '1;환불'],
  ])('are reversed in other languages: %s', (titles, spent, paid) => {
    const lines = [`2026-01-03;${spent};42.50`, `2026-01-05;${paid};-80.00`, `2026-01-09;${spent};7.00`];
    expect(amountsOf(titles, ...lines)).toEqual(['-42.50', '80.00', '-7.00']);
  });

  test('need an answer if no title names a card, because a payment may also be a bill paid from an account', () => {
    const lines = ['2026-01-03;PAGAMENTO EFETUADO;-500.00', '2026-01-05;PAGAMENTO EFETUADO;-80.00'];
    expect(() => amountsOf('Data;Lançamento;Valor', ...lines, '2026-01-09;POSTO;42.50')).toThrow(QUESTION);
    expect(amountsOf('Data;Lançamento;Valor', ...lines, '2026-01-09;SALARIO;42.50').at(-1)).toBe('42.50');
  });

  test('need an answer if a negative line pays something else, or a positive line has the text of such a payment', () => {
    const lines = ['2026-01-03;PAGO LUZ;-50.00', '2026-01-05;PAGO CUENTA;-80.00'];
    expect(() => amountsOf('Fecha;Establecimiento;Importe', ...lines, '2026-01-09;TIENDA;42.50')).toThrow(QUESTION);
    const both = ['2026-01-05;PAGO CUENTA;-80.00', '2026-01-08;TIENDA;9.00', '2026-01-09;PAGO CUENTA;42.50'];
    expect(() => amountsOf('Fecha;Establecimiento;Importe', ...both)).toThrow(QUESTION);
  });
});

test.each(['PAGO NOMINA EMPLEADOS', 'PENSION COLEGIO', 'SEGURO PENSION'])(
  'the first of several unsigned CSV amounts needs an answer if its text contains a word for income but may be spending: %s',
  (text) => {
    const lines = (first: string) => [
      'Date;Text;Amount;Balance',
      `2026-01-12;${first};20.00;80.00`,
      '2026-01-13;b;30.00;110.00',
      '2026-01-14;c;5.00;105.00',
    ];
    expect(() => amountsOf(...lines(text))).toThrow('Did money go out');
    expect(amountsOf(...lines('NOMINA'))).toEqual(['20.00', '30.00', '-5.00']);
  },
);

describe('signs beside words for the direction', () => {
  test.each([
    ['Pix enviado;-80.00', 'Pix recebido;350.00', 'Compra;-25.99', 'Rendimento;0.57'],
    ['Card payment;-12.30', 'Incoming transfer;180.00'],
    ['Online-betaling;-19.99', 'Terugbetaling;89.00'],
  ])('are as written if they agree with the words: %s, %s', (...lines) => {
    const amounts = lines.map((line) => line.replace(/.*;/, ''));
    expect(amountsOf('Date;Text;Amount', ...lines.map((line) => `2026-01-05;${line}`))).toEqual(amounts);
    const turned = lines.map((line) => `2026-01-05;${line.replace(';-', ';+').replace(/;(?=\d)/, ';-')}`);
    expect(() => amountsOf('Date;Text;Amount', ...turned.map((line) => line.replace('+', '')))).toThrow(QUESTION);
  });

  test('need an answer if a broker writes a minus before withdrawals and none before purchases', () => {
    const lines = ['Deposit;500.00', 'Market buy;150.32', 'Dividend;0.21', 'Withdrawal;-100.00'];
    expect(() => amountsOf('Action;Total;Time', ...lines.map((line) => `${line};2026-01-05`))).toThrow(QUESTION);
  });

  test('are kept if every amount has a sign, even if texts of both signs mention a withdrawal', () => {
    const lines = [
      '2026-01-05;Withdrawal fee returned;+5.00',
      '2026-01-06;Withdrawal;-100.00',
      '2026-01-07;Cafe;-2.00',
    ];
    expect(amountsOf('Date;Text;Amount', ...lines)).toEqual(['5.00', '-100.00', '-2.00']);
  });

  test('are reversed if all negative lines are income or refunds by their category', () => {
    const lines = ['Grocer;Food;42.18', 'Acme;Income;-3200.50', 'Shop refund;Food;-20.00', 'Parking;Travel;9.00'];
    const titled = ['Date;Text;Category;Amount', ...[...lines, 'Cinema;Fun;8.00'].map((line) => `2026-01-05;${line}`)];
    expect(amountsOf(...titled)).toEqual(['-42.18', '3200.50', '20.00', '-9.00', '-8.00']);
    const contrary = titled.map((line) => line.replace('Shop refund', 'Shop'));
    expect(() => amountsOf(...contrary)).toThrow(QUESTION);
  });

  test.each([
    'Ihre Zahlung - Danke',
    'PRELEVEMENT AUTOMATIQUE ENREGISTRE-MERCI',
    'SU PAGO GRACIAS',
    'ADDEBITO IN C/C SALDO E/C PRECEDENTE',
    'GEINCASSEERD VORIG SALDO',
  ])('are reversed if a card thanks for a payment in other words: %s', (text) => {
    const lines = ['Grocer;20.00', `${text};-75.00`, 'Cinema;9.00'].map((line) => `2026-01-05;${line}`);
    expect(amountsOf('Date;Text;Amount', ...lines)).toEqual(['-20.00', '75.00', '-9.00']);
  });

  test('need an answer beside fees if “Sale” has a plus, because a seller receives the money', () => {
    const lines = ['Sale;60.00;1.01', 'Refund;-20.00;-0.34', 'Sale;9.00;0.15'].map(
      (line) => `2026-01-05;Bread;${line}`,
    );
    const [titles, fee] = ['Date;Text;Type;Total', ';Fee'];
    expect(() => amountsOf(`${titles}${fee}`, ...lines)).toThrow(QUESTION);
    const onCard = lines.map((line) => line.replace(/;[^;]*$/, ''));
    expect(amountsOf(titles, ...onCard)).toEqual(['-60.00', '20.00', '-9.00']);
  });

  test('are kept if a column without a known title marks some lines with a letter that may mean “debit”', () => {
    const lines = [';Cafe;-12.50', ';Acme;2500.00', 'S;Market;-60.00', ';Tunes;-9.99'].map(
      (line) => `2026-01-05;${line}`,
    );
    expect(amountsOf('Date;Split;Text;Amount', ...lines)).toEqual(['-12.50', '2500.00', '-60.00', '-9.99']);
  });
});
