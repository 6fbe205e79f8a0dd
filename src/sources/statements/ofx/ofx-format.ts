import type { BankTransaction } from '../../../core/bank-transaction.ts';
import { decodeText, peekText } from '../decode-text.ts';
import { excerpt, fileError, type StatementText } from '../statement-error.ts';
import type { Statement, StatementFile, StatementFormat } from '../statement.ts';
import { remembering } from '../remembering.ts';
import { settledBalances } from '../stated-balances.ts';
import { readAccounts } from './ofx-accounts.ts';
import { agreedDecimalMark } from './ofx-amounts.ts';
import { readOfxDate } from './ofx-date.ts';
import { readOfxDocument } from './ofx-document.ts';
import type { OfxDocument } from './ofx-statement.ts';
import { beginsLikeOfx, readOfxHeader } from './ofx-header.ts';
import { readTransaction } from './ofx-transaction.ts';
import { signWarnings } from './ofx-signs.ts';
import { documentWarnings, statusText } from './ofx-warnings.ts';

/** OFX 1.x (SGML) and 2.x (XML), with Quicken's QFX: bank, card and investment cash statements. */
export const ofxFormat: StatementFormat = {
  name: 'OFX/QFX',
  extensions: ['.ofx', '.qfx'],
  scheme: null,
  recognises: beginsLikeOfx,
  read: readOfx,
};

function readOfx(file: StatementFile): Statement {
  const header = readOfxHeader(peekText(file.bytes));
  const text: StatementText = { name: file.name, text: decodeText(file, header.encoding) };
  const document = readOfxDocument(text);
  if (document.statements.length === 0) throw noStatement(text, document);
  const mark = agreedDecimalMark(text, document.statements);
  const { accounts, sides, balances, warnings } = readAccounts(text, document.statements, mark);
  const context = { text, mark, readDate: remembering(readOfxDate), securities: document.securities };
  const transactions: BankTransaction[] = [];
  for (const [statement, side] of sides) {
    for (const transaction of statement.transactions) transactions.push(readTransaction(context, transaction, side));
  }
  return {
    format: header.format,
    accounts,
    transactions,
    balances: settledBalances(balances),
    warnings: [
      ...documentWarnings(text, document),
      ...warnings,
      ...signWarnings(text, document.statements, transactions),
    ],
  };
}

function noStatement(text: StatementText, document: OfxDocument) {
  if (!/<OFX[\s>]/i.test(text.text)) {
    return fileError('statement_truncated', text.name, { reason: 'start' });
  }
  const refusal = document.statuses.findLast((status) => status['SEVERITY']?.toUpperCase() === 'ERROR');
  const other = document.otherStatements[0];
  return fileError(
    'statement_empty',
    text.name,
    refusal !== undefined
      ? { reason: 'answer', text: excerpt(statusText(refusal)) }
      : other !== undefined
        ? { reason: 'ofxKind', text: excerpt(other) }
        : { reason: 'ofx' },
  );
}
