import type { WordsByCode } from '../words-by-code.ts';

/** What only the app on a desktop has: updates, the start at log-in, a service that lives beside the window. */
export const desktop: WordsByCode = {
  service_login_item_refused: [
    'Das System hat nicht übernommen, ob Pennyrow beim Anmelden startet.',
    'Suchen Sie Pennyrow in den Einstellungen Ihres Systems unter den Autostart-Programmen oder Anmeldeobjekten.',
  ],
  service_no_login_item: [
    'Dieses Pennyrow ist nicht installiert, darum kann das System es beim Anmelden nicht starten.',
    'Installieren Sie die App. Wie Pennyrow ohne Oberfläche läuft, steht in der Anleitung.',
  ],
  service_stopped: [
    'Der Dienst in Pennyrow ist durch einen eigenen Fehler stehen geblieben.',
    'Versuchen Sie es noch einmal: Er startet neu und klärt, was gerade lief; Ihre Tabelle ist, wie sie war, oder hat den ganzen Abgleich. Bleibt er wieder stehen, nennt pennyrow.log im Datenordner den Grund.',
  ],
  workbook_not_opened: [
    'Die Tabelle ließ sich nicht öffnen.',
    'Öffnen Sie sie von Hand. Öffnet hier kein Programm .xlsx-Dateien, installieren Sie eines, etwa LibreOffice.',
  ],
  update_checksum: [
    'Die Datei der neuen Version ist nicht die veröffentlichte: Ihre Prüfsumme ist eine andere. Sie wurde verworfen.',
    'Versuchen Sie es später noch einmal. Geschieht es wieder, sagen Sie es dem, der Pennyrow veröffentlicht.',
  ],
  update_failed: [
    'Das Update ist nicht gelungen. Diese Version bleibt, wie sie ist.',
    'Versuchen Sie es noch einmal, oder laden Sie die neue Version herunter und installieren Sie sie von Hand.',
  ],
  update_feed: [
    'Die Stelle, von der Updates kommen, hat nicht, was sie haben sollte.',
    'Versuchen Sie es später noch einmal. Die neue Version lässt sich auch von Hand herunterladen und installieren.',
  ],
  update_offline: [
    'Die Stelle, von der Updates kommen, ist nicht zu erreichen.',
    'Prüfen Sie die Internetverbindung und versuchen Sie es noch einmal. Pennyrow arbeitet auch ohne sie weiter.',
  ],
  update_signature: [
    'Die neue Version ist nicht von dem signiert, der diese signiert hat. Sie wurde nicht installiert.',
    'Installieren Sie sie auch nicht von Hand, und sagen Sie es dem, der Pennyrow veröffentlicht.',
  ],
};
