// The minimal work of reading a statement: one loop over the file that keeps a date, an amount and a text of each
// transaction, without checks. Arguments: the kind of file and its path.
import { readFileSync } from 'node:fs';
import { memoryOf } from '../support/usage.ts';

const [kind = '', path = ''] = process.argv.slice(2);

/** By kind: the start of a transaction, and the start and end of each field. */
const MARKUP = {
  ofx: {
    record: '<STMTTRN>',
    fields: [
      ['<DTPOSTED>', '\n'],
      ['<TRNAMT>', '\n'],
      ['<FITID>', '\n'],
      ['<NAME>', '\n'],
      ['<MEMO>', '\n'],
    ],
  },
  camt: {
    record: '<Ntry>',
    fields: [
      ['<Amt Ccy="EUR">', '<'],
      ['<Dt>', '<'],
      ['<AcctSvcrRef>', '<'],
      ['<Nm>', '<'],
      ['<Ustrd>', '<'],
    ],
  },
  mt940: {
    record: ':61:',
    fields: [
      ['', 'D'],
      ['', 'N'],
      ['//', '\r'],
      ['?20', '?'],
      ['?32', '\r'],
    ],
  },
  qif: {
    record: '\nD',
    fields: [
      ['', '\n'],
      ['T', '\n'],
      ['N', '\n'],
      ['P', '\n'],
      ['M', '\n'],
    ],
  },
};

function readMarkup(text, { record, fields }) {
  const found = [];
  for (let at = text.indexOf(record); at !== -1; at = text.indexOf(record, at)) {
    at += record.length;
    const values = [];
    for (const [begin, end] of fields) {
      const from = text.indexOf(begin, at) + begin.length;
      at = text.indexOf(end, from);
      values.push(text.slice(from, at));
    }
    found.push(values);
  }
  return found;
}

function readTable(text) {
  const found = [];
  for (let from = text.indexOf('\n') + 1; from < text.length;) {
    const to = text.indexOf('\n', from);
    found.push(text.slice(from, to).split(';'));
    from = to + 1;
  }
  return found;
}

const idleBytes = memoryOf('self').resident;
const startedAt = process.threadCpuUsage();
const started = performance.now();
const text = readFileSync(path, 'utf8');
const records = kind === 'csv' ? readTable(text) : readMarkup(text, MARKUP[kind]);
const transactions = records.map((values) => ({
  values,
  amount: Number(values[kind === 'csv' ? 4 : 1]?.replace(',', '.')),
}));
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.threadCpuUsage(startedAt);
process.stdout.write(
  JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, idleBytes, count: transactions.length }),
);
