import { ownDirection, type DecimalMark } from '../../../../core/amount-text.ts';
import { plainWords, roleOfTitle } from '../../../../core/column-titles.ts';
import { plainLetters } from '../../../../core/plain-letters.ts';
import type { CsvAmountPair, CsvSteppedAmounts } from '../../../../core/csv-mapping.ts';
import { isIban } from '../../account-identity.ts';
import { firstSteppedLine, steppedUnits } from '../arithmetic/amounts.ts';
import type { Reading } from '../arithmetic/find-readings.ts';
import { isMoney, LINE_ORDERS, sheetOf } from '../arithmetic/sheet.ts';
import { countSigns } from '../memory/unseen.ts';
import { columnsOf, directionOfKind, marksIncome, type CsvColumn } from '../table/csv-columns.ts';
import { clean } from '../table/csv-table.ts';
import { speaksOfIncome } from '../values/csv-labels.ts';
import { choiceOf, type Findings } from './findings.ts';
import {
  agreementOf,
  askForWord,
  directionsIn,
  labelColumns,
  markedBy,
  markedByChosenSign,
} from './guess-direction.ts';

/** The direction of amounts in one column; null if the user must answer. The balance of a `reading` may be a card's debt. */
export function guessSign(findings: Findings, column: CsvColumn, mark: DecimalMark, reading: Reading | null) {
  const { answers, columns } = findings;
  const isFree = answers.sign === undefined || answers.direction !== undefined;
  const marked = reading === null && isFree ? markedBy(findings, column) : null;
  if (marked !== null) {
    const agreement = answers.direction === undefined ? agreementOf(findings, marked, mark) : null;
    findings.because('direction', answers.direction === undefined ? 'words' : 'given');
    if (agreement === null) return marked;
    // A sale is money out on a card, but money in for a seller, whose files have fees.
    const isSeller = marked.out.includes('sale') && columnsOf(columns, 'fee', 'net').length > 0;
    if (agreement === 'contradictory' || isSeller) return askForSign(findings, column);
    findings.because('sign', 'column', columns[marked.mark]?.title);
    return { kind: 'signed', column: column.place, inverted: agreement === 'inverted' } as const;
  }
  if (marksIncome(column) && answers.sign !== 'as-written' && !isContrary(findings, column, reading)) {
    findings.because('sign', answers.sign === undefined ? 'signs' : 'given');
    return { kind: 'signed', column: column.place, inverted: true, marksIncome: true } as const;
  }
  const found = signOf(findings, column, reading);
  const stepped = reading?.start == null ? steppedBeside(findings, column, mark, reading) : null;
  if (stepped !== null && (reading === null || found !== null || stepped.isAccount))
    return withFirstLine(findings, stepped.amount, stepped);
  const sign = answers.sign ?? found;
  if (reading !== null && answers.sign === undefined && isContradicted(findings, column, sign))
    return askForDirection(findings, column);
  if (sign === null) return reading === null ? askForDirection(findings, column) : askForSign(findings, column);
  const only = reading === null && answers.sign !== undefined ? markedByChosenSign(findings, column, sign) : null;
  if (only !== null) return only;
  findings.because('sign', answers.sign !== undefined ? 'given' : reading === null ? 'signs' : 'balance');
  return { kind: 'signed', column: column.place, inverted: sign === 'inverted' } as const;
}

/** True if the amounts are unsigned, so that all have one direction, and the words of a line state the other direction. */
function isContradicted(findings: Findings, column: CsvColumn, sign: Sign | null): boolean {
  const [isOut, other] = sign === 'inverted' ? [true, 'in'] : [false, 'out'];
  const words = columnsOf(findings.columns, 'direction', 'kind');
  return (
    sign !== null &&
    column.negatives + column.pluses === 0 &&
    amountLines(findings, column).some(
      ({ row }) =>
        (isOut && row.some(speaksOfIncome)) || words.some(({ place }) => directionOfKind(clean(row[place])) === other),
    )
  );
}

/** True if the balance, or a salary without a plus, shows that a plus does not mark all income. */
function isContrary(findings: Findings, column: CsvColumn, reading: Reading | null): boolean {
  if (reading !== null) return reading.amount.kind !== 'signed' || reading.amount.marksIncome !== true;
  return amountLines(findings, column).some(({ row, sign }) => sign === '' && row.some(speaksOfIncome));
}

