// Statement files and rules that are the same in every run, so that figures can be compared.

const SHOPS = [
  'GREENGROCER',
  'BAKERY ON THE CORNER',
  'CITY TRANSPORT',
  'PHARMACY',
  'BOOKSHOP',
  'HARDWARE STORE',
  'CAFE CENTRAL',
  'CINEMA',
  'FUEL STATION',
  'INSURANCE',
];
const FIRST_DAY = Date.UTC(2016, 0, 1);
const DAY = 86_400_000;

export interface InputTransaction {
  readonly id: string;
  /** YYYYMMDD, as in OFX. */
  readonly date: string;
  /** Decimal text; negative for a payment. */
  readonly amount: string;
  readonly description: string;
}

/** `count` payments over ten years, starting with number `from`; 500 different descriptions. */
export function inputTransactions(count: number, from = 0): InputTransaction[] {
  return Array.from({ length: count }, (_, index) => {
    const number = from + index;
    const shop = (number * 7919) % 500;
    return {
      id: `T${String(number).padStart(9, '0')}`,
      date: new Date(FIRST_DAY + (number % 3650) * DAY).toISOString().slice(0, 10).replaceAll('-', ''),
      amount: `-${1 + ((number * 31) % 400)}.${String((number * 17) % 100).padStart(2, '0')}`,
      description: `${SHOPS[shop % SHOPS.length]} ${shop} STREET ${shop % 90}`,
    };
  });
}

/** An OFX 1.x statement of one account, about 160 bytes for each transaction. `closing`: the last balance, its date as YYYYMMDD. */
export function statementFile(
  transactions: readonly InputTransaction[],
  closing = { amount: '0.00', date: '20260101' },
): string {
  const lines = transactions.map(
    ({ id, date, amount, description }) =>
      `<STMTTRN>\n<TRNTYPE>DEBIT\n<DTPOSTED>${date}120000\n<TRNAMT>${amount}\n<FITID>${id}\n<NAME>${description}\n<MEMO>CARD PAYMENT ${id}\n</STMTTRN>\n`,
  );
  return `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260101120000<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>123456789<ACCTID>000111222333<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20160101<DTEND>20260101
${lines.join('')}</BANKTRANLIST>
<LEDGERBAL><BALAMT>${closing.amount}<DTASOF>${closing.date}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1>
</OFX>
`;
}

/** Patterns of rules. Each matches one of the 500 descriptions, so `count` rules match `count` descriptions. */
export function rulePatterns(count: number): string[] {
  return Array.from({ length: count }, (_, shop) => `${SHOPS[shop % SHOPS.length]} ${shop} `.toLowerCase());
}
