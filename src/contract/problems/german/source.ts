import type { WordsByCode } from '../words-by-code.ts';

/** What stops the fetching from a bank, or is to be known about it. */
export const source: WordsByCode = {
  source_reauthorise: [
    'Der SimpleFIN-Anbieter nimmt den Zugang von Pennyrow nicht mehr an.',
    'Erzeugen Sie beim Anbieter einen neuen Setup Token und geben Sie ihn bei der Verbindung unter „Neu verbinden“ ein.',
  ],
  source_no_access: [
    'Für diese Verbindung gibt es keinen Zugang zu SimpleFIN mehr.',
    'Erzeugen Sie beim Anbieter einen neuen Setup Token und geben Sie ihn bei der Verbindung unter „Neu verbinden“ ein.',
  ],
  source_token_spent: [
    'Der Anbieter kennt diesen Setup Token nicht, oder er wurde schon benutzt.',
    'Wenn Sie ihn nicht selbst benutzt haben, sperren Sie ihn beim Anbieter. Erzeugen Sie dort einen neuen und fügen Sie ihn hier ein.',
  ],
  source_claim: [
    'Der Anbieter hat auf den Setup Token keinen Zugang gegeben.',
    'Prüfen Sie, ob er vollständig ist, und versuchen Sie es noch einmal. Wird er wieder abgelehnt, sperren Sie ihn beim Anbieter und erzeugen Sie einen neuen.',
  ],
  source_access_lost: [
    'Der Setup Token wurde eingelöst, aber der Zugang ließ sich nicht speichern.',
    'Beheben Sie erst, was unten genannt ist. Sperren Sie ihn dann beim Anbieter, erzeugen Sie einen neuen und fügen Sie den ein.',
  ],
  source_access_failed: [
    'Der Zugang wurde nicht gespeichert, weil er nicht funktioniert hat.',
    'Beheben Sie, was unten genannt ist, und versuchen Sie es noch einmal; oder speichern Sie ihn trotzdem.',
  ],
  source_blocked: [
    'Nicht der Anbieter selbst hat die Anfrage abgelehnt, sondern etwas davor oder auf dem Weg zu ihm.',
    'Der Zugang bleibt. Warten Sie; Pennyrow versucht es von selbst wieder. Ist es morgen noch so, versuchen Sie es ohne VPN oder Proxy und sehen Sie beim Anbieter nach, ob der Zugang dort noch steht.',
  ],
  source_payment: [
    'Der Anbieter verlangt eine Zahlung.',
    'Begleichen Sie sie beim Anbieter. Der nächste Abgleich macht dort weiter, wo dieser aufgehört hat.',
  ],
  source_budget: [
    'Der Anbieter wurde in den letzten 24 Stunden so oft gefragt, wie es erlaubt ist.',
    'Es geht nichts verloren; wann wieder gefragt werden kann, steht unten. Ein Zeitplan mit weniger Abgleichen am Tag lässt Ihnen mehr Anfragen übrig.',
  ],
  source_busy: ['Der Anbieter wurde zu oft gefragt.', 'Pennyrow fragt von selbst wieder; ab wann, steht unten.'],
  source_unavailable: [
    'Der Anbieter hat selbst eine Störung.',
    'Es wurde nichts geändert. Pennyrow versucht es von selbst wieder. Wenn es so bleibt, fragen Sie Ihren Anbieter.',
  ],
  source_refused: [
    'Der Anbieter hat die Anfrage abgelehnt.',
    'Prüfen Sie die Verbindung mit „Prüfen“. Bleibt es dabei, erzeugen Sie beim Anbieter einen neuen Setup Token und geben Sie ihn unter „Neu verbinden“ ein.',
  ],
  source_offline: [
    'Der Anbieter ist nicht zu erreichen.',
    'Es wurde nichts geändert. Prüfen Sie die Internetverbindung; Pennyrow versucht es von selbst wieder.',
  ],
  source_timeout: [
    'Der Anbieter hat zu lange nicht geantwortet.',
    'Es wurde nichts geändert. Prüfen Sie die Internetverbindung; Pennyrow versucht es von selbst wieder.',
  ],
  source_certificate: [
    'Dem Zertifikat des Anbieters ist nicht zu trauen.',
    'Es wurde nichts gesendet. Prüfen Sie das Datum dieses Rechners und ob ein Programm oder Netz dazwischen mitliest; versuchen Sie es dann noch einmal.',
  ],
  source_redirect: [
    'Der Anbieter leitet Pennyrow an eine Adresse weiter, die nicht sicher ist oder nie ans Ziel führt.',
    'Pennyrow folgt ihr nicht. Fragen Sie Ihren SimpleFIN-Anbieter.',
  ],
  source_unreadable: [
    'Was kam, ist keine Antwort von SimpleFIN, sondern zum Beispiel eine Webseite.',
    'Es wurde nichts geändert. Wenn Ihr Netz erst eine Anmeldung verlangt, melden Sie sich an; sonst fragen Sie Ihren Anbieter.',
  ],
  source_too_large: [
    'Der Anbieter hat mehr geschickt, als irgendeine Bank braucht.',
    'Es wurde nichts geändert. Fragen Sie Ihren Anbieter, und sagen Sie uns Bescheid, wenn die Antwort richtig war.',
  ],
  source_bank_reauthorise: [
    'Eine Bank möchte, dass Sie sich neu anmelden.',
    'Melden Sie sich beim SimpleFIN-Anbieter an und verbinden Sie dort diese Bank neu; mehr braucht Pennyrow nicht. Seine Adresse steht unten.',
  ],
  source_bank_failed: [
    'Der Anbieter konnte eine Bank nicht erreichen.',
    'Die anderen Banken wurden abgeglichen. Wenn es so bleibt, sehen Sie beim Anbieter nach.',
  ],
  source_account_failed: [
    'Der Anbieter konnte ein Bankkonto nicht lesen.',
    'Die anderen Bankkonten wurden abgeglichen. Wenn es so bleibt, sehen Sie beim Anbieter nach.',
  ],
  source_account_incomplete: [
    'Von einem Bankkonto fehlt etwas.',
    'Was zu haben war, wurde abgeglichen; der nächste Abgleich fragt wieder.',
  ],
  source_account_unreadable: [
    'Der Anbieter hat ein Bankkonto ohne Kennung oder ohne Bank geschickt; es wird ausgelassen.',
    'Die anderen wurden abgeglichen. Was gekommen ist, sehen Sie bei der Verbindung unter „Was die Bank geschickt hat“; fragen Sie Ihren Anbieter.',
  ],
  source_transaction_unreadable: [
    'Einem Umsatz fehlt etwas, ohne das er nicht zu lesen ist; er wird ausgelassen.',
    'Alles andere wurde abgeglichen. Was gekommen ist, sehen Sie bei der Verbindung unter „Was die Bank geschickt hat“; fragen Sie Ihren Anbieter.',
  ],
  source_server_message: [
    'Der Anbieter meldet etwas.',
    'Was zu haben war, wurde abgeglichen. Will eine Bank eine neue Anmeldung, melden Sie sich beim Anbieter an und verbinden Sie sie dort neu; sonst sehen Sie dort nach, wenn es wiederkommt.',
  ],
  source_limit: [
    'Der Anbieter hat die Antwort gekürzt.',
    'Was zu haben war, wurde abgeglichen. Ältere Tage können fehlen: Holen Sie sie mit einem Kontoauszug nach.',
  ],
  source_gap: [
    'Der Anbieter hat stillschweigend Tage ausgelassen.',
    'Holen Sie diese Tage mit einem Kontoauszug nach; was schon da ist, kommt nicht doppelt.',
  ],
  source_unfinished: [
    'Die neueren Tage sind abgeglichen, die älteren fehlen noch.',
    'Der nächste Abgleich macht dort weiter.',
  ],
  source_history_paced: [
    'Die neueren Tage sind abgeglichen, die älteren kommen noch: Die Hälfte der Anfragen eines Tages bleibt Ihnen.',
    'Es geht nichts verloren; wann es weitergeht, steht unten.',
  ],
  source_history_end: [
    'Für längere Zeit kam nichts; noch ältere Tage wurden nicht abgefragt.',
    'Wenn es mehr geben sollte, fragen Sie bei der Verbindung mit „Ältere Tage“ danach.',
  ],
  source_account_unclear: [
    'Der Anbieter unterscheidet Bankkonten jetzt anders als vorher; was sich nicht zuordnen lässt, wird ausgelassen, damit nichts doppelt kommt.',
    'Die anderen wurden abgeglichen. Importieren Sie für die fehlenden einstweilen Kontoauszüge, und fragen Sie Ihren Anbieter.',
  ],
  source_currency: [
    'Die Währung eines Bankkontos ist nicht bekannt.',
    'Die Beträge stimmen. War sie nur gerade nicht zu erfragen, versucht es der nächste Abgleich wieder.',
  ],
  source_no_accounts: [
    'Der Anbieter gibt kein Bankkonto für Pennyrow frei.',
    'Verbinden Sie beim SimpleFIN-Anbieter eine Bank und geben Sie ihre Konten für Pennyrow frei.',
  ],
  source_replayed: [
    'Verwendet wurde, was eben erst kam und noch nicht geschrieben war; es wurde nicht noch einmal gefragt.',
    null,
  ],
  source_history_start: [
    'Vor dem genannten Tag gibt diese Quelle nichts her.',
    'Ist das Bankkonto älter, bringt ein Kontoauszug den Rest.',
  ],
};
