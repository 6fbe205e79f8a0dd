import type { ColumnRole } from './column-role.ts';
import { OTHER_SCRIPT_TITLES } from './other-script-titles.ts';
import { plainLetters } from './plain-letters.ts';

export type { ColumnRole };

/**
 * Titles as banks write them, in small letters without accents: English, German, French, Spanish, Dutch, Italian,
 * Portuguese, Polish, Swedish, Norwegian and Danish. A title counts when it is one of these, or begins with one
 * that ends in "*". Earlier roles win.
 */
const TITLES: readonly (readonly [ColumnRole, string])[] = [
  [
    'booking-date',
    'booking date*|posting date*|post date|posted date|date posted|posted on|date posted*|completed date*|buchungstag*|buchungsdatum*|buchung|bookingdate|date comptable|date de comptabilisation|date operation|date de l operation|date d operation|dateop|fecha operacion|fecha de operacion|fecha contable|f operacion|boekdatum|boekingsdatum|data contabile|data operazione|data operacji|data ksiegowania|data lancamento|data do lancamento|bokforingsdag|bokforingsdatum|bokforingsdato|bogforingsdato|bokfort|bokfort dato|bogfort dato|bogfort|settlement date|cleared date|txn date*|tran date|datum zauctovani*|datum uctovania|konyveles datuma|konyvelesi datum|kirjauspaiva|datum provedeni|data de movimento',
  ],
  [
    'value-date',
    'value date*|valuta|valutadatum|valuta datum|valutadag|valutadato|wertstellung*|wert|date de valeur|date valeur|dateval|fecha valor|f valor|data valuta|data valor|data waluty|rentedatum|interest date|rentedato|valordatum|value dt|effective date|datum valuty|erteknap|arvopaiva|vaartuspaev|valutesanas datums|valutos data|datum valute',
  ],
  [
    'purchase-date',
    'transaction date*|trans date|purchase date|started date*|kaufdatum|belegdatum|transaktionsdatum|transaktionsdag|date de transaction|date achat|fecha transaccion|transactiedatum|data transakcji|data da compra|inkopsdatum|kopdatum|authorised on|authorized on',
  ],
  [
    'date',
    'date|datum|fecha|data|dato|umsatzdatum|timestamp|date and time|datetime|date time|day|tag|when|transdate|data movimento|datums|kuupaev|tarih|islem tarihi|paivamaara|maksupaiva|dat',
  ],
  [
    'balance',
    'balance*|running bal*|running balance|account balance|available balance|closing balance|ending balance|ledger balance|saldo*|kontostand*|solde*|bokfort saldo|disponibelt|saldo po*|saldo na*|saldo dopo*|guthaben|saldonachbuchung|bal|atlikums|likutis|zustatek*|zostatok*|egyenleg*|bakiye*|saldos|tilin saldo|aktueller kontostand|disponivel|disponible|running bal',
  ],
  ['net', 'net|net amount|netto|netto betrag|nettobetrag|montant net|neto|total net'],
  [
    'out',
    'outflow|debit*|withdrawal*|money out*|paid out*|payments out|amount debit|amount out|spent|spending|charge|charges|soll|soll in|belastung*|ausgaben|ausgabe|lastschrift|sollbetrag|montant debit|debet|debit eur|retrait|retraits|depenses|depense|cargo|cargos|importe cargo|debe|gastos|gasto|af|bedrag af|uitgaven|dare|addebiti|addebito|uscite|uscita|importo dare|debito*|saida|saidas|obciazenia|obciazenie|wyplaty|wydatki|uttag|utgifter|ut|ut fra konto|ud|haevet|belop ut|kwota obciazenia|terheles*|odepsano|vydaj*|otot|menot|borc|deebet|debets|debetas|withdrawal amt*|withdrawl*|money out|retiros|withdrawals*|debitos|debits|payments|ut fran konto',
  ],
  [
    'in',
    'inflow|credit|credits|credit amount*|credit amt|deposit*|money in*|paid in*|payments in|amount credit|amount in|received|haben|haben in|gutschrift*|einnahmen|einnahme|habenbetrag|montant credit|credit eur|depot|depots|recettes|recette|abono|abonos|importe abono|haber|ingresos|ingreso|bij|bedrag bij|inkomsten|avere|accrediti|accredito|entrate|entrata|importo avere|credito*|entrada|entradas|uznania|uznanie|wplaty|wplywy|insattning*|inkomster|inn|in|inn pa konto|ind|indsat|belop inn|kwota uznania|jovairas*|pripsano|prijem*|panot|tulot|alacak|kreedit|kredits|kreditas|kredit|deposit amt*|depositos|deposits*|creditos|in pa konto',
  ],
  [
    'direction',
    'debit credit|credit debit|debit or credit|dr cr|cr dr|d c|c d|db cr|soll haben|s h|s h kennzeichen|soll haben kennzeichen|af bij|bij af|afbij|sens|sign|direction|richtung|vorzeichen|kennzeichen|kz|dare avere|credit debit indicator|creditdebitindicator|transaction type|type|+ *|smer|suunta|yon|deebet kreedit|debets kredits|debetas kreditas|strona|wn ma|b a|t j|md d|d a|d k|d h|segno|debe haber|debit credit d c',
  ],
  [
    'amount',
    'amount*|transaction amount|billing amount|value|sum|total|betrag*|umsatz|umsatz in*|umsatz eur|buchungsbetrag*|wert in eur|wert in|montant*|importe*|import|bedrag*|transactiebedrag|importo*|valor|valor eur|quantia|montante|kwota*|belopp*|belop*|belob*|suma|paid|gross|brutto|net value|transaktionsbetrag|mutatiebedrag|amt|castka*|ciastka|objem|osszeg*|maara*|tutar*|monto*|summa|kwota operacji|insattning uttag|tegutsumma',
  ],
  [
    'fee',
    'fee|fees|fee amount|gebuhr|gebuhren|entgelt|frais|commission|comision|kosten|commissione|comissao|prowizja|oplata|avgift|gebyr|poplatek|teenustasu|kulu|jutalek|dij|masraf|komisija|mokestis',
  ],
  [
    'original',
    'original amount*|foreign amount*|amount in foreign*|local amount|original currency|foreign currency|betrag fremdwahrung|fremdwahrung*|originalbetrag*|ursprungsbetrag|originalwahrung|montant d origine|local currency|exchange rate|wechselkurs|kurs|auslandseinsatzentgelt|ruckbuchung*|lastschrift ursprungsbetrag|auslagenersatz*|tax|vat|mwst|oorspr bedrag|oorspr munt|importo originale|divisa originale|divisa original|importe original|moeda original|montante original|kwota oryginalna|waluta oryginalna|originalbelopp|originalvaluta|originaalsumma|originaalvaluuta|puvodni castka|puvodni mena|alkuperainen summa|alkuperainen valuutta|devise d origine',
  ],
  [
    'currency',
    'currency*|currency code|ccy|cur|wahrung|waehrung|devise|monnaie|moneda|divisa|divisas|munt|muntsoort|valuta code|valuta kod|munteenheid|moeda|waluta|valuta|kontowaluta|account currency|konto wahrung|curr|mena|devizanem|valuutta|para birimi|doviz|valuuta|valiuta|whg|deviza',
  ],
  [
    'own-account',
    'account|account number|account no|account nr|account id|account iban|account #|accountnumber|own account|own iban|auftragskonto|iban auftragskonto|bezeichnung auftragskonto|eigene iban|eigenes konto|iban eigenes konto|compte|numero de compte|n compte|no compte|rekening|rekeningnummer|eigen rekening|iban bban|iban rekeninghouder|conto|numero conto|cuenta|numero de cuenta|conta|numer konta|numer rachunku|rachunek|nr rachunku|kontonr|account name|product|kliendi konto|cislo uctu|szamlaszam|tilinumero',
  ],
  [
    'other-account',
    'counterparty account*|counterparty iban|counter account|to account*|from account*|gegenkonto*|kontonummer iban|iban zahlungsbeteiligter|iban des auftraggebers*|iban gegenkonto|iban kontonummer|empfangerkonto|tegenrekening*|naar rekening|iban tegenpartij|compte contrepartie|compte beneficiaire|cuenta destino|rachunek kontrahenta|numer rachunku kontrahenta|mottagarkonto|avsandare|mottagare konto|partner iban|payee iban|bic*|swift*|blz|bankleitzahl|sort code|glaubiger id|glaubigeridentifikation|mandatsreferenz|creditor id|mandate*|glaubiger*|customer reference|kundenreferenz*|sammlerreferenz',
  ],
  ['any-account', 'iban|konto|kontonummer'],
  [
    'status',
    'status|state|info|zustand|statut|estado|stato|stan|transaction status|buchungsstatus|staatus|tila|stav|statuss',
  ],
  [
    'id',
    'id|transaction id*|transactionid|transaction reference|transaction code|transaction number|reference number|fitid|unique id|umsatz id|transaktions id|transaktionscode|transaktionsnummer|numero operation|id transaccion|transactie id|transactiereferentie|volgnr|id transazione|id operazione|id operacji|numer transakcji|numer referencyjny|verifikationsnummer|verifikation|entry reference|bank reference|archivierungscode|uuid|tl id',
  ],
  [
    'payee',
    'desc|wer|payee*|merchant*|name|counterparty|counterparty name|counter party|beneficiary*|beneficiary name|to|from|description|transaction description|details|narrative|transaction details|empfanger*|empfangername|auftraggeber*|auftraggebername|begunstigter*|beguenstigter*|zahlungsempfanger*|zahlungspflichtige*|zahlungsbeteiligter|name zahlungsbeteiligter|gegenpartei|partner*|beschreibung|bezeichnung|libelle*|beneficiaire|tiers|concepto*|descripcion|beneficiario*|omschrijving*|naam*|naam omschrijving|naam tegenpartij|tegenpartij|tegenrekeninghouder|descrizione*|causale descrizione|descricao|historico|opis*|opis operacji|nadawca*|odbiorca*|kontrahent|beskrivning*|beskrivelse*|text|tekst|mottagare|forklaring|referens|rubrik|transaktion|avsender|modtager|specification|particulars|narration|remarks|nazev protiuctu*|nazov protistrany|partner neve|saaja*|aciklama*|saaja maksja|gavejas|sanemejs*|movimiento|lancamento|buchungsdetails|umsatztext',
  ],
  [
    'memo',
    'wofur|wofuer|memo*|vwz*|purpose|payment reference|reference|references|notes|note|message|remittance*|remittance information|information|additional*|verwendungszweck*|vorgang verwendungszweck|zahlungsgrund|vermerk|notiz|buchungsdetails|mitteilung|zahlungszweck|avisierungstext|communication*|motif|reference operation|informations complementaires|mededelingen|mededeling|omschrijving 1|omschrijving 2|causale|note movimento|observaciones|observacoes|referencia|mas datos|tytul*|szczegoly|meddelande|meddelelse|melding|notering|subject|zweck|zprava*|kozlemeny|poznamka*|viesti|selgitus|informacija*|paaiskinimai|detail|detalhes|viite|popis',
  ],
  [
    'kind',
    'kind|category type|trans type|transaction kind|buchungstext|umsatzart|umsatztyp|transaktionstyp|transaktionsart|buchungsart|betaalwijze|type betaling|vorgang|art|typ|type d operation|type operation|nature|tipo*|mutatiesoort|code|typ operacji|rodzaj operacji|rodzaj transakcji|transaktionstype|transaktionstyp|check number|check or slip #|cheque number|scheck',
  ],
];

