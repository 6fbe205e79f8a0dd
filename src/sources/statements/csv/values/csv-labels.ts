import { CURRENCIES, plainWords } from '../../../../core/column-titles.ts';

/** The kind of a line that is no transaction, according to its words. */
export type LineLabel = 'balance' | 'total';

const BALANCE_WORDS = words(
  'saldo saldot saldos saldi saldovortrag anfangssaldo endsaldo anfangsbestand endbestand startsaldo slutsaldo beginsaldo eindsaldo algsaldo loppsaldo alkusaldo loppusaldo kontostand schlusssaldo schlussaldo balance balances solde soldes zustatek zostatok egyenleg nyitoegyenleg zaroegyenleg atlikums likutis bakiye bakiyesi ubertrag ostatok sold',
);
const TOTAL_WORDS = words(
  'umsatze gesamt total totals totale totales totaal subtotal summe gesamtsumme zwischensumme umsatzsumme gesamtumsatz summa suma somme soma turnover omsattning obroty obrat obraty kaive apgrozijums apyvarta forgalom osszesen yhteensa toplam итого всего 人民币合计',
);
/** Words that accompany those above and mean nothing alone. */
const BESIDE = words(
  'opening closing beginning ending starting start end previous prior last brought carried forward b f c bf cf bd cd ledger book available current new old account statement running final as at of on am au as a per por pro zum vom bis from to the date and debits credits debit credit movements transactions anterior inicial actual do da de del dia des la le los las final disponivel disponible contabil contabilistico alter altes neuer neues alt neu anfang ende umsatz einnahmen ausgaben initial precedent ancien nouveau crediteur debiteur mouvements operations vorig vorige oud nieuw begin eind mutaties iniziale precedente finale contabile movimenti movimientos movimentos cargos abonos y e et und poczatkowe koncowe otwarcia zamkniecia obrotow ingaende utgaende foregaende sakuma beigu pradziai pabaigai pocatecni konecny pociatocny celkem nyito zaro devreden acilis kapanis zwischen buchungstag valuta haben soll',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/**
 * Matches cells that consist only of words for a balance ("Saldo Anterior", "Kontostand am 31.01.2026", "S A L D O") or
 * a total ("Summe Umsätze"), unlike a shop named "Saldo Shoes". Null for other texts.
 */
function labelOf(cell: string): LineLabel | null {
  if (cell.length < 4 || cell.length > LONGEST || !/\p{L}{2}|(?:\p{L} ){3}\p{L}/u.test(cell)) return null;
  // A quick check, because nearly all texts begin with another word.
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

/** Pay and pensions, which only accounts receive. */
const INCOME = new Set(
  'salary salaries payroll wage wages pension gehalt lohn besoldung bezuge rente salaire paie nomina sueldo salaris loon stipendio ordenado vencimento salario wynagrodzenie wyplata pensja lon loning mzda vyplata plat fizetes munkaber palkka elake maas palk alga darbo uzmokestis elatus'.split(
    ' ',
  ),
);

export function speaksOfIncome(cell: string): boolean {
  return plainWords(cell)
    .split(' ')
    .some((word) => INCOME.has(word));
}

const POSTED =
  'posted|umsatz gebucht|completed|complete|settled|cleared|booked|gebucht|abgeschlossen|done|success|successful|comptabilise|realizada|liquidada|contabilizado|verwerkt|geboekt|contabilizzato|contabilizzata|eseguito|zaksiegowano|zaksiegowana|rozliczona|wykonany|bokford|bokfort|genomford|executed|finalized|paid|termine|processed|ok|partially refunded|refunded|completado|voltooid'.split(
    '|',
  );
const PENDING =
  'pending|umsatz vorgemerkt|vorgemerkt|ausstehend|offen|authorised|authorized|authorisation|en attente|en cours|pendiente|retenida|in behandeling|gereserveerd|in attesa|non contabilizzato|oczekuje|oczekujaca|w toku|blokada|reserverad|reserveret|reservert|preliminar|uncleared|processing|provisional|temporary hold|on hold|in progress|pendente'.split(
    '|',
  );
const LEFT =
  'declined|reverted|failed|cancelled|canceled|denied|rejected|abgelehnt|fehlgeschlagen|annule|refuse|echoue|rechazada|cancelada|anulada|geweigerd|geannuleerd|rifiutata|annullata|odrzucona|anulowana|nekad|avbruten|avvist|afvist|expired|voided|removed'.split(
    '|',
  );

/** The status that a bank's word means; `left`: the transaction did not happen. Null for other words. */
export function statusOf(word: string): 'posted' | 'pending' | 'left' | null {
  const plain = plainWords(word);
  if (plain === '' || POSTED.includes(plain)) return 'posted';
  return PENDING.includes(plain) ? 'pending' : LEFT.includes(plain) ? 'left' : null;
}