type Sign = 'as-written' | 'inverted';

/** The sign that the words of the lines, the signs and the balance agree on; null if they leave it open. */
function signOf(findings: Findings, column: CsvColumn, reading: Reading | null): Sign | null {
  const { rows, first } = findings.table;
  const lines = amountLines(findings, column);
  const [minus, plus] = [lines.filter(({ sign }) => sign === '-'), lines.filter(({ sign }) => sign !== '-')];
  const isIncome = plus.some((line) => line.row.some(speaksOfIncome) || says(RECEIVED_WORDS)(line));
  const isExplicit = minus.length > 0 && minus.length < lines.length && lines.every(({ sign }) => sign !== '');
  const [isCard, isDebt] = [isOfCard(findings), minus.some(says(PAYMENT_WORDS))];
  const [isPaymentOf, isRefund, isBill] = [says(ISSUER_WORDS), says(REFUND_WORDS), says(BILL)];
  const isTurned = reading !== null && (reading.amount.kind !== 'signed' || reading.amount.inverted);
  const spent = lines.filter((line) => says(SPENT_WORDS)(line) && !isRefund(line));
  const areSpent = spent.length > 0 && spent.every(({ sign }) => sign === '-');
  const [labels, texts] = [labelColumns(findings), labelColumns(findings, 'payee', 'memo')];
  // Some brokers write a minus before withdrawals and none before purchases.
  const isContrary =
    !isExplicit && labels.some((each) => [minus, plus].every((some) => directionsIn([each], some).includes('out')));
  // In the file of a card, the payment of its bill may be called "paid" or "pago realizado".
  const unpaid = minus.filter((line) => !says(PAID)(line));
  const [said, saidOfPlus] = [directionsIn(texts, unpaid), directionsIn(texts, plus)];
  const isSaid = said.includes('out') || saidOfPlus.includes('in') || plus.some(says(RETURNED));
  const isDenied = isCard || said.includes('in') || saidOfPlus.includes('out') || (spent.length > 0 && !areSpent);
  // A plus is money in if all spending has a minus, payments of the bill have a plus, or lines name the accounts of payees.
  const isPlusIn = areSpent || (isSaid && !isDenied) || plus.some(isPaymentOf) || hasOtherAccounts(findings);
  if (isPlusIn && !isContrary && !isTurned && !isDebt && minus.length > 0) return 'as-written';
  if (reading !== null) {
    const moves = netMoves(reading);
    // Only accounts, not cards, also state the balance before each line.
    const isAccount = moves === 0 || isIncome || isExplicit || reading.start !== null;
    const isClear = moves < 0 || (!isTurned && isAccount);
    return isCard || isDebt || !isClear ? null : isTurned ? 'inverted' : 'as-written';
  }
  const { negatives: falling, positives: rising } = column;
  // True if exactly the negative lines pay the bill of a card. The file may be the card's, or that of the paying account.
  const areBills = minus.some(isBill) && minus.every((line) => isBill(line) || (isCard && isRefund(line)));
  // Adds undated lines, such as the amount that is due.
  const others = amountLines(findings, column, rows.slice(first)).filter(({ sign }) => sign !== '-');
  // On a card, the only minus may be a refund.
  const isSpent = falling > rising && !areBills && !(isCard && (falling < 2 || minus.some(says(CREDITED))));
  const isUsual = isSpent || (!isCard && ((falling > 0 && isIncome) || isExplicit));
  // Every line is a refund or the payment of a card's bill, so a minus may be money in.
  const isAllCredits = rising === 0 && lines.every(isRefund);
  if (isUsual && !isContrary && !isDebt && !isAllCredits) return 'as-written';
  // A card's file: all negative lines are payments of the bill or refunds, and there are more purchases.
  const arePayments = minus.every(isPaymentOf) || minus.some(says(THANKS)) || (isCard && minus.every(isRefund));
  const isCardFile =
    !isIncome && ((falling > 0 && rising > falling && arePayments) || (isCard && areBills && rising > 0));
  // A budgeting program may reverse all signs. Negative lines with a category of income show that.
  const earned = minus.filter((line) => !says(RETURNED)(line));
  const isReversed =
    rising > falling && earned.length > 0 && earned.every((line) => directionsIn(labels, [line]).includes('in'));
  return isReversed || (isCardFile && !others.some((line) => isPaymentOf(line) || isBill(line)))
    ? 'inverted'
    : signByOwnWords(lines);
}

