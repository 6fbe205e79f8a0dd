import type { NativeWords } from '../native-words.ts';
import type { UpdateState } from './update-state.ts';
import type { NoUpdates } from './update-way.ts';

/** All that a person reads about updates. */
export interface UpdateWords {
  /** The line in the tray's menu. */
  readonly item: (state: UpdateState) => string;
  readonly unsupported: Readonly<Record<NoUpdates, readonly [message: string, detail: string]>>;
  readonly newest: (version: string) => string;
  readonly newestDetail: string;
  readonly available: (version: string) => string;
  /** `here`: the installed version. */
  readonly availableDetail: (here: string) => string;
  readonly byHand: (here: string) => string;
  readonly downloading: (version: string) => string;
  readonly ready: (version: string) => string;
  readonly readyDetail: string;
  readonly notInstalled: string;
  /** By their code; a failure that is not here brings its own words. */
  readonly failures: Readonly<Partial<Record<string, readonly [message: string, remedy: string]>>>;
  /** What a click on the notification does. */
  readonly told: string;
  readonly automatic: string;
  readonly buttons: Readonly<
    Record<
      'ok' | 'download' | 'openPage' | 'notNow' | 'goOn' | 'stop' | 'restart' | 'atQuit' | 'again' | 'close',
      string
    >
  >;
}

/** In steps of ten: a menu that changes is closed where it is open. */
function tens(percent: number): number {
  return Math.floor(percent / 10) * 10;
}

const ENGLISH: UpdateWords = {
  item: (state) => {
    switch (state.kind) {
      case 'unsupported':
        return state.reason === 'no-feed' || state.reason === 'unsigned'
          ? 'No updates are set up…'
          : 'Check for updates…';
      case 'idle':
        return 'Check for updates…';
      case 'checking':
        return 'Checking for updates…';
      case 'available':
        return `Update to ${state.version}…`;
      case 'downloading':
        return `Downloading ${state.version} (${tens(state.percent)} %)…`;
      case 'ready':
        return state.atQuit ? `${state.version} comes when you quit…` : `Restart to update to ${state.version}…`;
      case 'failed':
        return 'The update failed…';
    }
  },
  unsupported: {
    'not-installed': ['This Pennyrow runs from a checkout.', 'It is updated with git.'],
    'no-feed': [
      'No updates are set up for this Pennyrow.',
      'Whoever made this package named no place from which updates come. Download new versions from where you have this one.',
    ],
    unsigned: [
      'This Pennyrow is not signed, so it takes no updates.',
      'A forged update could not be told from a real one. Download new versions from where you have this one.',
    ],
    'other-means': [
      'This Pennyrow is updated by what installed it.',
      'Look for updates in the program with which you installed it.',
    ],
  },
  newest: (version) => `You have the newest version, ${version}.`,
  newestDetail: 'Only the list of versions was asked for; nothing about you was sent.',
  available: (version) => `Pennyrow ${version} is available.`,
  availableDetail: (here) =>
    `You have ${here}. It is downloaded now and installed when you say so; your data stays as it is.`,
  byHand: (here) =>
    `You have ${here}, which your system's package manager installed. Download the package and install it in the same way; your data stays as it is.`,
  downloading: (version) => `Pennyrow ${version} is being downloaded.`,
  ready: (version) => `Pennyrow ${version} is ready.`,
  readyDetail: 'A sync that runs is ended safely first.',
  notInstalled: 'The update was not installed',
  failures: {},
  told: 'Click to see what to do.',
  automatic: 'Look for updates once a day',
  buttons: {
    ok: 'OK',
    download: 'Download',
    openPage: 'Open the Download Page',
    notNow: 'Not Now',
    goOn: 'Go On',
    stop: 'Stop the Download',
    restart: 'Restart Now',
    atQuit: 'When I Quit',
    again: 'Try Again',
    close: 'Close',
  },
};

