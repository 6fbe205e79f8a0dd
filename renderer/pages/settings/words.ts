import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Settings',
    sections: {
      general: 'General',
      accounts: 'Accounts',
      backups: 'Backups and export',
      certificate: 'Certificate',
      diagnostics: 'Diagnostics',
    },
    save: 'Save',
    appearance: 'Appearance',
    appearanceWhere: 'Kept in this browser.',
    appearanceOnDesktop:
      'The colours are those of the whole app; its menu “View” offers them as well. The language is that of these pages. Menus, tray and notifications speak the language of your system.',
    theme: 'Colours',
    themes: { light: 'Light', dark: 'Dark', auto: 'As the system', system: 'As the system' },
    language: 'Language',
    desktop: 'Desktop app',
    onlyDesktop:
      'Notifications, the tray icon and the start at login belong to the desktop app. A Pennyrow without a desktop can start together with the machine: the guide “Running on a server” (docs/guide/running-on-a-server.md) shows how.',
    notifications: 'Notifications',
    problems: 'When something needs you',
    problemsAbout:
      'A bank wants you to sign in again, the spreadsheet cannot be written, an outage has lasted for hours. Once for each cause; a click leads to where it is put right.',
    newTransactions: 'When new transactions have come in',
    newTransactionsAbout: 'After a sync that ran by itself: how many they are. A click shows them.',
    systemDecides:
      'Your system has the last word: while it holds notifications back, as in “Do not disturb”, nothing pops up. The tray icon and the overview always show what needs you.',
    cannotNotify: 'This system shows no notifications. The tray icon and the overview always show what needs you.',
    login: 'Start',
    startsAtLogin: 'Start Pennyrow when I log in',
    startsAtLoginAbout: 'It then waits in the tray and keeps to its schedule, without a window.',
    noLogin: 'This Pennyrow runs without being installed, so your system cannot start it when you log in.',
    updates: 'Updates',
    looksForUpdates: 'Look for updates once a day',
    looksForUpdatesAbout:
      'Only the list of versions is asked for, and nothing about you is sent. Nothing is downloaded or installed without your yes.',
    noUpdates:
      'This Pennyrow has no updates to look for. The line about updates in the menu of the tray icon says why, and what to do.',
    appVersion: (version: string) => `Version ${version} of the app`,
    limits: 'Limits for scripts',
    limitsAbout:
      'How many syncs a script may start for each account through the API. The schedule and the buttons here are not counted. Banks and services shut out who asks too often.',
    perHour: 'Syncs in an hour',
    perDay: 'Syncs in a day',
    about: 'About Pennyrow',
    version: 'Version',
    running: 'Running since',
    address: 'Address of the API',
    notServing: 'The API is not being served',
    dataFolder: 'Data folder',
    dataFolderAbout:
      'Database, log, certificate and backups. Copying this folder while Pennyrow is stopped copies the install.',
  },
  de: {
    title: 'Einstellungen',
    sections: {
      general: 'Allgemein',
      accounts: 'Konten',
      backups: 'Sicherungen und Export',
      certificate: 'Zertifikat',
      diagnostics: 'Diagnose',
    },
    save: 'Speichern',
    appearance: 'Darstellung',
    appearanceWhere: 'Wird in diesem Browser gemerkt.',
    appearanceOnDesktop:
      'Die Farben gelten für die ganze App; auch ihr Menü „Ansicht“ bietet sie an. Die Sprache gilt für diese Seiten. Menüs, Symbol in der Leiste und Mitteilungen sprechen die Sprache Ihres Systems.',
    theme: 'Farben',
    themes: { light: 'Hell', dark: 'Dunkel', auto: 'Wie das System', system: 'Wie das System' },
    language: 'Sprache',
    desktop: 'Desktop-App',
    onlyDesktop:
      'Mitteilungen, das Symbol in der Leiste und der Start beim Anmelden gehören zur Desktop-App. Ein Pennyrow ohne Desktop kann zusammen mit dem Rechner starten: Wie, zeigt die Anleitung „Running on a server“ (docs/guide/running-on-a-server.md).',
    notifications: 'Mitteilungen',
    problems: 'Wenn etwas Sie braucht',
    problemsAbout:
      'Eine Bank möchte, dass Sie sich neu anmelden, die Tabelle lässt sich nicht beschreiben, eine Störung dauert seit Stunden. Einmal je Ursache; ein Klick führt dorthin, wo sie sich beheben lässt.',
    newTransactions: 'Wenn neue Umsätze gekommen sind',
    newTransactionsAbout: 'Nach einem Abgleich, der von selbst lief: wie viele es sind. Ein Klick zeigt sie.',
    systemDecides:
      'Das letzte Wort hat Ihr System: Solange es Mitteilungen zurückhält, etwa bei „Nicht stören“, erscheint nichts. Das Symbol in der Leiste und die Übersicht zeigen immer, was Sie braucht.',
    cannotNotify:
      'Dieses System zeigt keine Mitteilungen. Das Symbol in der Leiste und die Übersicht zeigen immer, was Sie braucht.',
    login: 'Start',
    startsAtLogin: 'Pennyrow beim Anmelden starten',
    startsAtLoginAbout: 'Es wartet dann in der Leiste und hält sich an seinen Zeitplan, ohne Fenster.',
    noLogin: 'Dieses Pennyrow läuft, ohne installiert zu sein; Ihr System kann es deshalb nicht beim Anmelden starten.',
    updates: 'Updates',
    looksForUpdates: 'Einmal am Tag nach Updates suchen',
    looksForUpdatesAbout:
      'Dabei wird nur die Liste der Versionen abgefragt und nichts über Sie gesendet. Geladen und installiert wird nur, wenn Sie zustimmen.',
    noUpdates:
      'Für dieses Pennyrow gibt es keine Updates, nach denen es suchen könnte. Die Zeile über Updates im Menü des Symbols in der Leiste sagt, warum und was Sie tun können.',
    appVersion: (version: string) => `Version ${version} der App`,
    limits: 'Grenzen für Skripte',
    limitsAbout:
      'Wie viele Abgleiche ein Skript über die API für jedes Konto starten darf. Der Zeitplan und die Schaltflächen hier zählen nicht mit. Banken und Dienste sperren aus, wer zu oft fragt.',
    perHour: 'Abgleiche je Stunde',
    perDay: 'Abgleiche je Tag',
    about: 'Über Pennyrow',
    version: 'Version',
    running: 'Läuft seit',
    address: 'Adresse der API',
    notServing: 'Die API ist nicht in Betrieb',
    dataFolder: 'Datenordner',
    dataFolderAbout:
      'Datenbank, Protokoll, Zertifikat und Sicherungen. Wer diesen Ordner kopiert, während Pennyrow nicht läuft, kopiert die ganze Installation.',
  },
});
