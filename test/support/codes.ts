import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogues } from '../../scripts/messages/catalogues.ts';
import { sourceFiles } from './source-files.ts';

/**
 * Texts that look like codes but are fields of the API or of Google's files, names of the database or of tools, or parts
 * of a sentence.
 */
const NO_CODES = new Set([
  'account_id',
  'account_number',
  'agent_call',
  'balance_after_transaction',
  'balance_amount',
  'balance_type',
  'connection_id',
  'row_index',
  'run_items',
  'run_report',
  'service_account',
  'sheet_description',
  'statement_csv_ask',
  'statement_csv_questions',
  'statement_csv_untitled',
  'statement_csv_choice',
  'statement_csv_reason',
  'transaction_amount',
  'transaction_date',
  'transaction_id',
  'transaction_total_days',
  'webhook_event',
]);

/** Codes of texts that are shown only within another message, and never as a problem. */
const SENTENCES = new Set([
  'connection_needs_attention',
  'internal_message',
  'run_failed',
  'run_kept',
  'statement_others',
  'workbook_consent_answered',
  'workbook_consent_nothing_here',
  'workbook_consent_received',
  'workbook_left_behind',
  'workbook_not_recognised',
  'workbook_retry',
  'workbook_silent',
]);

/** All machine codes that src can produce, found by their notation there, sorted. */
export function codesInSource(root: string): string[] {
  const problems = Object.keys(readCatalogues(root)['en']?.['problems'] ?? {});
  const rooms = [...new Set(problems.map((each) => each.split('_', 1)[0]))].join('|');
  const code = new RegExp(`['"\`]((?:${rooms})_[a-z_]+)['"\`]`, 'g');
  const sources = sourceFiles(root).filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'));
  const literal = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(code)].map((match) => match[1] as string),
  );
  return [...new Set(literal)].filter((found) => !NO_CODES.has(found) && !SENTENCES.has(found)).sort();
}
