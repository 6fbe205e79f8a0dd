/** What a person who spends money at the demo bank's places might have written. */
export const DEMO_RULES = [
  ['salary', 'Salary'],
  ['rent', 'Rent or mortgage'],
  ['greenleaf market', 'Groceries'],
  ['korb & kiste', 'Groceries'],
  ['corner pantry', 'Groceries'],
  ['marché du pont', 'Groceries'],
  ['/caf[eé]|coffee|bean & bicycle/', 'Restaurants'],
  ['trattoria', 'Restaurants'],
  ['bistro', 'Restaurants'],
  ['sushi', 'Restaurants'],
  ['city transit', 'Transport'],
  ['*subscription', 'Subscriptions'],
  ['fernlicht internet', 'Phone and internet'],
  ['cash withdrawal', 'Cash'],
  ['transfer to savings', 'Savings'],
  ['account fee', 'Bank fees'],
].map(([description = '', category = '']) => ({ description, category }));
