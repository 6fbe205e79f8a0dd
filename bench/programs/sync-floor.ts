// The minimal work of importing a statement, stage by stage. Arguments: statement file, number of rules, database to write.
// Prints the seconds of each stage as JSON.
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { rulePatterns } from '../support/inputs.ts';

const [statement, rules, database] = process.argv.slice(2);
const db = new Database(String(database));
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE row (id TEXT PRIMARY KEY, date TEXT, amount TEXT, description TEXT, category TEXT, account TEXT, account_id TEXT, added TEXT, currency TEXT) STRICT, WITHOUT ROWID`);

const stages: Record<string, number> = {};
const transactions = stage('parse', () => parse(readFileSync(String(statement), 'latin1')));
const fresh = stage('known', () => {
  const knownIds = new Set(db.prepare('SELECT id FROM row').pluck().all());
  return transactions.filter(({ FITID = '' }) => !knownIds.has(FITID));
});
const categories = stage('categorise', () => {
  const patterns = rulePatterns(Number(rules));
  const alternation = new RegExp(patterns.join('|'));
  const category = new Map(patterns.map((pattern, index) => [pattern, `Category ${index % 20}`]));
  return fresh.map(({ NAME = '' }) => category.get(alternation.exec(NAME.toLowerCase())?.[0] ?? '') ?? '');
});
stage('record', () => {
  const insert = db.prepare('INSERT INTO row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  db.transaction(() => {
    for (const [index, { FITID, DTPOSTED, TRNAMT, NAME }] of fresh.entries()) {
      insert.run(
        FITID,
        DTPOSTED,
        TRNAMT,
        NAME,
        categories[index],
        'Checking',
        '000111222333',
        '2026-01-01T12:00:00',
        'EUR',
      );
    }
  })();
});
stage('serialize', () =>
  Buffer.from(
    fresh
      .map(({ FITID, DTPOSTED, TRNAMT, NAME }, index) =>
        JSON.stringify([
          DTPOSTED,
          NAME,
          Number(TRNAMT),
          categories[index],
          'Checking',
          '000111222333',
          FITID,
          '2026-01-01T12:00:00',
          'EUR',
        ]),
      )
      .join(','),
  ),
);
db.close();
console.log(JSON.stringify({ ...stages, transactions: transactions.length }));

function stage<Result>(name: string, work: () => Result): Result {
  const started = performance.now();
  const result = work();
  stages[name] = (performance.now() - started) / 1000;
  return result;
}

/** Parses OFX in one pass from tag to tag: a value is the text after its tag. */
function parse(text: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  let current: Record<string, string> = {};
  let next = text.indexOf('<');
  while (next >= 0) {
    const end = text.indexOf('>', next);
    const tag = text.slice(next + 1, end);
    next = text.indexOf('<', end);
    if (tag === 'STMTTRN') current = {};
    else if (tag === '/STMTTRN') found.push(current);
    else if (next > 0) current[tag] = text.slice(end + 1, next).trim();
  }
  return found;
}
