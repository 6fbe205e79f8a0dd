import type { Texts } from '../base/texts.ts';

export const ADDRESSES = {
  chooseWorkbook: '/workbook',
  connectBank: '/connections',
  workbook: '/workbook',
  columns: '/workbook',
  rules: '/rules',
  reconnect: '/workbook',
  backups: '/settings/advanced',
  connections: '/connections',
  answers: '/connections/waiting',
  activity: '/activity',
  deleted: '/activity/deleted',
  schedule: '/connections/schedule',
  profiles: '/settings/profiles',
  accounts: '/accounts',
  diagnostics: '/settings/advanced',
  api: '/settings/api',
} as const;

export type Place = keyof typeof ADDRESSES;

/** The label of a link to the page: what to do there, or its name. */
export function placeLabel(
  place: Place,
  { activity: { deleted }, problemPlaces: { go, goTo }, pageNames, schedule, settings: { sections } }: Texts,
): string {
  if (place in go) return go[place as keyof typeof go];
  const { advanced: backups, advanced: diagnostics } = sections;
  const names = { ...pageNames, ...sections, backups, diagnostics, deleted, schedule: schedule.title };
  return goTo({ page: names[place as keyof typeof names] });
}

/** Error codes by the page that solves them. A code that is missing here needs no action, or one outside of the dashboard. */
const SOLVED_AT: Readonly<Record<Place, readonly string[]>> = {
  chooseWorkbook: ['workbook_none'],
  connectBank: ['connection_none'],
  workbook: [
    'workbook_missing',
    'workbook_lines',
    'workbook_sheet_missing',
    'workbook_none_undecided',
    'workbook_not_google',
    'workbook_undecided_lost',
    'workbook_not_xlsx',
    'workbook_google_client',
    'workbook_google_no_client',
  ],
  columns: ['workbook_column_lost', 'workbook_ambiguous_column', 'workbook_category_none'],
  rules: ['rule_broken', 'rule_incomplete', 'run_rules_kept'],
  reconnect: ['workbook_reconnect'],
  backups: ['workbook_damaged'],
  connections: [
    'connection_unknown',
    'connection_untried',
    'input_mapping',
    'source_account_unreadable',
    'source_gap',
    'source_history_end',
    'source_limit',
    'source_no_access',
    'source_nothing',
    'source_reauthorise',
    'source_refused',
    'source_transaction_unreadable',
    'kind_unknown',
    'statement_bad_row',
    'statement_csv_account',
    'statement_folder_unreadable',
  ],
  answers: ['statement_csv_mapping', 'statement_csv_question', 'statement_csv_unclear'],
  activity: ['run_not_undoable', 'run_unknown'],
  deleted: ['input_not_deleted'],
  schedule: ['source_budget'],
  profiles: ['account_has_data', 'account_unknown'],
  accounts: ['balance_differs'],
  api: ['token_unknown', 'webhook_disabled', 'webhook_is_disabled', 'webhook_secret', 'webhook_unknown'],
  diagnostics: ['internal_error', 'store_damaged', 'store_mirror_damaged', 'store_mirror_differs'],
};

export const PLACES: ReadonlyMap<string, Place> = new Map(
  Object.entries(SOLVED_AT).flatMap(([place, codes]) => codes.map((code) => [code, place as Place] as const)),
);