const EXACT = new Map<string, ColumnRole>();
const BEGINNINGS: (readonly [string, ColumnRole])[] = [];
for (const [role, titles] of [...TITLES, ...OTHER_SCRIPT_TITLES]) {
  for (const title of titles.split('|').map(plainLetters)) {
    if (title.endsWith('*')) BEGINNINGS.push([`${title.slice(0, -1)} `, role]);
    const whole = title.replace(/\*$/, '').trim();
    if (!EXACT.has(whole)) EXACT.set(whole, role);
  }
}

/** Null for a title that says nothing. */
export function roleOfTitle(title: string): ColumnRole | null {
  const plain = plainTitle(title);
  const words = plainWords(title);
  // In brackets, as in "Amount (Foreign Currency)", too.
  if (/\b(?:foreign|original|local|fremdwahrung|ursprung\p{L}*)\b/u.test(words) && EXACT.get(plain) !== 'currency')
    return 'original';
  const role = EXACT.get(plain) ?? BEGINNINGS.find(([beginning]) => plain.startsWith(beginning))?.[1] ?? null;
  if (role === 'amount') return directionInBrackets(title) ?? role;
  // Beside the name of the other party, banks write where its money is.
  return (role === 'payee' || role === 'memo') && NUMBER_OF_PARTY.test(words) ? 'other-account' : role;
}

