import type { WordsByCode } from '../words-by-code.ts';

/** What a statement file that was read leaves to be known. */
export const statementNotes: WordsByCode = {
  statement_read: ['Eine Kontoauszugsdatei wurde gelesen.', null],
  statement_no_transactions: ['Die Tabelle hat Überschriften und darunter keine Zeile.', null],
  statement_csv_left_out: [
    'Zeilen der Tabelle sind ausgelassen: von der Bank abgelehnt oder zurückgenommen, oder Summen, Salden und Vermerke.',
    null,
  ],
  statement_bank_status: [
    'Die Bank hat der Datei eine Meldung mitgegeben.',
    'Ist es ein Fehler, kann etwas fehlen: Laden Sie die Datei noch einmal herunter.',
  ],
  statement_no_currency: ['Der Kontoauszug nennt seine Währung nicht.', null],
  statement_unlikely_signs: [
    'Die Vorzeichen passen nicht zu dem, was die Bank als Eingang und Ausgang nennt.',
    'Sehen Sie nach, ob Ausgaben in der Tabelle ein Minus haben. Wenn nicht, nehmen Sie den Import zurück und wählen Sie bei der Bank ein anderes Format.',
  ],
  statement_bad_balance: ['Ein Saldo ist nicht zu lesen; die Umsätze schon.', null],
  statement_not_booked: ['Was die Bank nur ankündigt oder erwähnt, ist ausgelassen.', null],
  statement_collective: [
    'Sammelbuchungen wurden in ihre einzelnen Zahlungen zerlegt.',
    'Zeigen die Kontoauszüge dieser Bank (camt.053) solche Buchungen als eine Summe, importieren Sie nur eine der beiden Arten.',
  ],
  statement_mended: ['Die Bank hat „&“ geschrieben, wo XML „&amp;“ verlangt; es wurde als „&“ gelesen.', null],
  statement_zip_left_out: ['Ein Teil der Zip-Datei ist kein Kontoauszug und wurde ausgelassen.', null],
  statement_security_trades: ['Käufe und Verkäufe von Wertpapieren sind ausgelassen.', null],
  statement_other_kind: [
    'Ein Teil der Datei ist ein Auszug anderer Art, etwa eines Kredits, und wurde ausgelassen.',
    null,
  ],
  statement_no_account: [
    'Die Datei sagt nicht, zu welchem Bankkonto sie gehört.',
    'Haben Sie mehrere Bankkonten dieser Art, wählen Sie bei der Bank OFX: An QIF-Dateien lassen sie sich nicht unterscheiden.',
  ],
  statement_balance_mismatch: [
    'Die Buchungen führen nicht vom Anfangs- zum Endsaldo.',
    'In der Datei können Buchungen fehlen: Vergleichen Sie sie mit dem Auszug bei Ihrer Bank.',
  ],
  statement_entry_count: [
    'Die Bank nennt eine andere Zahl von Buchungen, als die Datei enthält.',
    'In der Datei können Buchungen fehlen: Vergleichen Sie sie mit dem Auszug bei Ihrer Bank.',
  ],
  statement_pages: [
    'Der Kontoauszug hat Seiten, die nicht in dieser Datei sind.',
    'Importieren Sie auch die anderen Seiten.',
  ],
  statement_repeated: ['Die Datei enthält denselben Auszug zweimal; er wurde einmal gelesen.', null],
  statement_opening_balance: ['Ein Anfangssaldo ist ausgelassen, da dabei kein Geld geflossen ist.', null],
  statement_no_end: [
    'Der letzte Umsatz der Datei ist nicht abgeschlossen; es kann mehr fehlen.',
    'Sehen Sie nach, ob der letzte Tag vollständig ist; wenn nicht, laden Sie die Datei noch einmal herunter.',
  ],
};