/** The number of lines that raise the balance minus those that lower it. */
export function netMoves({ units }: Reading): number {
  return units.reduce<number>((sum, change) => sum + Math.sign(change ?? 0), 0);
}

type AmountLine = ReturnType<typeof amountLines>[number];

function amountLines({ sample }: Findings, { place }: CsvColumn, rows = sample.rows) {
  return rows.flatMap((row) => {
    const cell = clean(row[place]);
    if (!isMoney(cell)) return [];
    return [{ row, cell, sign: /[-\u2212(]/.test(cell) ? '-' : cell.includes('+') ? '+' : '' } as const];
  });
}

function says(words: RegExp): (line: AmountLine) => boolean {
  return ({ row }) => row.some((cell) => words.test(plainWords(cell)));
}

/** Adds words of scripts in which `\b` finds no boundary. */
function withOtherScripts({ source }: RegExp, words: string): RegExp {
  return new RegExp(`${source}|${plainLetters(words)}`);
}

const THANKS =
  /^(?=.*\b(?:danke?|merci|grazie|bedankt|gracias|obrigad[oa])\b).*\b(?:zahlung|paiement|prelevement|pagamento|betaling|su pago)\b|\baddebito in c c saldo e c precedente\b|\bgeincasseerd vorig saldo\b|\b(?:payment received|payment thank you|direct debit received|zahlung erhalten|zahlung dankend erhalten|dank fur ihre zahlung|paiement recu|merci pour votre paiement|paiement merci|pago recibido|gracias por su pago|pagamento recebido|pagamento ricevuto|grazie per il pagamento|betaling ontvangen|bedankt voor uw betaling)\b/;
const ISSUER_WORDS = new RegExp(String.raw`${THANKS.source}|\bautopay payment\b`);
const PAYMENT_WORDS = new RegExp(String.raw`${ISSUER_WORDS.source}|\b(?:salary|gehalt|payroll)\b`);
const RETURNED =
  /\b(?:refund(?:ed)?|gutschrift|erstattung|remboursement|devolucion|reembolso|rimborso|terugbetaling)\b/;
const REFUND_WORDS = withOtherScripts(
  /\b(?:(?:online|mobile|web|ach|bill|e) ?payment|payment received|payment thank you|autopay|refund|refunded|return|returned|reversal|cashback|gutschrift|erstattung|zahlung erhalten|ihre zahlung|lastschrift vom konto|remboursement|paiement recu|avoir|devolucion|reembolso|rimborso|terugbetaling|estorno|iade|odeme|hoan tien|thanh toan du no)\b/,
  '还款|繳款|扣繳|退款|退貨|返金|취소|환불|זיכוי',
);
/** The whole text must have only these words: "Pago luz" and "Pago con tarjeta" are other payments. */
const BILL =
  /^(?=.* )(?=.*\b(?:pagos?|pagamentos?|pagto|abono)\b)(?:(?:pagos?|pagamentos?|pagto|abono|inclusao|recebimento|efetuado|efectuado|realizado|recebido|recibido|su|seu|de|da|do|la|el|en|em|por|recibo|adeudo|cuenta|conta|tarjeta|cartao|fatura|credito|debito|automatico|pse|tef|spei|pix|banca|banco|sucursal|virtual|movil|internet|app|web|linea|online|minimo|total|anterior|gracias|obrigado|muchas)(?: |$))+$/;
const PAID =
  /\b(?:paid|payments?|pagos?|pagamentos?|pagto|pagamenti?|abono|paiements?|zahlung|einzahlung|betaling|betalt|betald|prelevement|addebito|lastschrift)\b/;
const CREDITED = new RegExp(String.raw`${REFUND_WORDS.source}|^(?:(?:su|seu) )?(?:pago|pagamento|pagto|abono)\b`);
/** Not "Transfer from checking to savings", which may be in a file of either account. */
const RECEIVED_WORDS =
  /\b(?:(?:transfer|payment|money|received) from\b(?!.* to )|bonifico da|przelew od|overforing fran|uberweisung von|zahlungseingang|geldeingang)\b/;
/** Words that are always spending. Left out are those that a card may also write beside a credit, such as a fee. */
const SPENT_WORDS =
  /\b(?:purchase|withdrawal|outgoing|debit transfer|gebuhren|entgelt|kartenpreis|przelew wychodzacy)\b/;
const CARD_WORDS = withOtherScripts(
  /^(?:parcelas?|cuotas?|(?:nome do )?estabelecimento|establecimiento|portador|final do cartao|cartao|fatura|card last 4 digits)$|\b(?:credit card|kreditkarte|card member|cardmember|card ending|carte de credit|tarjeta de credito|cartao de credito|nome no cartao|fatura do cartao|creditcard|carta di credito|kreditkort|extended details|appears on your statement as|kredi karti|the tin dung)\b/,
  '信用卡|利用店|카드|가맹점|כרטיס',
);

function isOfCard({ table: { rows, first } }: Findings): boolean {
  return rows.slice(0, first).some((row) => row.some((cell) => CARD_WORDS.test(plainWords(cell))));
}

function hasOtherAccounts({ columns }: Findings): boolean {
  return columns.some(
    ({ role, title, values }) =>
      (roleOfTitle(title) === 'other-account' && values.length > 1) ||
      (role !== 'own-account' && values.filter(isIban).length > 1),
  );
}

function askForSign(findings: Findings, column: CsvColumn): null {
  // If payments of the bill, or a salary, have a minus, a plus is money out.
  const lines = amountLines(findings, column);
  const isDebt = lines.some((line) => line.sign === '-' && says(PAYMENT_WORDS)(line));
  const isOwed = isDebt || (isOfCard(findings) && column.positives >= column.negatives);
  return findings.ask('sign', { column: column.title }, signChoices(lines), isOwed ? 'inverted' : null);
}

function signChoices([line]: readonly AmountLine[]) {
  const sample = line?.cell.replaceAll(/[-+\u2212()]/g, '').trim() ?? null;
  return [choiceOf('as-written', { choice: 'minusOut', sample }), choiceOf('inverted', { choice: 'minusIn', sample })];
}

/** The sign by words in the cells ("1,100.00 CR"): if only credits have a word, all amounts without a word are money out. Else null. */
function signByOwnWords(lines: readonly AmountLine[]): Sign | null {
  const words = new Set(lines.map(({ cell }) => ownDirection(cell)));
  const isSigned = lines.some(({ cell, sign }) => sign !== '' && ownDirection(cell) === null);
  if ((!words.has('in') && !words.has('out')) || isSigned) return null;
  if (!words.has(null)) return 'as-written';
  return words.size === 3 ? null : words.has('in') ? 'inverted' : 'as-written';
}

/** Asks for the direction of a word, if possible, else for the sign. */
export function askForDirection(findings: Findings, column: CsvColumn): null {
  return askForWord(findings, column) ? null : askForSign(findings, column);
}

/** Unsigned amounts whose balance shows their directions, or a single line with a balance. Null for signed amounts. */
function steppedBeside(findings: Findings, column: CsvColumn, decimalMark: DecimalMark, reading: Reading | null) {
  const { table, columns, sample, answers, date } = findings;
  // Counts the signs of all lines: a pending line without a day may have a minus, but is not in the sample.
  const { negatives, positives } = countSigns(table, column.place);
  const isSingle = answers.sign !== undefined && sample.rows.length === 1 && positives === 1;
  const balance = reading?.balance ?? (isSingle ? columnsOf(columns, 'balance')[0]?.place : undefined);
  const isUnsigned =
    balance !== undefined &&
    // An empty column without a title is probably the other side of a pair.
    (column.role === 'amount' ||
      (reading !== null && columns.every(({ filled }) => filled > 0) && column.role === null)) &&
    columnsOf(columns, 'fee').length === 0 &&
    negatives + column.pluses === 0 &&
    column.values.every((value) => ownDirection(value) === null) &&
    sample.rows.every((row) => clean(row[column.place]) === '' || clean(row[balance]) !== '');
  if (!isUnsigned) return null;
  const amounts = (reading === null ? LINE_ORDERS : [reading.chain.order]).map(
    (order) => ({ kind: 'stepped', column: column.place, order, first: null }) as const,
  );
  const by = { decimalMark, balance };
  const amount = amounts.find((one) => firstSteppedLine(sheetOf(table, date), one, by) !== null);
  if (amount === undefined) return null;
  const words = new Set(wordsBesideSteps(findings, amount, by).map(({ agree }) => agree));
  // If the words contradict the changes of the balance, the column is not a balance, but a running total of spending.
  return words.has(false) ? null : { ...by, amount, isAccount: words.has(true) };
}

type SteppedBy = Pick<Reading, 'decimalMark' | 'balance'>;

/** Adds the direction of the first line, which has no balance before it: by a salary, a word or an answer. Null if the user must answer. */
export function withFirstLine(findings: Findings, stepped: CsvSteppedAmounts, by: SteppedBy): CsvSteppedAmounts | null {
  const { sign } = findings.answers;
  const first = firstSteppedLine(sheetOf(findings.table, findings.date), stepped, by);
  if (first === null || first === '') return stepped;
  const given = sign === undefined ? null : sign === 'inverted';
  const agreeing = wordsBesideSteps(findings, stepped, by).find((one) => one.agree === true && one.first !== null);
  const isOut = given ?? (speaksOfIncome(first) ? false : agreeing === undefined ? null : agreeing.first === 'out');
  if (isOut !== null) return { ...stepped, first: { line: first, isOut } };
  const example = first.trim().replaceAll(/\t+/g, ' · ').slice(0, 70);
  return findings.ask('sign', { about: 'firstLine', example }, [
    choiceOf('inverted', { choice: 'yes' }),
    choiceOf('as-written', { choice: 'no' }),
  ]);
}

/** For each column of words: the direction of the first line, and whether the words of all other lines agree with the balance. */
function wordsBesideSteps({ table, columns, date }: Findings, stepped: CsvSteppedAmounts, by: SteppedBy) {
  const sheet = sheetOf(table, date);
  const { amounts = [], first } = steppedUnits(sheet, stepped, by) ?? {};
  return columnsOf(columns, 'direction', 'kind').map(({ place }) => {
    const directions = sheet.rows.map((row) => directionOfKind(clean(row[place])));
    const others = [...amounts.keys()].filter((line) => line !== first && amounts[line] && directions[line]);
    const agree = others.every((line) => directions[line] === (Number(amounts[line]) < 0 ? 'out' : 'in'));
    return { first: directions[first ?? -1] ?? null, agree: others.length === 0 ? null : agree };
  });
}

/** A pair with its signs (null for a side without amounts). Null if the user must explain a minus. */
export function guessPairSigns(findings: Findings, out: CsvColumn, into: CsvColumn): CsvAmountPair | null {
  const { sign } = findings.answers;
  const pair = { kind: 'two', out: out.place, in: into.place } as const;
  const outgoing = countSigns(findings.table, out.place);
  const incoming = countSigns(findings.table, into.place);
  const isPlain = outgoing.negatives === 0;
  const outIsNegative = outgoing.positives + outgoing.negatives === 0 ? null : !isPlain;
  if (incoming.negatives > 0 && incoming.positives === 0 && isPlain) {
    if (sign !== undefined)
      return { ...pair, outIsNegative: false, ...(sign === 'inverted' ? { inIsNegative: true } : {}) };
    // Several minuses show that all credits have one. A single minus may be a reversal, unless the line is a refund.
    const areCredits = incoming.negatives > 1 || amountLines(findings, into).every(says(REFUND_WORDS));
    if (areCredits) return { ...pair, outIsNegative, inIsNegative: true };
  } else if (sign !== undefined) return { ...pair, outIsNegative: sign === 'as-written' };
  else if (isPlain || outgoing.positives === 0)
    return { ...pair, outIsNegative, ...(incoming.positives + incoming.negatives === 0 ? { inIsNegative: null } : {}) };
  const column = isPlain ? into : out;
  return findings.ask('sign', { column: column.title }, signChoices(amountLines(findings, column)));
}
