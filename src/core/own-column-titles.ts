import { plainTitle, roleOfTitle } from './column-titles.ts';

/** What people call the column of their categories, in the same languages; banks have none. */
const CATEGORY_TITLES: ReadonlySet<string> = new Set(
  'category|categories|kategorie|categorie|categoria|kategoria|kategori|budget category|rubrique|poste|rubriek'.split(
    '|',
  ),
);

export function isCategoryTitle(title: string): boolean {
  return CATEGORY_TITLES.has(plainTitle(title));
}

/** What people call their own columns for money, beside what banks do. */
const OWN_DIRECTIONS: Readonly<Record<'in' | 'out', ReadonlySet<string>>> = {
  in: new Set(
    'income|incoming|earned|earnings|eingang|eingange|zugang|zufluss|entree|entrees|rentrees|ontvangen|insattningar|intakter|inntekter|indtaegter|przychody'.split(
      '|',
    ),
  ),
  out: new Set(
    'expense|expenses|outgoing|outgoings|ausgang|ausgange|abgang|abfluss|sortie|sorties|betaald|spese|despesa|despesas|udgifter|kostnader'.split(
      '|',
    ),
  ),
};

/** Whether a column is for money in or for money out alone; null for any other. */
export function directionOfTitle(title: string): 'in' | 'out' | null {
  const role = roleOfTitle(title);
  if (role === 'in' || role === 'out') return role;
  const plain = plainTitle(title);
  return (['in', 'out'] as const).find((direction) => OWN_DIRECTIONS[direction].has(plain)) ?? null;
}
