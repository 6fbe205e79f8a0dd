import { plainTitle, roleOfTitle } from './column-titles.ts';

const CATEGORY_TITLES: ReadonlySet<string> = new Set(
  'category|categories|kategorie|categorie|categoria|kategoria|kategori|budget category|rubrique|poste|rubriek'.split(
    '|',
  ),
);

export function isCategoryTitle(title: string): boolean {
  return CATEGORY_TITLES.has(plainTitle(title));
}

const PAYEE_TITLES: ReadonlySet<string> = new Set(
  'payee|payee name|merchant|merchant name|name|counterparty|counterparty name|counter party|beneficiary|beneficiary name|vendor|shop|store|who|to|from|wer|empfanger|auftraggeber|begunstigter|zahlungsempfanger|zahlungsbeteiligter|name zahlungsbeteiligter|gegenpartei|partner|handler|beneficiaire|tiers|beneficiario|naam|naam tegenpartij|tegenpartij|odbiorca|kontrahent|mottagare|modtager|mottaker|saaja'.split(
    '|',
  ),
);

export function isPayeeTitle(title: string): boolean {
  return PAYEE_TITLES.has(plainTitle(title));
}

const NOTES_TITLES: ReadonlySet<string> = new Set(
  'comment|comments|notizen|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|kommentare|remarque|remarques|commentaire|commentaires|nota|notas|comentario|comentarios|opmerking|opmerkingen|notitie|notities|commento|appunti|commenti|uwagi|notatka|notatki|anteckning|anteckningar|noter|notater'.split(
    '|',
  ),
);

export function isNotesTitle(title: string): boolean {
  return NOTES_TITLES.has(plainTitle(title)) || roleOfTitle(title) === 'memo';
}

const OWN_DIRECTIONS: Readonly<Record<'in' | 'out', ReadonlySet<string>>> = {
  in: new Set(
    'income|incoming|earned|earnings|eingang|eingange|zugang|zufluss|entree|entrees|rentrees|ontvangen|insattningar|intakter|inntekter|indtaegter|przychody|przychod|prijmy|inkomst|receitas|доход|gelir|εσοδα|revenue|receipts|cash in|plus|ein|einzahlung|einzahlungen'.split(
      '|',
    ),
  ),
  out: new Set(
    'expense|expenses|outgoing|outgoings|ausgang|ausgange|abgang|abfluss|sortie|sorties|betaald|spese|despesa|despesas|udgifter|kostnader|rozchod|vydaje|utgift|расход|gider|εξοδα|cost|costs|out|cash out|minus|aus|auszahlung|auszahlungen'.split(
      '|',
    ),
  ),
};

export function directionOfTitle(title: string): 'in' | 'out' | null {
  const role = roleOfTitle(title);
  if (role === 'in' || role === 'out') return role;
  const plain = plainTitle(title);
  return (['in', 'out'] as const).find((direction) => OWN_DIRECTIONS[direction].has(plain)) ?? null;
}