/** "Amount (Debit)" is for money out alone. */
function directionInBrackets(title: string): 'in' | 'out' | null {
  const [, inner = ''] = /[([\uff08]([^)\]\uff09]+)[)\]\uff09]/.exec(title) ?? [];
  const role = EXACT.get(plainWords(inner));
  return role === 'in' || role === 'out' ? role : null;
}

const NUMBER_OF_PARTY =
  /^(?!.*\b(?:name|naam|nom)\b).* (?:iban|bic|swift|blz|bankleitzahl|kto|kontonummer|account|account number|rekeningnummer)\b/;

/** Small letters without accents; what stands in brackets, mostly a currency, counts for nothing. */
export function plainTitle(title: string): string {
  const bare = title
    .replace(/^#(?=\p{L})/u, '')
    .replace(/[([{][^)\]}]*[)\]}]/g, ' ')
    .replace(/ euros?$/i, '');
  return plainWords(bare.replace(/\b[A-Z]{3}$/, (code) => (CURRENCIES.has(code) ? '' : code)));
}

export function plainWords(text: string): string {
  return plainLetters(text)
    .replace(/[^\p{L}\p{N}#]+/gu, ' ')
    .trim();
}

/** ISO 4217 codes that the machine knows, and what banks of Russia write for RUB. */
export const CURRENCIES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), 'RUR']);

/** The one that a title names: "Betrag (EUR)", "Amount GBP"; null when it names none. */
export function currencyInTitle(title: string): string | null {
  return (
    title.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)?.find((code) => CURRENCIES.has(code)) ??
    (/€|\beuros?\b/i.test(title) ? 'EUR' : title.includes('£') ? 'GBP' : null)
  );
}

const TOTALS = new Set(
  'total|totals|subtotal|sum|balance|opening|closing|summe|saldo|kontostand|anfangssaldo|endsaldo|anfangsbestand|endbestand|ubertrag|abschluss|solde|saldi|suma|totale|saldos|salden|summa|umsatze|gesamt|carried|brought|eindsaldo|beginsaldo|totaal|ingaende|utgaende|saldot|gesamtsumme|zwischensumme|gesamtumsatz'.split(
    '|',
  ),
);

/** Whether a line speaks of a total or a balance. */
export function speaksOfTotals(cells: readonly string[]): boolean {
  return cells.some((cell) =>
    plainWords(cell)
      .split(' ')
      .some((word) => TOTALS.has(word)),
  );
}
