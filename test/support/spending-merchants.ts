/** Amounts in cents. Merchants share words on purpose, as real ones do. */
export const CHAINS = (
  [
    [
      'Groceries',
      600,
      9_000,
      ['Greenleaf Market', 'Korb & Kiste', 'Corner Pantry', 'Marché du Pont', 'Market Hall', 'Biohof Linden'],
    ],
    [
      'Restaurants',
      900,
      7_000,
      ['Trattoria Lupo', 'The Tin Whistle', 'Bistro Quai 9', 'Sushi Komorebi', 'Linden Grill'],
    ],
    ['Cafés', 250, 900, ['Café Zoë', 'Café Linden', 'Three Spoons Coffee', 'Bean & Bicycle']],
    ['Books', 700, 4_000, ['Papierboot Bücher', 'Corner Books', 'Deutsche Buchhandlung']],
    ['Home', 1_500, 20_000, ['Hearth & Home', 'Green Home Center', 'Talhaus Baumarkt']],
    ['Transport', 200, 6_000, ['City Transit', 'Deutsche Bahn', 'City Bike Share', 'Taxi Union']],
    ['Health', 500, 6_000, ['Linden Apotheke', 'City Pharmacy', 'Optik Weitblick', 'Dr Vogel Praxis']],
    ['Clothes', 1_500, 15_000, ['Northwind Outdoor', 'Faden & Knopf', 'Deutsche Wolle']],
    ['Fun', 800, 5_000, ['Filmgarten Kino', 'Lighthouse Museum', 'Boulder Barn', 'City Theatre']],
    ['Post', 100, 2_500, ['Deutsche Post', 'Parcel Point']],
    ['Pets', 900, 6_000, ['Pfote & Co', 'Green Paw']],
  ] as const
).flatMap(([category, low, high, names]) => names.map((name) => ({ name, category, low, high })));

/** Paid once a month, on a fixed day. */
export const FIXED = [
  { name: 'Linden Court 12 rent', category: 'Rent', day: 0, low: 94_500, high: 94_500 },
  { name: 'Talwerke energy', category: 'Energy', day: 4, low: 4_100, high: 11_900 },
  { name: 'Fernlicht internet', category: 'Phone and internet', day: 11, low: 2_995, high: 2_995 },
  { name: 'Tunestream', category: 'Subscriptions', day: 2, low: 1_099, high: 1_099 },
  { name: 'Account fee', category: 'Bank fees', day: 28, low: 390, high: 390 },
] as const;

interface MixedPlace {
  readonly name: string;
  readonly of: readonly { readonly category: string; readonly low: number; readonly high: number }[];
}

/** Merchants that sell products of several categories. */
export const MIXED: readonly MixedPlace[] = [
  {
    name: 'Amazonas Marketplace',
    of: [
      { category: 'Books', low: 700, high: 3_000 },
      { category: 'Home', low: 900, high: 12_000 },
      { category: 'Clothes', low: 1_500, high: 9_000 },
    ],
  },
  {
    name: 'Tankhof',
    of: [
      { category: 'Fuel', low: 4_200, high: 9_500 },
      { category: 'Cafés', low: 210, high: 700 },
    ],
  },
  {
    name: 'Orchard com bill',
    of: [
      { category: 'Subscriptions', low: 999, high: 999 },
      { category: 'Storage', low: 299, high: 299 },
    ],
  },
  {
    name: 'Kaufkreis Warenhaus',
    of: [
      { category: 'Groceries', low: 500, high: 8_000 },
      { category: 'Clothes', low: 1_500, high: 9_000 },
    ],
  },
];

export const ONE_OFF_CATEGORIES = ['Groceries', 'Restaurants', 'Cafés', 'Books', 'Home', 'Health', 'Clothes', 'Fun'];

const STARTS = ['Kron', 'Bel', 'Tam', 'Ost', 'Vera', 'Lum', 'Gar', 'Pon', 'Sil', 'Dor', 'Fen', 'Mar'];
const ENDS = ['berg', 'ino', 'ley', 'haus', 'ette', 'wick', 'ova', 'mann', 'ita', 'stein', 'eau', 'low'];
const TRADES = ['', '', ' & Sons', ' Shop', ' Linden', ' City', ' Market', ' Studio'];

/** A merchant that a user visits once; some share a word with known merchants. */
export function inventedName(random: () => number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const lead = random() < 0.15 ? pick(['City ', 'Café ', 'Deutsche ', 'Corner ', 'Green ']) : '';
  return `${lead}${pick(STARTS)}${pick(ENDS)}${pick(TRADES)}`;
}
