import { fromUnits, type Amount } from '../amount.ts';
import { addDays, fromEpochDay, type CalendarDate } from '../calendar-date.ts';
import { judge, ofCurrency, type Judgement } from './reconcile.ts';
import type {
  LedgerRow,
  NotProvable,
  Proven,
  ReconcileInput,
  Reconciliation,
  StatedBalance,
} from './reconciliation.ts';

/** What was proven of an account, for the next time: all that came later is judged by itself. See decision 0049. */
export interface Proof {
  /** The first day that was proven. */
  readonly from: CalendarDate;
  /** A day long before the newest balance, on which a balance met the rows. */
  readonly until: CalendarDate;
  /** What that balance states less what the rows sum to. */
  readonly offset: Amount;
  /** What the rows sum to of before `OVERLAP` days before `until`. */
  readonly sum: Amount;
  /** Of all rows and balances up to the end of `until`. */
  readonly digest: string;
}

export interface Resumed {
  readonly found: Reconciliation;
  /** Null where hardly anything could be spared. */
  readonly proof: Proof | null;
}

/** So many balances, of so many days, are judged again each time: what they may show of a fault before them, they have shown. */
const OPEN = { balances: 40, days: 60 };
/** So many days before a balance are the rows that may be in flight at it, pending ones too. */
const OVERLAP = 31;

/**
 * Finds what `reconcile` finds. Where rows and balances up to `proof.until` are to the letter what they were, which a digest
 * of all of them tells, and what came later is on the same level, it looks at nothing else; otherwise at everything.
 *
 * @param digest a short text that is another one for any other text
 */
export function resumeReconciliation(
  input: ReconcileInput,
  proof: Proof | null,
  digest: (text: string) => string,
): Resumed {
  const { own, leftOut } = ofCurrency(input);
  const later = proof === null ? null : judgeLater(own, proof, digest);
  const { found, ...evidence } = later ?? judge(own);
  const next =
    found.status === 'proven' ? proofOf(own, { found, ...evidence }, later === null ? null : proof, digest) : null;
  return { found: { ...found, leftOut }, proof: next };
}

/** The first day of the rows that `reconcileRecent` needs; null without a balance. */
export function recentSince(balances: readonly StatedBalance[], proof: Proof | null): CalendarDate | null {
  if (proof !== null) return addDays(proof.until, -OVERLAP);
  const days = balances.map(({ kind, date }) => (kind === 'opening' ? addDays(date, -1) : date)).sort();
  return days[0] === undefined ? null : addDays(days[0], -OVERLAP);
}

/**
 * Finds what `resumeReconciliation` finds, of the rows since that day alone; null where it takes all of them, or what is to be
 * kept as the proof changes. Only to be asked where no row or balance of up to `proof.until` has changed since. Rows of long
 * before the first balance move every level alike, which tells nothing.
 */
export function reconcileRecent(
  input: ReconcileInput,
  proof: Proof | null,
): Omit<Proven | NotProvable, 'leftOut'> | null {
  const { own } = ofCurrency(input);
  const judgement = proof === null ? judge(own) : judgeSince(own, proof);
  if (judgement === null || judgement.found.status === 'differs') return null;
  return proofOf(own, judgement, proof, () => '') === proof ? judgement.found : null;
}

/** Null where it takes more than what came after the proof. */
function judgeLater(own: ReconcileInput, proof: Proof, digest: (text: string) => string): Judgement | null {
  return digest(textUntil(own, proof.until)) === proof.digest ? judgeSince(own, proof) : null;
}

function judgeSince(own: ReconcileInput, proof: Proof): Judgement | null {
  const firstDay = addDays(proof.until, -OVERLAP);
  const rows = own.rows.filter((row) => (dayOf(row) ?? '') >= firstDay);
  const balances = balancesFrom(own.balances, proof.until);
  const judgement = judge({ ...own, rows, balances }, proof.sum);
  const { found, levels, ledger } = judgement;
  const [level] = levels;
  if (found.status !== 'proven' || level === undefined || fromUnits(level.offset, ledger.scale) !== proof.offset)
    return null;
  return { ...judgement, found: { ...found, from: proof.from } };
}

/** The proof that there is, until many more balances came. */
function proofOf(
  own: ReconcileInput,
  { found, levels, points, ledger }: Judgement,
  known: Proof | null,
  digest: (text: string) => string,
): Proof | null {
  const [level] = levels;
  const newest = points.at(-1);
  if (found.status !== 'proven' || level === undefined || newest === undefined) return known;
  const settled = level.hits.findLast(
    (place) => points.length - place > OPEN.balances && newest.day - (points[place]?.day ?? 0) >= OPEN.days,
  );
  const day = settled === undefined ? undefined : points[settled]?.day;
  if (day === undefined) return known;
  const until = fromEpochDay(day);
  if (known !== null && until < addDays(known.until, OPEN.days)) return known;
  return {
    from: found.from,
    until,
    offset: fromUnits(level.offset, ledger.scale),
    sum: fromUnits(ledger.sumUntil(day - OVERLAP - 1), ledger.scale),
    digest: digest(textUntil(own, until)),
  };
}

/** All that a reconciliation reads of the days up to the end of one, as a text; of rows and balances in their order. */
function textUntil({ rows, balances }: ReconcileInput, until: CalendarDate): string {
  let text = '';
  for (const row of rows) {
    const day = dayOf(row);
    if (day === null || day > until) continue;
    const sent = row.sent === null ? 'typed' : row.sent.amount;
    text += `${day} ${row.amount} ${sent} ${row.status} ${row.isDeleted}\n`;
  }
  const nextDay = addDays(until, 1);
  for (const { kind, date, amount, at, learnedAt } of balances)
    if (date <= (kind === 'opening' ? nextDay : until)) text += `${kind} ${date} ${amount} ${at} ${learnedAt}\n`;
  return text;
}

/** The balances of the ends of these days and later: an opening is of the end of the day before. */
function balancesFrom(balances: readonly StatedBalance[], from: CalendarDate): readonly StatedBalance[] {
  const nextDay = addDays(from, 1);
  return balances.filter(({ kind, date }) => date >= (kind === 'opening' ? nextDay : from));
}

/** The bank's, as in a ledger. */
function dayOf({ date, sent }: LedgerRow): CalendarDate | null {
  return sent?.date ?? date;
}
