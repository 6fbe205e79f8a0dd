import type { WordsByCode } from '../words-by-code.ts';

const AGAIN =
  'Laden Sie den Kontoauszug noch einmal herunter. Bleibt es dabei, wählen Sie bei der Bank ein anderes Format, etwa OFX.';
const UNTOUCHED = 'Laden Sie ihn noch einmal herunter und lassen Sie ihn, wie die Bank ihn geschrieben hat.';

/** Why a statement file is not read. */
export const statement: WordsByCode = {
  statement_unknown_format: [
    'Das ist keine Kontoauszugsdatei, die Pennyrow kennt.',
    'Laden Sie den Kontoauszug bei der Bank in einem der Formate herunter, die unten genannt sind.',
  ],
  statement_unreadable: ['Die Datei ist so nicht zu lesen.', `Die Stelle steht unten. ${AGAIN}`],
  statement_truncated: [
    'Die Datei hört auf, bevor sie vollständig ist.',
    'Sie wurde nicht ganz heruntergeladen: Laden Sie sie noch einmal herunter.',
  ],
  statement_empty: [
    'In der Datei ist kein Kontoauszug.',
    'Laden Sie den Auszug eines Bankkontos oder einer Karte herunter.',
  ],
  statement_encoding: [
    'Der Text der Datei ist nicht zu entziffern.',
    'Laden Sie sie noch einmal herunter. Hilft das nicht, öffnen Sie sie in einem Texteditor und speichern Sie sie als UTF-8.',
  ],
  statement_too_large: ['Die Datei ist zu groß.', 'Laden Sie jeweils einen kürzeren Zeitraum herunter.'],
  statement_bad_date: [
    'Ein Datum in der Datei ist nicht sicher zu lesen.',
    `Die Stelle steht unten. ${AGAIN} Bei einer Tabelle (CSV) können Sie unter „Verbindungen“ auch selbst sagen, wie sie zu lesen ist.`,
  ],
  statement_bad_amount: [
    'Ein Betrag in der Datei ist nicht sicher zu lesen.',
    `Die Stelle steht unten. ${AGAIN} Bei einer Tabelle (CSV) können Sie unter „Verbindungen“ auch selbst sagen, wie sie zu lesen ist.`,
  ],
  statement_bad_row: [
    'Eine Zeile der Datei ist nicht sicher zu lesen.',
    `Sie steht unten. ${UNTOUCHED} Hilft das nicht, sagen Sie unter „Verbindungen“, wie die Spalten zu lesen sind.`,
  ],
  statement_csv_question: [
    'An dieser Tabelle ist etwas nicht eindeutig.',
    'Beantworten Sie die Frage einmal unter „Verbindungen“, wenn Sie die Datei importieren; für diese Bank wird die Antwort gemerkt.',
  ],
  statement_csv_unclear: [
    'Das ist eine Tabelle, aber Datum und Betrag sind darin nicht zu erkennen.',
    'Ist es ein Kontoauszug, sagen Sie beim Import unter „Verbindungen“, welche Spalte was enthält.',
  ],
  statement_csv_column: [
    'Eine genannte Spalte gibt es in dieser Datei nicht.',
    'Wählen Sie eine der Spalten, die unten genannt sind.',
  ],
  statement_csv_mapping: [
    'Diese Datei passt nicht mehr zu dem, was für solche Dateien gemerkt ist.',
    'Sagen Sie unter „Verbindungen“ neu, wie sie zu lesen ist.',
  ],
  statement_csv_account: [
    'Dateien dieser Bank gehören zu mehreren Bankkonten, und diese sagt nicht, zu welchem.',
    'Nennen Sie das Bankkonto, wenn Sie die Datei unter „Verbindungen“ importieren.',
  ],
  statement_zip_damaged: [
    'Die Zip-Datei ist nicht zu lesen.',
    'Laden Sie sie noch einmal herunter, oder entpacken Sie sie und importieren Sie die Dateien darin.',
  ],
  statement_folder_unreadable: [
    'Der Ordner mit den Kontoauszügen ist nicht zu lesen.',
    'Bringen Sie ihn zurück, prüfen Sie seine Rechte, oder wählen Sie bei der Verbindung einen anderen Ordner.',
  ],
};
