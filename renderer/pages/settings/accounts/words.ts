import { defineWords } from '../../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Accounts',
    about:
      'An account is one spreadsheet with its connections, schedule and API tokens. Most people need one; a second one is for money that belongs to somebody else, such as a club.',
    add: 'Add an account',
    edit: 'Change',
    editOf: (name: string) => `Change ${name}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    only: 'The only account cannot be removed: Pennyrow always has one.',
    timeZone: 'Time zone',
    timeZoneAbout: 'Decides which day is today and when the schedule runs.',
    noZone: 'There is no such time zone',
    plan: 'Plan',
    plans: {
      personal: 'Personal. Everything works, without an end and without a payment.',
      trial: (ends: string | null) =>
        `Trial. Everything works${ends === null ? '' : ` until ${ends}; after that neither the schedule nor scripts sync any more, and what is in your spreadsheet stays`}.`,
      subscription: (ends: string | null) =>
        `Subscription. Everything works${ends === null ? '' : `; it is paid until ${ends}`}.`,
      ended: (kind: string, ended: string | null) =>
        `${kind === 'trial' ? 'The trial' : 'The subscription'} ended${ended === null ? '' : ` on ${ended}`}. Neither the schedule nor scripts sync any more. You can still sync and import here yourself, scripts can still read, and everything in your spreadsheet stays.`,
    },
    since: 'Added',
    name: 'Name',
    namePlaceholder: 'For example: Household',
    nameMissing: 'Give the account a name.',
    addWhat: 'It comes with a new spreadsheet file in the data folder, which you can exchange for another one later.',
    save: 'Save',
    cancel: 'Cancel',
    removeTitle: (name: string) => `Remove “${name}”?`,
    removed: 'These go, and cannot be brought back:',
    removedList: [
      'its connections with their access to the bank',
      'its schedule',
      'its API tokens: scripts that use them stop working',
      'the record of its runs, and what was deleted or can be undone',
    ],
    stays: 'This stays:',
    staysFile: (path: string) => `the spreadsheet ${path} with all its rows, and its backups`,
    staysGoogle: (title: string) =>
      `the spreadsheet “${title}” at Google with all its rows; Pennyrow gives its permission back`,
    staysNone: 'nothing: the account has no spreadsheet',
    keep: 'Keep it',
  },
  de: {
    title: 'Konten',
    about:
      'Ein Konto ist eine Tabelle mit ihren Verbindungen, ihrem Zeitplan und ihren API-Schlüsseln. Die meisten brauchen eines; ein zweites ist für Geld, das jemand anderem gehört, etwa einem Verein.',
    add: 'Konto hinzufügen',
    edit: 'Ändern',
    editOf: (name: string) => `${name} ändern`,
    remove: 'Entfernen',
    removeOf: (name: string) => `${name} entfernen`,
    only: 'Das einzige Konto lässt sich nicht entfernen: Pennyrow hat immer eines.',
    timeZone: 'Zeitzone',
    timeZoneAbout: 'Danach richtet sich, welcher Tag heute ist und wann der Zeitplan läuft.',
    noZone: 'Diese Zeitzone gibt es nicht',
    plan: 'Tarif',
    plans: {
      personal: 'Persönlich. Alles funktioniert, ohne Ende und ohne Bezahlung.',
      trial: (ends: string | null) =>
        `Probezeit. Alles funktioniert${ends === null ? '' : ` bis ${ends}; danach gleichen weder Zeitplan noch Skripte mehr ab, und was in Ihrer Tabelle steht, bleibt`}.`,
      subscription: (ends: string | null) =>
        `Abonnement. Alles funktioniert${ends === null ? '' : `; bezahlt ist bis ${ends}`}.`,
      ended: (kind: string, ended: string | null) =>
        `${kind === 'trial' ? 'Die Probezeit' : 'Das Abonnement'} ist${ended === null ? '' : ` am ${ended}`} abgelaufen. Weder Zeitplan noch Skripte gleichen mehr ab. Sie selbst können hier weiter abgleichen und importieren, Skripte können weiter lesen, und was in Ihrer Tabelle steht, bleibt.`,
    },
    since: 'Hinzugefügt',
    name: 'Name',
    namePlaceholder: 'Zum Beispiel: Haushalt',
    nameMissing: 'Geben Sie dem Konto einen Namen.',
    addWhat: 'Dazu gehört eine neue Tabellendatei im Datenordner, die Sie später gegen eine andere tauschen können.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    removeTitle: (name: string) => `„${name}“ entfernen?`,
    removed: 'Das geht verloren und lässt sich nicht zurückholen:',
    removedList: [
      'seine Verbindungen mit ihrem Zugang zur Bank',
      'sein Zeitplan',
      'seine API-Schlüssel: Skripte, die sie benutzen, funktionieren nicht mehr',
      'der Verlauf seiner Läufe, und was gelöscht wurde oder sich rückgängig machen lässt',
    ],
    stays: 'Das bleibt:',
    staysFile: (path: string) => `die Tabelle ${path} mit allen Zeilen, und ihre Sicherungen`,
    staysGoogle: (title: string) =>
      `die Tabelle „${title}“ bei Google mit allen Zeilen; Pennyrow gibt seine Erlaubnis zurück`,
    staysNone: 'nichts: Das Konto hat keine Tabelle',
    keep: 'Behalten',
  },
});
