import type { FirstContents } from './lists.ts';

const rules = [
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

const budgets = { rent: 950, groceries: 650, restaurants: 260, transport: 40, subscriptions: 30 };

export const DEMO_CONTENTS: FirstContents = { rules, budgets };
