/** Invented places where the demo person spends money. */
export const GROCERS = ['Greenleaf Market', 'Korb & Kiste', 'Corner Pantry', 'Marché du Pont'] as const;
export const CAFES = ['Café Zoë', 'Three Spoons Coffee', 'Bean & Bicycle'] as const;
export const RESTAURANTS = ['Trattoria Lupo', 'The Tin Whistle', 'Bistro Quai 9', 'Sushi Komorebi'] as const;
export const SHOPS = [
  'Buchhandlung Papierboot',
  'Hearth & Home',
  'Northwind Outdoor',
  'Pixel Pantry Electronics',
] as const;
export const ABROAD = [
  'Harbor Street Diner',
  'Maple Inn',
  'City Bike Share',
  'Lighthouse Museum',
  'Pier 7 Seafood',
] as const;

/** Texts that have broken other programs: formulas, other scripts, marks, markup, leading zeros. */
export const ODDITIES = [
  '=HYPERLINK("https://prize.example";"You won")',
  '+49 30 5550 0199 Telefonladen',
  '-20% Outlet',
  '@Home Deko',
  '000123 Parking meter',
  'O\'Malley\'s "Pub" <Grill> & Bar',
  '寿司 さくら 🍣',
  'Книжный дом',
  'مخبز النور',
  'Kiosk\u202e gpj.xls \u202c24h',
  'Bäckerei Süß\r\nFiliale\t7',
  '1/2 Price Books',
] as const;
