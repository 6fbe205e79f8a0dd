/** A rule for every amount. */
export interface NewRule {
  readonly description: string;
  readonly category: string;
}

export interface NewWorkbookOptions {
  /** The Categories sheet's first lines; a starter set when left out. */
  readonly categories?: readonly string[];
  /** The Rules sheet's first lines; none when left out. */
  readonly rules?: readonly NewRule[];
}

/** Something to pick from on the first day; the sheet is the user's to change. */
export const STARTER_CATEGORIES: readonly string[] = [
  'Salary',
  'Other income',
  'Rent or mortgage',
  'Utilities',
  'Phone and internet',
  'Household',
  'Groceries',
  'Restaurants',
  'Transport',
  'Car',
  'Health',
  'Insurance',
  'Children',
  'Clothing',
  'Leisure',
  'Subscriptions',
  'Travel',
  'Education',
  'Gifts and donations',
  'Taxes',
  'Bank fees',
  'Cash',
  'Savings',
  'Transfer between accounts',
];

/** Stands beside the rules; the first line is its title. */
export const RULE_HELP: readonly string[] = [
  'How rules work',
  'A rule gives its category to every new transaction whose description contains the rule’s description. Upper and lower case make no difference.',
  '*  stands for any run of characters, and  /…/  holds a regular expression.',
  'Min Amount and Max Amount are optional and include their bounds; money going out is negative.',
  'Rules are tried from the top: the first that fits decides. A category that you set yourself is never changed.',
];
