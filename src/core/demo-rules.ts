/** Each category is the key of one in a new workbook. */
export const DEMO_RULES = [
  ['salary', 'salary'],
  ['rent', 'rent'],
  ['greenleaf market', 'groceries'],
  ['korb & kiste', 'groceries'],
  ['corner pantry', 'groceries'],
  ['marché du pont', 'groceries'],
  ['/caf[eé]|coffee|bean & bicycle/', 'restaurants'],
  ['trattoria', 'restaurants'],
  ['bistro', 'restaurants'],
  ['sushi', 'restaurants'],
  ['city transit', 'transport'],
  ['*subscription', 'subscriptions'],
  ['fernlicht internet', 'phone'],
  ['cash withdrawal', 'cash'],
  ['transfer to savings', 'savings'],
  ['account fee', 'fees'],
].map(([description = '', category = '']) => ({ description, category }));
