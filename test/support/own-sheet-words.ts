/** Column titles that users write. */
export interface Words {
  readonly date: string;
  readonly text: string;
  /** A column that contains only names. */
  readonly payee: string;
  readonly amount: string;
  readonly in: string;
  readonly out: string;
  readonly category: string;
  readonly notes: string;
  readonly total: string;
}

/** Column titles by language. */
export const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    date: 'Date',
    text: 'Payee',
    payee: 'Merchant',
    amount: 'Amount',
    in: 'Money in',
    out: 'Money out',
    category: 'Category',
    notes: 'Notes',
    total: 'Total',
  },
  de: {
    date: 'Datum',
    text: 'Empfänger',
    payee: 'Auftraggeber',
    amount: 'Betrag',
    in: 'Einnahmen',
    out: 'Ausgaben',
    category: 'Kategorie',
    notes: 'Notiz',
    total: 'Summe',
  },
  fr: {
    date: 'Date',
    text: 'Libellé',
    payee: 'Bénéficiaire',
    amount: 'Montant',
    in: 'Crédit',
    out: 'Débit',
    category: 'Catégorie',
    notes: 'Remarque',
    total: 'Total',
  },
  es: {
    date: 'Fecha',
    text: 'Concepto',
    payee: 'Beneficiario',
    amount: 'Importe',
    in: 'Ingresos',
    out: 'Gastos',
    category: 'Categoría',
    notes: 'Nota',
    total: 'Total',
  },
  it: {
    date: 'Data',
    text: 'Descrizione',
    payee: 'Beneficiario',
    amount: 'Importo',
    in: 'Entrate',
    out: 'Uscite',
    category: 'Categoria',
    notes: 'Appunti',
    total: 'Totale',
  },
  nl: {
    date: 'Datum',
    text: 'Omschrijving',
    payee: 'Tegenpartij',
    amount: 'Bedrag',
    in: 'Bij',
    out: 'Af',
    category: 'Categorie',
    notes: 'Opmerking',
    total: 'Totaal',
  },
  pt: {
    date: 'Data',
    text: 'Descrição',
    payee: 'Beneficiário',
    amount: 'Valor',
    in: 'Créditos',
    out: 'Débitos',
    category: 'Categoria',
    notes: 'Nota',
    total: 'Total',
  },
  pl: {
    date: 'Data operacji',
    text: 'Opis',
    payee: 'Odbiorca',
    amount: 'Kwota',
    in: 'Wpływy',
    out: 'Wydatki',
    category: 'Kategoria',
    notes: 'Uwagi',
    total: 'Suma',
  },
  sv: {
    date: 'Datum',
    text: 'Beskrivning',
    payee: 'Mottagare',
    amount: 'Belopp',
    in: 'Insättningar',
    out: 'Uttag',
    category: 'Kategori',
    notes: 'Anteckning',
    total: 'Summa',
  },
};

/** The headers of published templates: Tiller's, and those of four popular registers. */
export const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  tiller:
    '|Date|Description|Category|Amount|Account|Account #|Institution|Month|Week|Transaction ID|Account ID|Check Number|Full Description|Date Added'.split(
      '|',
    ),
  'expense tracker': ['Date', 'Description', 'Category', 'Amount', 'Payment method', 'Receipt'],
  'monthly budget': ['Date', 'Amount', 'Description', 'Category'],
  checkbook: ['Num', 'Date', 'Description', 'Category', 'C', 'Debit (-)', 'Credit (+)', 'Balance'],
  'checking account': ['Check no.', 'Transaction date', 'Payee', 'Category', 'Cleared', 'Amount', 'Running balance'],
};
