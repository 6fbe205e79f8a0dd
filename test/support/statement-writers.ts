/** A booking of an account, which can be written in any statement format. */
export interface Booking {
  /** YYYY-MM-DD */
  readonly on: string;
  /** Days from the booking to its value date, which the CSV table shows. */
  readonly valueDays?: number;
  /** "-12.50" */
  readonly amount: string;
  readonly who: string;
  readonly what: string;
}

export type StatementKind = 'ofx' | 'camt' | 'mt940' | 'csv';

/** An IBAN, and the account number and bank code within it. */
const IBAN = 'DE89370400440532013000';
const NUMBER = '0532013000';
const BANK = '37040044';

/**
 * The bookings as a bank would write them in one format. Each format keeps different parts of the text, and different ids
 * or none.
 */
export const WRITE_STATEMENT: Readonly<
  Record<StatementKind, (bookings: readonly Booking[], firstNumber: number) => string>
> = {
  ofx: (bookings, first) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:UTF-8
CHARSET:NONE
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20260401<LANGUAGE>ENG</SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>EUR
<BANKACCTFROM><BANKID>${BANK}<ACCTID>${NUMBER}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>
${bookings.map(({ on, amount, who, what }, place) => `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${digits(on)}<TRNAMT>${amount}<FITID>${digits(on)}${first + place}<NAME>${who.slice(0, 32)}<MEMO>${what}</STMTTRN>`).join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`,
  camt: (bookings, first) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-04-01T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><CreDtTm>2026-04-01T06:00:00</CreDtTm><Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${bookings.map((booking, place) => camtEntry(booking, `R${first + place}`)).join('\n')}
</Stmt></BkToCstmrStmt></Document>
`,
  mt940: (bookings) => `:20:STARTUMS
:25:${BANK}/${NUMBER}
:28C:00001/001
:60F:C251231EUR1000,00
${bookings.map(({ on, amount, who, what }) => `:61:${digits(on).slice(2)}${digits(on).slice(4)}${amount.startsWith('-') ? 'D' : 'C'}${unsigned(amount).replace('.', ',')}NMSCNONREF\n:86:177?00UEBERWEISUNG?20SVWZ+${what.slice(0, 20)}?21${what.slice(20)}?32${who.slice(0, 27)}?33${who.slice(27)}`).join('\n')}
:62F:C260401EUR${balance(bookings)}
-
`,
  csv: (bookings) => `Kontonummer;${IBAN}

Valuta;Beguenstigter/Zahlungspflichtiger;Verwendungszweck;Betrag;Waehrung
${bookings.map(({ on, valueDays = 0, amount, who, what }) => `${german(later(on, valueDays))};${who.toUpperCase()};${what};${amount.replace('.', ',')};EUR`).join('\n')}
`,
};

function camtEntry({ on, valueDays = 0, amount, who, what }: Booking, reference: string): string {
  const [side, party] = amount.startsWith('-') ? ['DBIT', 'Cdtr'] : ['CRDT', 'Dbtr'];
  return `<Ntry><Amt Ccy="EUR">${unsigned(amount)}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${later(on, valueDays)}</Dt></ValDt><AcctSvcrRef>${reference}</AcctSvcrRef>
<NtryDtls><TxDtls><RltdPties><${party}><Pty><Nm>${who}</Nm></Pty></${party}></RltdPties><RmtInf><Ustrd>${what}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}

function balance(bookings: readonly Booking[]): string {
  const cents = bookings.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 100_000);
  return (cents / 100).toFixed(2).replace('.', ',');
}

function unsigned(amount: string): string {
  return amount.replace('-', '');
}

function digits(on: string): string {
  return on.replaceAll('-', '');
}

function german(on: string): string {
  return `${on.slice(8)}.${on.slice(5, 7)}.${on.slice(0, 4)}`;
}

function later(on: string, days: number): string {
  return new Date(Date.parse(on) + days * 86_400_000).toISOString().slice(0, 10);
}
