import { amountToNumber, type Amount } from '../../amount.ts';
import type { BankTransaction } from '../../bank-transaction.ts';
import { memoize } from '../../memoize.ts';
import { normalizeDescription } from '../identity.ts';

/** Two records with one bank id are different transactions if their dates are more than this many days apart. */
export const SAME_ID_DAYS = 10;

/** The maximum number of days by which a date changes when a bank exports a posted transaction again. */
export const SHIFTED_DAYS = 3;

/** The posted record of a transaction may be dated this many days before the pending record. */
export const POSTS_EARLIER_DAYS = 2;
/** The posted record of a transaction may be dated this many days after the pending record. */
export const POSTS_LATER_DAYS = 10;

/** The maximum number of days between the dates of two sources: one may state the purchase, the other the booking. */
export const OTHER_SOURCE_DAYS = 3;

/** The maximum share of the authorized amount that a tip adds. */
const TIP_SHARE = 0.35;

/** A row without a currency matches any currency. So does XXX, which means no currency in files such as QIF. */
export function mayBeSameCurrency(a: string, b: string): boolean {
  return a === b || [a, b].some((currency) => currency === '' || currency === 'XXX');
}

export function amountChange(pending: Amount, final: Amount): 'tip' | 'smaller' | null {
  const authorized = amountToNumber(pending);
  const paid = amountToNumber(final);
  if (authorized >= 0 || paid >= 0) return null;
  if (paid > authorized) return 'smaller';
  return paid < authorized && paid >= authorized * (1 + TIP_SHARE) ? 'tip' : null;
}

export function nearestFirst(earlier: number, later: number): number[] {
  const days = Array.from({ length: earlier + later + 1 }, (_, at) => at - earlier);
  return days.sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);
}

/** The minimum score of similar texts, such as "STARBUCKS" and "Starbucks Store 0123 Seattle". */
export const SIMILAR = 0.6;

/** The minimum score of the texts if the amounts differ. */
export const STRONGLY_SIMILAR = 0.8;

/** The score of a text without a name ("PENDING CARD PURCHASE"), which neither confirms nor contradicts. */
export const TELLS_NOTHING = 0.4;

/** From 0 (nothing in common) to 1 (equal except spaces and case). */
export type Similarity = (a: string, b: string) => number;

export function createSimilarity(): Similarity {
  const profileOf = memoize(readProfile, { most: Infinity });
  return (a, b) => (a === b ? 1 : compare(profileOf(a), profileOf(b)));
}

export function similarityToRow(
  { description, parts }: BankTransaction,
  shown: string,
  similarity: Similarity,
): number {
  const whole = similarity(description, shown);
  return parts === undefined ? whole : Math.max(whole, similarity(parts.payee, shown));
}

type Profile = ReturnType<typeof readProfile>;

const COMPARED_LENGTH = 200;

const AROUND_THE_NAME = new Set(
  'ach auth authorisation authorization card carte checkcard contactless credit debit direct from hold inc kartenzahlung lastschrift llc ltd online paiement payment pending pos purchase recurring sepa the to transaction transfer visa vorgemerkt withdrawal www'.split(
    ' ',
  ),
);

function readProfile(text: string) {
  const normalized = normalizeDescription(text);
  const plain = normalized.slice(0, COMPARED_LENGTH).normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => isPartOfName(word));
  return { normalized, words: new Set(words), letterPairs: letterPairsOf(words.join('')) };
}

/** False for words with digits: dates, terminals and references change when a pending transaction posts. */
function isPartOfName(word: string): boolean {
  return word.length > 1 && !/\d/.test(word) && !AROUND_THE_NAME.has(word);
}

function letterPairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

/** The score of two texts with the same name words; equal texts have the score 1. */
const SHARED_NAME = 0.9;

function compare(a: Profile, b: Profile): number {
  if (a.normalized === b.normalized) return 1;
  if (a.words.size === 0 || b.words.size === 0) return TELLS_NOTHING;
  // Divides by the words of the shorter text, because banks add places and references to names.
  const sharedWords = countShared(a.words, b.words) / Math.min(a.words.size, b.words.size);
  const sharedPairs = (2 * countShared(a.letterPairs, b.letterPairs)) / (a.letterPairs.size + b.letterPairs.size);
  return Math.max(SHARED_NAME * sharedWords, 0.99 * sharedPairs);
}

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const item of small) if (large.has(item)) shared += 1;
  return shared;
}
