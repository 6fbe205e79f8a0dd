/** Texts of a new workbook in the user's language; the section `newWorkbook` of the catalogue. */
export interface NewWorkbookTexts {
  readonly sheets: Readonly<Record<'overview' | 'figures', string>>;
  /** Number format patterns; `locale` is "default" or a locale of the service. */
  readonly formats: Readonly<Record<'date' | 'dateTime' | 'month' | 'locale', string>>;
  readonly overview: Readonly<Record<OverviewText, string>> &
    Readonly<Record<'tooManyAccounts' | 'tooManyTransfers', (blanks: { readonly count: string }) => string>>;
  readonly figures: { readonly about: string };
  readonly lists: Readonly<
    Record<'group' | 'budget' | 'newCategory' | 'newCategoryAbout' | 'notANumber' | 'notANumberAbout', string>
  >;
  readonly ruleHelp: Readonly<Record<'title' | 'first' | 'patterns' | 'bounds' | 'order', string>>;
  /** Keys of `STARTER_CATEGORIES`. */
  readonly groups: Readonly<Record<string, string>>;
  readonly categories: Readonly<Record<string, string>>;
}

type OverviewText =
  | 'about'
  | 'currency'
  | 'currencyAbout'
  | 'currencies'
  | 'month'
  | 'monthAbout'
  | 'transfers'
  | 'transfersAbout'
  | 'undated'
  | 'months'
  | 'in'
  | 'out'
  | 'saved'
  | 'netWorth'
  | 'sum'
  | 'average'
  | 'spending'
  | 'category'
  | 'spent'
  | 'budget'
  | 'left'
  | 'used'
  | 'without'
  | 'otherCategories'
  | 'others'
  | 'accounts'
  | 'account'
  | 'balance'
  | 'asOf';
