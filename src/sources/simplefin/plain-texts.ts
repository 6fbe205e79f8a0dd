import { oneLine } from '../../core/one-line.ts';
import type { ServerAccount, ServerError } from './answer.ts';

/**
 * Messages of version 1 are texts without a code or a bank. The bank is the one whose name stands in the text, as the
 * accounts have it. Two sentences are known to ask for a new sign-in: the public Bridge's, and the protocol's own example.
 * Any other text, in whatever language, gets a remedy that covers it.
 */
export function withBanks(errors: readonly ServerError[], accounts: readonly ServerAccount[]): ServerError[] {
  const banks = [...new Set(accounts.flatMap(({ bank }) => (bank === null ? [] : [bank])))];
  const named = errors.map((error) =>
    error.kind === 'gen.text' ? { ...error, bank: bankIn(error.text, banks) } : error,
  );
  const inNeed = [
    ...new Set(
      named.flatMap(({ kind, text, bank }) =>
        kind === 'gen.text' && bank !== null && SIGN_IN.test(oneLine(text)) ? [bank] : [],
      ),
    ),
  ];
  return named.map((error) =>
    error.kind === 'gen.text' && SIGN_IN.test(oneLine(error.text))
      ? { ...error, kind: 'con.auth', bank: error.bank ?? onlyOne(inNeed) ?? onlyOne(banks) }
      : error,
  );
}

const SIGN_IN = /^connection to .+ may need attention\b|\bre-?authenticate\b/i;

/** The longest name that stands in the text: "Linden Bank" before "Linden". */
function bankIn(text: string, banks: readonly string[]): string | null {
  const plain = oneLine(text).toLowerCase();
  const inside = banks.filter((bank) => bank.length >= SHORTEST_NAME && plain.includes(oneLine(bank).toLowerCase()));
  const [longest] = inside.sort((a, b) => b.length - a.length);
  return longest ?? /^connection to (.+?) may need attention\b/i.exec(oneLine(text, 200))?.[1] ?? null;
}

const SHORTEST_NAME = 3;

function onlyOne(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}
