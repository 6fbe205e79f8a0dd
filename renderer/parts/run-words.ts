import { defineWords } from '../words/language.ts';

/** How runs are spoken of on every page. */
export const words = defineWords({
  en: {
    status: { queued: 'Waiting', running: 'Running', succeeded: 'Succeeded', partial: 'Partly done', failed: 'Failed', cancelled: 'Cancelled' },
    kind: { sync: 'Sync', import: 'Import', undo: 'Undo', restore: 'Restore', rule: 'New rule' },
    trigger: { api: 'by a script', schedule: 'by the schedule', 'catch-up': 'to catch up', person: 'by you', file: 'by a new file' },
    counts: {
      added: 'added',
      updated: 'updated',
      removed: 'removed',
      possibleDuplicates: 'possibly twice',
      elsewhere: 'there from another source',
      deleted: 'deleted by you before',
      kept: 'left as you changed them',
      leftFeed: 'no longer sent by the bank',
      known: 'already there',
    },
    nothingNew: 'nothing new',
    stages: {
      settling: 'Settling what was open',
      fetching: 'Asking the bank',
      reading: 'Reading the spreadsheet',
      planning: 'Comparing',
      recording: 'Noting what will be written',
      writing: 'Writing to the spreadsheet',
      confirming: 'Checking what was written',
      mirroring: 'Bringing the mirror up to date',
    },
  },
  de: {
    status: { queued: 'Wartet', running: 'Läuft', succeeded: 'Erledigt', partial: 'Teilweise erledigt', failed: 'Fehlgeschlagen', cancelled: 'Abgebrochen' },
    kind: { sync: 'Abgleich', import: 'Import', undo: 'Rücknahme', restore: 'Wiederherstellung', rule: 'Neue Regel' },
    trigger: { api: 'durch ein Skript', schedule: 'nach Zeitplan', 'catch-up': 'nachgeholt', person: 'von Ihnen', file: 'durch eine neue Datei' },
    counts: {
      added: 'neu',
      updated: 'aktualisiert',
      removed: 'entfernt',
      possibleDuplicates: 'vielleicht doppelt',
      elsewhere: 'schon aus anderer Quelle da',
      deleted: 'von Ihnen früher gelöscht',
      kept: 'wie von Ihnen geändert gelassen',
      leftFeed: 'von der Bank nicht mehr geschickt',
      known: 'schon vorhanden',
    },
    nothingNew: 'nichts Neues',
    stages: {
      settling: 'Offenes wird geklärt',
      fetching: 'Die Bank wird gefragt',
      reading: 'Die Tabelle wird gelesen',
      planning: 'Es wird verglichen',
      recording: 'Was geschrieben wird, wird vermerkt',
      writing: 'In die Tabelle wird geschrieben',
      confirming: 'Das Geschriebene wird geprüft',
      mirroring: 'Der Spiegel wird erneuert',
    },
  },
});
