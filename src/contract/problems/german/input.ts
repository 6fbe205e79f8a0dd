import type { WordsByCode } from '../words-by-code.ts';

const SAME_VERSION = 'Laden Sie diese Seite neu, damit sie zum laufenden Pennyrow passt.';

/** What was typed, chosen or sent, and cannot be so. */
export const input: WordsByCode = {
  input_invalid: [
    'Diese Eingabe geht so nicht.',
    'Was daran nicht stimmt, steht unten. Berichtigen Sie es und versuchen Sie es noch einmal.',
  ],
  input_folder: [
    'Diesen Ordner gibt es nicht.',
    'Legen Sie ihn zuerst an, und geben Sie seinen vollständigen Pfad an.',
  ],
  input_path: ['Das ist kein vollständiger Pfad.', 'Geben Sie den vollständigen Pfad der Datei an.'],
  input_too_large: [
    'Das ist zu viel auf einmal.',
    'Warten Sie ab, was schon läuft, und versuchen Sie es dann noch einmal.',
  ],
  input_not_json: ['Pennyrow hat diese Anfrage nicht verstanden.', SAME_VERSION],
};
