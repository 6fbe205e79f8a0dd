import type { WordsByCode } from '../contract/problems/words-by-code.ts';

/** By code, for problems without a page: those that keep Pennyrow from starting, and those whose remedy names a page. */
export const WITHOUT_A_PAGE: WordsByCode = {
  service_port_taken: [
    'Ein anderes Programm belegt den Port von Pennyrow.',
    'Beenden Sie es, oder geben Sie Pennyrow mit PENNYROW_PORT einen anderen Port und Ihren Skripten dessen Adresse.',
  ],
  service_port_refused: ['Das System lässt diesen Port nicht zu.', 'Wählen Sie mit PENNYROW_PORT einen ab 1024.'],
  service_no_loopback: [
    'Dieser Rechner hat keine Adresse, unter der er sich selbst erreicht.',
    'Schalten Sie die Loopback-Schnittstelle ein.',
  ],
  service_no_dashboard: [
    'Dem Programm fehlen die Seiten, die es zeigen soll.',
    'Installieren Sie Pennyrow noch einmal; in einem Arbeitsverzeichnis hilft „npm run build“.',
  ],
  store_in_use: [
    'Ein anderes Pennyrow benutzt diesen Datenordner.',
    'Beenden Sie es, zum Beispiel „pennyrow serve“ in einem Terminal, oder wählen Sie einen anderen Ordner.',
  ],
  store_too_new: ['Die Datenbank stammt von einem neueren Pennyrow.', 'Installieren Sie die neuere Version.'],
  vault_in_use: [
    'Pennyrow läuft gerade mit diesem Datenordner; der Schlüssel bleibt deshalb, wo er ist.',
    'Beenden Sie es („Pennyrow beenden“ im Menü der Leiste oder des Fensters) und starten Sie es dann noch einmal mit --key-to-file.',
  ],
  vault_no_keychain: [
    'Auf diesem System ist kein Schlüsselbund offen, und ohne ihn läge der Zugang zu Ihrer Bank in einer Datei, die Ihre Programme lesen können.',
    'Installieren und entsperren Sie einen (GNOME-Schlüsselbund oder KWallet) und starten Sie Pennyrow noch einmal, oder stimmen Sie der Datei zu, wenn Sie gefragt werden.',
  ],
  vault_keychain_closed: [
    'Der Schlüsselbund des Systems öffnet den Schlüssel zu Ihren Zugängen nicht.',
    'Entsperren Sie ihn, oder melden Sie sich an der Oberfläche an, unter der Pennyrow vorher lief. Ist er verloren: Holen Sie vault.key aus einer Sicherung zurück, oder schieben Sie die Datei unten beiseite; dann sind Ihre Bank und Ihre Tabelle neu zu verbinden.',
  ],
  data_not_a_folder: ['Wo der Datenordner sein soll, liegt eine Datei.', 'Wählen Sie einen anderen Ordner.'],
  internal_error: [
    'In Pennyrow ist etwas schiefgegangen.',
    'Versuchen Sie es noch einmal. Bleibt es dabei, sehen Sie im Protokoll nach oder führen Sie „pennyrow doctor“ aus.',
  ],
};
