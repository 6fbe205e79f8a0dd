import { statementFile, type InputTransaction } from './inputs.ts';

/** Functions that write a statement file of each kind, with everything that Pennyrow requires. */
export const STATEMENT_KINDS: Readonly<Record<string, (transactions: readonly InputTransaction[]) => string>> = {
  ofx: statementFile,
  camt: camtFile,
  mt940: mt940File,
  csv: csvFile,
  qif: qifFile,
};

const IBAN = 'DE02100100100006820101';

function camtFile(transactions: readonly InputTransaction[]): string {
  const entries = transactions.map(
    ({ id, date, amount, description }) => `
      <Ntry>
        <Amt Ccy="EUR">${amount.slice(1)}</Amt>
        <CdtDbtInd>DBIT</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${dashed(date)}</Dt></BookgDt>
        <ValDt><Dt>${dashed(date)}</Dt></ValDt>
        <AcctSvcrRef>${id}</AcctSvcrRef>
        <NtryDtls>
          <TxDtls>
            <Refs><EndToEndId>E2E-${id}</EndToEndId></Refs>
            <RltdPties><Cdtr><Pty><Nm>${description}</Nm></Pty></Cdtr></RltdPties>
            <RmtInf><Ustrd>CARD PAYMENT ${id}</Ustrd></RmtInf>
          </TxDtls>
        </NtryDtls>
      </Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-01-01T12:00:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>S1</Id>
      <Acct><Id><IBAN>${IBAN}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
}

function mt940File(transactions: readonly InputTransaction[]): string {
  const cents = transactions.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const balance = `${cents < 0 ? 'D' : 'C'}260101EUR${(Math.abs(cents) / 100).toFixed(2).replace('.', ',')}`;
  const lines = transactions.map(
    ({ id, date, amount, description }) =>
      `:61:${date.slice(2)}${date.slice(4)}D${amount.slice(1).replace('.', ',')}NMSCNONREF//${id}\r\n:86:105?00CARD PAYMENT?20${id}?32${description.slice(0, 27)}\r\n`,
  );
  return `:20:STARTUMS\r\n:25:${IBAN}\r\n:28C:1/1\r\n:60F:C160101EUR0,00\r\n${lines.join('')}:62F:${balance}\r\n-\r\n`;
}

function csvFile(transactions: readonly InputTransaction[]): string {
  const lines = transactions.map(
    ({ id, date, amount, description }) =>
      `${IBAN};${dashed(date)};${description};"CARD PAYMENT ${id}";${amount.replace('.', ',')};EUR\r\n`,
  );
  return `Account IBAN;Booking date;Payee;Purpose;Amount;Currency\r\n${lines.join('')}`;
}

function qifFile(transactions: readonly InputTransaction[]): string {
  const lines = transactions.map(
    ({ id, date, amount, description }) =>
      `D${dashed(date)}\nT${amount}\nN${id}\nP${description}\nMCARD PAYMENT ${id}\n^\n`,
  );
  return `!Account\nNEveryday\nTBank\n^\n!Type:Bank\n${lines.join('')}`;
}

function dashed(date: string): string {
  return `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`;
}