const GERMAN: UpdateWords = {
  item: (state) => {
    switch (state.kind) {
      case 'unsupported':
        return state.reason === 'no-feed' || state.reason === 'unsigned'
          ? 'Keine Updates eingerichtet…'
          : 'Nach Updates suchen…';
      case 'idle':
        return 'Nach Updates suchen…';
      case 'checking':
        return 'Updates werden gesucht…';
      case 'available':
        return `Auf ${state.version} aktualisieren…`;
      case 'downloading':
        return `${state.version} wird geladen (${tens(state.percent)} %)…`;
      case 'ready':
        return state.atQuit ? `${state.version} kommt beim Beenden…` : `Für ${state.version} neu starten…`;
      case 'failed':
        return 'Update fehlgeschlagen…';
    }
  },
  unsupported: {
    'not-installed': ['Dieses Pennyrow läuft aus dem Quellcode.', 'Es wird mit git aktualisiert.'],
    'no-feed': [
      'Für dieses Pennyrow sind keine Updates eingerichtet.',
      'In diesem Paket ist kein Ort angegeben, von dem Updates kommen. Laden Sie neue Versionen dort herunter, wo Sie diese herhaben.',
    ],
    unsigned: [
      'Dieses Pennyrow ist nicht signiert und nimmt deshalb keine Updates an.',
      'Ein gefälschtes Update ließe sich nicht von einem echten unterscheiden. Laden Sie neue Versionen dort herunter, wo Sie diese herhaben.',
    ],
    'other-means': [
      'Dieses Pennyrow wird auf dem Weg aktualisiert, auf dem es installiert wurde.',
      'Suchen Sie in dem Programm nach Updates, mit dem Sie es installiert haben.',
    ],
  },
  newest: (version) => `Sie haben die neueste Version, ${version}.`,
  newestDetail: 'Dafür wurde nur die Liste der Versionen abgefragt; über Sie wurde nichts gesendet.',
  available: (version) => `Pennyrow ${version} ist verfügbar.`,
  availableDetail: (here) =>
    `Sie haben ${here}. Die neue Version wird jetzt geladen und erst installiert, wenn Sie zustimmen; Ihre Daten bleiben, wie sie sind.`,
  byHand: (here) =>
    `Sie haben ${here}, installiert von der Paketverwaltung Ihres Systems. Laden Sie das Paket herunter und installieren Sie es auf demselben Weg; Ihre Daten bleiben, wie sie sind.`,
  downloading: (version) => `Pennyrow ${version} wird heruntergeladen.`,
  ready: (version) => `Pennyrow ${version} ist bereit.`,
  readyDetail: 'Läuft gerade ein Abgleich, wird er zuerst sicher beendet.',
  notInstalled: 'Das Update wurde nicht installiert',
  failures: {
    update_checksum: [
      'Die Datei der neuen Version ist nicht die veröffentlichte: Ihre Prüfsumme ist eine andere. Sie wurde verworfen.',
      'Versuchen Sie es später noch einmal. Geschieht es wieder, sagen Sie es dem, der Pennyrow veröffentlicht.',
    ],
    update_signature: [
      'Die neue Version ist nicht von dem signiert, der diese signiert hat. Sie wurde nicht installiert.',
      'Installieren Sie sie auch nicht von Hand. Sagen Sie es dem, der Pennyrow veröffentlicht.',
    ],
    update_offline: [
      'Der Ort, von dem Updates kommen, ist nicht zu erreichen.',
      'Prüfen Sie die Verbindung zum Internet und versuchen Sie es noch einmal. Pennyrow arbeitet auch so weiter.',
    ],
    update_feed: [
      'An dem Ort, von dem Updates kommen, steht nicht, was dort stehen soll.',
      'Versuchen Sie es später noch einmal. Sie können die neue Version auch von Hand herunterladen und installieren.',
    ],
    update_failed: [
      'Das Update ist fehlgeschlagen. Diese Version bleibt, wie sie ist.',
      'Versuchen Sie es noch einmal, oder laden Sie die neue Version von Hand herunter. Die Ursache steht im Protokoll.',
    ],
    data_disk_full: [
      'Der Datenträger ist voll.',
      'Schaffen Sie Platz und versuchen Sie es noch einmal; es wurde nichts geändert.',
    ],
    data_no_access: [
      'Pennyrow darf die Datei nicht ersetzen.',
      'Prüfen Sie die Rechte des Ordners, in dem Pennyrow liegt, oder ersetzen Sie die Datei von Hand.',
    ],
  },
  told: 'Klicken Sie hier, um zu entscheiden.',
  automatic: 'Einmal am Tag nach Updates suchen',
  buttons: {
    ok: 'OK',
    download: 'Herunterladen',
    openPage: 'Download-Seite öffnen',
    notNow: 'Nicht jetzt',
    goOn: 'Weiterladen',
    stop: 'Download abbrechen',
    restart: 'Jetzt neu starten',
    atQuit: 'Beim Beenden',
    again: 'Erneut versuchen',
    close: 'Schließen',
  },
};

export const updateWords: NativeWords<UpdateWords> = { en: ENGLISH, de: GERMAN };
