import { CURRENCIES, plainWords } from '../../../../core/column-titles.ts';

/** What a line is that is no transaction, by the words in it. */
export type LineLabel = 'balance' | 'total';

const BALANCE_WORDS = words(
  'saldo saldot saldos saldi saldovortrag anfangssaldo endsaldo anfangsbestand endbestand startsaldo slutsaldo beginsaldo eindsaldo algsaldo loppsaldo alkusaldo loppusaldo kontostand schlusssaldo schlussaldo balance balances solde soldes zustatek zostatok egyenleg nyitoegyenleg zaroegyenleg atlikums likutis bakiye bakiyesi ubertrag ostatok sold',
);
const TOTAL_WORDS = words(
  'umsatze gesamt total totals totale totales totaal subtotal summe gesamtsumme zwischensumme umsatzsumme gesamtumsatz summa suma somme soma turnover omsattning obroty obrat obraty kaive apgrozijums apyvarta forgalom osszesen yhteensa toplam итого всего 人民币合计',
);
/** They stand beside the words above, and say nothing on their own. */
const BESIDE = words(
  'opening closing beginning ending starting start end previous prior last brought carried forward b f c bf cf bd cd ledger book available current new old account statement running final as at of on am au as a per por pro zum vom bis from to the date and debits credits debit credit movements transactions anterior inicial actual do da de del dia des la le los las final disponivel disponible contabil contabilistico alter altes neuer neues alt neu anfang ende umsatz einnahmen ausgaben initial precedent ancien nouveau crediteur debiteur mouvements operations vorig vorige oud nieuw begin eind mutaties iniziale precedente finale contabile movimenti movimientos movimentos cargos abonos y e et und poczatkowe koncowe otwarcia zamkniecia obrotow ingaende utgaende foregaende sakuma beigu pradziai pabaigai pocatecni konecny pociatocny celkem nyito zaro devreden acilis kapanis zwischen buchungstag valuta haben soll',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Whether a cell is nothing but the words for a balance ("Saldo Anterior", "Kontostand am 31.01.2026", "S A L D O") or a
 * total ("Summe Umsätze"). A shop that is called "Saldo Shoes" is none. Null for other texts.
 */
function labelOf(cell: string): LineLabel | null {
  if (cell.length < 4 || cell.length > LONGEST || !/\p{L}{2}|(?:\p{L} ){3}\p{L}/u.test(cell)) return null;
  // Nearly all texts begin with a word that is none of these.
  const first = /^[A-Za-z]{2,}(?=[\s,.:;]|$)/.exec(cell)?.[0].toLowerCase();
  if (first !== undefined && !BALANCE_WORDS.has(first) && !TOTAL_WORDS.has(first) && !BESIDE.has(first)) return null;
  const plain = plainWords(cell);
  const spaced = /^(?:\p{L} ){3,}\p{L}$/u.test(plain) ? plain.replaceAll(' ', '') : plain;
  let [isBalance, isTotal] = [false, false];
  for (const word of spaced.split(' ')) {
    if (BALANCE_WORDS.has(word)) isBalance = true;
    else if (TOTAL_WORDS.has(word)) isTotal = true;
    else if (!BESIDE.has(word) && !/^\d+$/.test(word) && !CURRENCIES.has(word.toUpperCase())) return null;
  }
  return isBalance ? 'balance' : isTotal ? 'total' : null;
}

/** What the texts of a line say that it is. */
export function labelOfRow(row: readonly string[]): LineLabel | null {
  let found: LineLabel | null = null;
  for (const cell of row) {
    const trimmed = cell.trim();
    if (trimmed === '' || /^[-+(]?[\d.,]/.test(trimmed)) continue;
    const label = labelOf(trimmed);
    if (label === 'balance') return label;
    found ??= label;
  }
  return found;
}

const LONGEST = 80;
