import { describe, expect, test } from 'vitest';
import { csvFile, csvLines, mappingOf, readAnswered, remembering } from '../../../../../test/support/csv-files.ts';
import { readStatement } from '../../../../../test/support/read-statement.ts';
import { NO_CSV_MEMORY, type Statement } from '../../statement.ts';
import { inspectCsv } from '../csv-format.ts';

const ANSWERS = { account: 'Giro', currency: 'EUR' };

const read = (...lines: readonly string[]): Statement => readAnswered(csvFile(lines.join('\n') + '\n'), ANSWERS);

const leftOut = ({ warnings }: Statement): unknown[] =>
  warnings.flatMap(({ code, params }) => {
    const { reason, count } = params as { readonly reason?: string; readonly count?: number };
    return code === 'statement_csv_left_out' ? [`${count} ${reason}`] : [];
  });

describe('lines that are not transactions', () => {
  test('are totals with unknown words that equal the sums of both columns', () => {
    const statement = read(
      'Datum;Text;Belastung;Gutschrift;Saldo',
      '02.01.2026;Kiosk;4.20;;95.80',
      '03.01.2026;Bücher;12.00;;83.80',
      '05.01.2026;Lohn Papierwerk;;1000.00;1083.80',
      'ZUSAMMEN;;16.20;1000.00;',
    );
    expect(csvLines(statement)).toHaveLength(3);
    expect(leftOut(statement)).toEqual(['1 other']);
  });

  test('are short lines at the end whose numbers are balances, sums or counts', () => {
    const statement = read(
      'Tanggal,Keterangan,Cabang,Amount,Saldo',
      '2026-01-02,WARUNG BIRU,PUSAT,-40.00,960.00',
      '2026-01-05,GAJI,UTARA,300.00,1260.00',
      '2026-01-06,KOPI,PUSAT,-10.00,1250.00',
      'Awal bulan,:,1000.00',
      'Keluar,:,50.00,2',
      'Akhir bulan,:,1250.00',
    );
    expect(csvLines(statement)).toHaveLength(3);
    expect(leftOut(statement)).toEqual(['3 other']);
  });

  test('include the last line of a table without titles if only that line has no words, because it is a balance', () => {
    const lines = [-1, 2, 3, 4, 5, 6].map(
      (out) => `0${Math.abs(out)}/03/2026;${-out},40;Carte;;MAGASIN ${out};;0;Divers`,
    );
    const statement = read(...lines, '31/03/2026;2199,89;;;00712 123456A;;;');
    expect(csvLines(statement)).toHaveLength(6);
    expect(leftOut(statement)).toEqual(['1 other']);
    expect(csvLines(read(...lines, '30/03/2026;-9,10;;;00713 B;;;', '31/03/2026;-8,00;;;00712 A;;;'))).toHaveLength(8);
  });

  test('include a note with a day at the end of the file, without a line break after it', () => {
    const lines = ['Run Date,Text,Amount', '12/23/2025,Fee,-5.00', '12/24/2025,Shop,-9.00', ''];
    const note = 'Date downloaded 12/31/2025 3:00 pm';
    expect(csvLines(readAnswered(csvFile([...lines, note].join('\n')), ANSWERS))).toHaveLength(2);
  });

  test('include a note below the last transaction, even if it is right of the last title', () => {
    const lines = [
      'Date,Text,Amount',
      '2026-01-02,Fee,-5.00',
      '2026-01-02,Shop,-9.00',
      '2026-01-03,Deposit,500.00',
      '',
      ',,,The data may be incomplete.',
    ];
    expect(csvLines(read(...lines))).toHaveLength(3);
    expect(() => read(...lines.slice(0, 3), ',,,Shop', '2026-01-03,Deposit,500.00')).toThrow('the table has 3');
    expect(() => read(...lines.slice(0, 4), ',,,12.50')).toThrow('the table has 3');
  });

  test('do not include pending lines with a reference that looks like a day', () => {
    const lines = ['Date,Payee,Reference,Amount,Balance', '28/03/2026,Shop,,-3.20,9.00'];
    const pending = [',Cafe,4711,-1.00,', ',Bakery,01.02.2026,-2.00,'];
    expect(csvLines(read(...lines, ...pending))).toEqual([
      '2026-03-28 -3.20 EUR Shop',
      '2026-03-28 -1.00 EUR Cafe (pending)',
      '2026-03-28 -2.00 EUR Bakery (pending)',
    ]);
  });

  test.each([
    [
      'beside a running total of the year',
      'Date,Payee,Amount,Year to date',
      [
        '2026-01-02,Cafe,-40.00,40.00',
        '2026-01-02,Acme,90.00,40.00',
        '2026-01-03,Cafe,-10.00,50.00',
        ',Bakery,2,50.00',
      ],
    ],
    [
      'beside rates that add up to the amount above',
      'Date,Payee,Out,In,Balance,Rate',
      ['2026-01-02,Cafe,4.00,,9.00,1.0', '2026-01-03,Cafe,2.00,,7.00,1.0', ',Shop,,5.00,,1.0', ',Bakery,3.00,,,1.0'],
    ],
    [
      'with the amount of the last transaction',
      'Date,Payee,Out,In',
      ['2026-01-02,Acme,,90.00', '2026-01-03,Cafe,4.00,', ',Shop,,5.00', ',Bakery,4.00,'],
    ],
    [
      'below a repeated line of titles',
      'Date,Payee,Out,In,Balance',
      ['2026-01-02,Cafe,4.00,,9.00', ',Shop,,3.00,', 'Date,Payee,Out,In,Balance', ',Bakery,,2.00,'],
    ],
  ])('do not include a pending line %s', (_case, titles, lines) => {
    const statement = read(titles, ...lines);
    expect(csvLines(statement).at(-1)).toMatch(/ Bakery \(pending\)$/);
    expect(leftOut(statement)).toEqual([]);
  });

  test.each(['Amount,State\n2026-01-02,Cafe,-3.20,Posted', 'Amount,Cancelled\n2026-01-02,Cafe,-3.20,'])(
    'do not include a cancellation that returns the amount of another line: %s',
    (beginning) => {
      const more = ['2026-01-03,Shop,-9.00,Cancelled', '2026-01-04,Cafe,3.20,Cancelled'];
      const statement = read(`Date,Details,${beginning}`, '2026-01-02,Inn,-1.00,', '2026-01-02,Bar,-2.00,', ...more);
      expect(csvLines(statement).at(-1)).toBe('2026-01-04 3.20 EUR Cafe');
      expect(leftOut(statement)).toEqual(['1 declined']);
    },
  );

  test('do not include a pending line with the same amount as another line', () => {
    const lines = ['Date,Details,Amount,State', '2026-01-02,Cafe,-3.20,Completed', ',Cafe,-3.20,Pending'];
    expect(csvLines(read(...lines))).toEqual(['2026-01-02 -3.20 EUR Cafe', '2026-01-02 -3.20 EUR Cafe (pending)']);
  });

  test('do not include a pending line of a payee named like a balance if several booked lines do not add up to it', () => {
    const [titles, booked, pending] = [
      'Date,Payee,Note,Amount',
      '2026-01-02,Shop,,-4.00',
      ',Balance Yoga Studio,47,-9.00',
    ];
    expect(() => read(titles, booked, pending)).toThrow('line 3');
    expect(csvLines(read(titles, '2026-01-01,Cafe,,-3.00', booked, pending))).toContain(
      '2026-01-02 -9.00 EUR Balance Yoga Studio - 47 (pending)',
    );
    expect(leftOut(read(titles, booked, ',Closing balance,,-9.00'))).toEqual(['1 other']);
  });

  test('include the parts of a collective booking, but no other lines without a day', () => {
    const lines = [
      'Datum;Text;Einzelbetrag;Belastung;Gutschrift',
      '02.01.2026;Kiosk;;4.20;',
      '03.01.2026;Sammelauftrag (2);;50.00;',
      ';Gaswerk;30.00;;',
      ';Verein;20.00;;',
      '05.01.2026;Lohn;;;1000.00',
    ];
    const statement = read(...lines);
    expect(csvLines(statement)).toHaveLength(3);
    expect(leftOut(statement)).toEqual(['2 detail']);
    expect(() => read(...lines.map((line) => line.replace('20.00', '21.00')))).toThrow('line 4');
  });

  test('are an opening line with only a balance, whatever its word, unless another number may be its amount', () => {
    const titles = 'Datum;Vorgang;Soll;Haben;Guthaben';
    const lines = ['30.01.2026;Sparbeitrag;;50,00;4.170,10', '27.02.2026;Jahresentgelt;15,00;;4.155,10'];
    expect(leftOut(read(titles, '02.01.2026;Vortrag;;;4.120,10', ...lines))).toEqual(['1 other']);
    expect(() =>
      read(`${titles};Spesen`, '02.01.2026;Entgelt;;;4.120,10;3,00', ...lines.map((line) => `${line};`)),
    ).toThrow('line 2');
  });

  test('are balances with the amount 0.00 beside a running balance, but not other lines of 0.00', () => {
    const statement = read(
      'Data;Historico;Valor;Saldo',
      '30/12/2025;SALDO ANTERIOR;0,00 C;100,00 C',
      '14/01/2026;COMPRA PADARIA;61,00 D;39,00 C',
      '14/01/2026;SALDO DIA;0,00 C;39,00 C',
      '15/01/2026;TARIFA ISENTA;0,00 D;39,00 C',
      '16/01/2026;CRED INSS;1.412,00 C;1.451,00 C',
    );
    expect(statement.transactions.map(({ amount }) => amount)).toEqual(['-61.00', '0.00', '1412.00']);
  });

  test('include undated lines at the end as pending ones, unless a balance or a total precedes them', () => {
    const lines = ['Fecha;Concepto;Importe', '2026-01-14;Mercado;-35.50', '2026-01-16;Nómina;3200.00'];
    const pending = ';Farmacia;-9.00';
    expect(csvLines(read(...lines, pending))).toContain('2026-01-16 -9.00 EUR Farmacia (pending)');
    for (const above of [';Saldo contable;3544.50', ';Total;3164.50']) {
      expect(leftOut(read(...lines, above, ';Línea de sobregiro;500.00', ';Pago mínimo;25.00'))).toEqual(['3 other']);
      expect(csvLines(read(...lines, above, ';Por confirmar;', pending))).toHaveLength(3);
    }
  });

  test('are the parts of a collective booking in the column of amounts, but not a single line of the same amount', () => {
    const lines = ['Booked At;Text;Amount;Balance', '2026-01-27;Order of two;-445.90;6120.35'];
    const booked = ['2026-01-25;Salary;5200.00;6566.25', '2026-01-16;Market;-63.75;1366.25'];
    const parts = [';Gas works;-128.40;', ';Insurance;-317.50;'];
    expect(leftOut(read(...lines, ...parts, ...booked))).toEqual(['2 detail']);
    expect(() => read(...lines, ';Gas works;-128.40;', ...booked)).toThrow('line 3');
    expect(() => read(...lines, ';Gas works;-445.90;', ...booked)).toThrow('line 3');
  });

  test('are notes with a day but no amount, unless the balance shows that an amount is missing', () => {
    const statement = read('Date,Details,Amount', '2026-01-02,Shop,-4.00', '2026-01-03,NEW INTEREST RATE 0.25%,');
    expect(csvLines(statement)).toEqual(['2026-01-02 -4.00 EUR Shop']);
    expect(leftOut(statement)).toEqual(['1 note']);
    expect(() =>
      read(
        'Date,Details,Amount,Balance',
        '2026-01-02,A,-4.00,96.00',
        '2026-01-03,B,,90.00',
        '2026-01-04,C,-1.00,89.00',
      ),
    ).toThrow('line 3');
  });

  test('are cancelled and declined lines, whether the status or the day column says so', () => {
    const byDay = read(
      'Date,Details,Amount',
      'Refused,Hotel,-300.00',
      '2026-01-03,Shop,-2.00',
      '2026-01-02,Rent,-7.00',
    );
    expect(csvLines(byDay)).toEqual(['2026-01-03 -2.00 EUR Shop', '2026-01-02 -7.00 EUR Rent']);
    expect(leftOut(byDay)).toEqual(['1 declined']);
    const byStatus = read(
      'Date,Details,Stav,Amount,Balance',
      '2026-01-02,Shop,Provedeno,-4.00,96.00',
      '2026-01-03,Hotel,Zrušeno,-300.00,96.00',
      '2026-01-04,Cafe,Provedeno,-1.00,95.00',
    );
    expect(csvLines(byStatus)).toHaveLength(2);
    expect(byStatus.transactions.map(({ balanceAfter }) => balanceAfter)).toEqual(['96.00', '95.00']);
    const deleted = read('Dato;Tekst;Beløb;Status', '2026-01-02;Netto;-4,00;Udført', '2026-01-03;DSB;-300,00;Slettet');
    expect(csvLines(deleted)).toEqual(['2026-01-02 -4.00 EUR Netto']);
    expect(leftOut(byStatus)).toEqual(['1 declined']);
  });

  test("are transfers between the user's pockets, also in a later file", () => {
    const titles = 'Date,Payee,收/支,Amount,当前状态';
    const first = csvFile(`${titles}\n2026-01-02,Shop,支出,4.00,支付成功\n2026-01-03,Ann,收入,9.00,已收钱\n`);
    const memory = remembering(mappingOf(first, ANSWERS));
    const next = readStatement(
      csvFile(`${titles}\n2026-02-02,Bank,/,50.00,提现已到账\n2026-02-03,Cafe,支出,1.00,支付成功\n`),
      memory,
    );
    expect(csvLines(next)).toEqual(['2026-02-03 -1.00 EUR Cafe']);
    expect(leftOut(next)).toEqual(['1 neutral']);
  });

  test('include lines with an unknown status only after an answer, even beside a running balance', () => {
    const lines = [
      'Date,Details,Status,Amount,Balance',
      '2026-01-02,Shop,Wobbled,-4.00,96.00',
      '2026-01-03,Cafe,Settled,-1.00,95.00',
      '2026-01-04,Bar,Wobbled,-5.00,90.00',
    ];
    expect(() => read(...lines)).toThrow('“Wobbled”');
    const answered = readAnswered(csvFile(`${lines.join('\n')}\n`), { ...ANSWERS, status: 'Status' });
    expect(csvLines(answered)).toHaveLength(3);
  });

  test.each([
    ['Situação', 'Efetivado', 'Rejeitado', 'Em análise'],
    ['Situación', 'Aprobada', 'Denegada', 'Por confirmar'],
    ['Txn Status', 'Approved', 'Not approved', 'Queued'],
    ['Κατάσταση', 'Ολοκληρώθηκε', 'Απορρίφθηκε', 'Σε εκκρεμότητα'],
    ['סטטוס עסקה', 'מאושר', 'סורב', 'בהמתנה'],
    ['حالة العملية', 'ناجحة', 'مرفوضة', 'قيد المعالجة'],
    ['Būsena', 'Įvykdyta', 'Atšaukta', 'Laukiama'],
  ])('are declined or pending by the words below “%s”', (title, posted, left, pending) => {
    const statement = read(
      `Date,Details,Amount,${title}`,
      `2026-01-02,Shop,-4.00,${posted}`,
      `2026-01-03,Hotel,-300.00,${left}`,
      `2026-01-04,Cafe,-1.00,${pending}`,
    );
    expect(csvLines(statement)).toEqual(['2026-01-02 -4.00 EUR Shop', '2026-01-04 -1.00 EUR Cafe (pending)']);
    expect(leftOut(statement)).toEqual(['1 declined']);
  });

  test.each(['Flow', 'Etap', 'Κατάσταση'])(
    'with unknown words beside “Declined” below “%s” need an answer',
    (title) => {
      const lines = [
        `Date,Details,Amount,${title}`,
        '2026-01-02,Shop,-4.00,Wobbled',
        '2026-01-03,Hotel,-300.00,Declined',
        '2026-01-04,Cafe,-1.00,Wobbled',
      ];
      expect(() => read(...lines)).toThrow('“Wobbled”');
      // Categories and texts that do not repeat are no status.
      expect(csvLines(read(...lines.map((line) => line.replace(title, 'Category'))))).toHaveLength(3);
      const texts = lines.map((line, place) => line.replace('Wobbled', place === 1 ? 'Bananas' : 'Two of us'));
      expect(csvLines(read(...texts.map((line) => line.replace(title, 'Flow'))))).toHaveLength(3);
    },
  );

  test('are left out if the user says so about a word of the status, also in a later file', () => {
    const lines = [
      'Date,Details,Amount,Status',
      '2026-01-02,Shop,-4.00,Wobbled',
      '2026-01-03,Hotel,-300.00,Fizzled',
      '2026-01-04,Cafe,-1.00,Settled',
    ];
    const file = csvFile(`${lines.join('\n')}\n`);
    const choicesAfter = (status?: string) => {
      const [question] = inspectCsv(file, NO_CSV_MEMORY, { answers: { ...ANSWERS, status } }).csv?.questions ?? [];
      return question?.choices.map(({ value }) => value);
    };
    expect(choicesAfter()).toEqual(['Status=+Wobbled', 'Status=-Wobbled', 'none']);
    expect(choicesAfter('Status=+Wobbled')).toEqual(['Status=+Wobbled+Fizzled', 'Status=+Wobbled-Fizzled', 'none']);
    const mapped = mappingOf(file, { ...ANSWERS, status: 'Status=+Wobbled-Fizzled' });
    expect(mapped.mapping.status).toEqual({ column: 3, posted: ['wobbled'], left: ['fizzled'] });
    const statement = readStatement(file, remembering(mapped));
    expect(csvLines(statement)).toEqual(['2026-01-02 -4.00 EUR Shop', '2026-01-04 -1.00 EUR Cafe']);
    expect(leftOut(statement)).toEqual(['1 declined']);
    const next = csvFile(`${lines[0]}\n2026-02-02,Bar,-9.00,fizzled\n2026-02-03,Cafe,-2.00,Wobbled\n`);
    expect(csvLines(readStatement(next, remembering(mapped)))).toEqual(['2026-02-03 -2.00 EUR Cafe']);
  });

  const LINES = ['2026-01-05;Shop;-12.50', '2026-01-06;Employer;2100.00', '2026-01-07;Rent 4;-800.00'];

  test.each([
    'Opening balance',
    'B/F',
    'Alter Kontostand',
    "Solde d'ouverture",
    'SALDO TOTAL DISPONÍVEL DIA',
    'Saldo disponibile',
    'Saldo po operacjach',
    'Počáteční zůstatek',
    'Záró egyenleg',
    'Utgående balans',
    'Ultimo saldo',
    'Devreden bakiye',
    'Prethodno stanje',
    'Začetno stanje',
    'Крайно салдо',
    'Входящий остаток',
    'Вихідний залишок',
    'Τελικό υπόλοιπο',
    'יתרת פתיחה',
    'الرصيد الختامي',
    '繰越残高',
    '差引残高（2026.03.31現在）',
    '期初余额',
    '전월이월',
    'ยอดยกมา',
    'Số dư đầu kỳ',
    'Baki awal',
    'Likutis pabaigai',
    'Saldo Diário',
    'SALDO ANT EM 30/12/2025',
    'Saldo al cierre',
    'OPENING BAL.',
    'Bal. b/fwd',
    'Balance Brought Forward (BBF)',
    'Balance at Period Start',
    'SOLDE DE DÉPART',
    'Report à nouveau',
    'ÖNCEKİ DÖNEM BAKİYESİ',
    'ΕΚ ΜΕΤΑΦΟΡΑΣ',
    'יתרה מועברת',
    'رصيد أول المدة',
  ])('are balances in any language, with a day or without: %s', (label) => {
    const titles = 'Date;Text;Amount';
    for (const lines of [
      [`2026-01-04;${label};1000.00`, ...LINES],
      [...LINES, `;${label};2287.50`],
    ])
      expect(read(titles, ...lines).transactions.map(({ amount }) => amount)).toEqual(['-12.50', '2100.00', '-800.00']);
  });

  test.each([
    'Grand total',
    'Gesamtsumme',
    'Totaux',
    'Total geral',
    'Totale generale',
    'Razem',
    'Celkem',
    'Összesen',
    'I alt',
    'Genel toplam',
    'Ukupno',
    'Skupaj',
    'Общо',
    'Всього',
    'Σύνολο',
    'סה״כ',
    'الإجمالي',
    '合計',
    '总计',
    '합계',
    'ยอดรวม',
    'Iš viso',
    'TOTAL INGRESOS Y GASTOS',
    'Totais de lançamentos',
    'Page total',
    'ΣΥΝΟΛΑ',
    'סה״כ תנועות',
    'إجمالي الحركات',
  ])('are totals in any language, if the amount is the sum: %s', (label) => {
    const total = (sum: string) => read('Date;Text;Amount', ...LINES, `2026-01-08;${label};${sum}`);
    expect(total('1287.50').transactions).toHaveLength(3);
    expect(total('-9.99').transactions).toHaveLength(4);
  });

  test('do not include purchases at shops with the name of a balance or a total', () => {
    const lines = ['2026-01-08;New Balance;-89.00', '2026-01-09;Total;-40.00', '2026-01-10;Balance Bikes;-3.00'];
    const words = ['Saldo Shoes', 'Report', 'Vortrag', 'Devir', 'Resumen', 'Bal'];
    const more = words.map((word) => `2026-01-11;${word};-5.00`);
    expect(read('Date;Text;Amount', ...LINES, ...lines, ...more).transactions).toHaveLength(12);
  });

  test('are daily balances with unknown words if the amounts between lead from each to the next', () => {
    const lines = (end: string) => [
      'Data;Texto;Valor',
      '30/12/2025;SALDO DE ABERTURA;1000,00',
      '14/01/2026;POSTO BR;-35,90',
      '14/01/2026;SDO CTA/APL AUTOM;964,10',
      '15/01/2026;SAQUE;-20,00',
      '16/01/2026;SALARIO;5230,11',
      `16/01/2026;SDO CTA/APL AUTOM;${end}`,
    ];
    expect(read(...lines('6174,21')).transactions.map(({ amount }) => amount)).toEqual(['-35.90', '-20.00', '5230.11']);
    expect(read(...lines('6174,20')).transactions).toHaveLength(6);
  });

  test('do not include payments that begin like a balance and add up by chance', () => {
    const lines = ['2026-01-05;Saldo Tigo;-10.00', '2026-01-06;Taxi;-5.00', '2026-01-07;Saldo Tigo;-15.00'];
    expect(read('Date;Text;Amount', ...lines, ...LINES).transactions).toHaveLength(6);
  });
});
