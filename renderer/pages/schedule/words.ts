import { defineWords } from '../../words/language.ts';

export const words = defineWords({
  en: {
    title: 'Schedule',
    about: 'When Pennyrow syncs by itself.',
    now: 'The schedule',
    none: 'Nothing syncs by itself yet. Choose below when it should.',
    paused: 'Paused: nothing runs until you resume it.',
    pause: 'Pause',
    resume: 'Resume',
    remove: 'Remove',
    removeTitle: 'Remove the schedule?',
    removeWhat: 'Nothing syncs by itself any more. You can still sync by hand, and set a new schedule at any time.',
    lastRun: 'Last started by it',
    neverRan: 'not yet',
    cron: 'As a cron expression',
    zone: 'Time zone',
    next: 'Next runs',
    change: 'Change it',
    make: 'Make a schedule',
    presets: 'Often chosen',
    start: 'First run of the day',
    startWrong: 'Enter a time of day, such as 07:30.',
    hours: 'Hours between runs',
    minutes: 'Minutes between runs',
    intervalWrong: 'The time between runs has to be from 15 minutes to 24 hours.',
    would: 'It would run',
    save: 'Set schedule',
    discard: 'Discard changes',
    resumes: 'Setting it also ends the pause.',
    anew: (start: string) => `Each day begins anew at ${start}, so the last interval of a day is shorter.`,
    atDay: (day: string) => `Change of the clock on ${day}`,
    skipped: (before: string, after: string, times: string, count: number) =>
      count === 1
        ? `The clock goes from ${before} straight to ${after}, so there is no ${times} on that day. That run starts at ${after} instead.`
        : `The clock goes from ${before} straight to ${after}, so there is no ${times} on that day. One run at ${after} makes up for them.`,
    repeated: (before: string, after: string, times: string, count: number) =>
      count === 1
        ? `The clock goes back from ${before} to ${after}, so ${times} comes twice on that day. The run starts the first time only.`
        : `The clock goes back from ${before} to ${after}, so ${times} come twice on that day. Each of these runs starts the first time only.`,
    daily: (start: string) => `Once a day at ${start}`,
    every: (interval: string, start: string) => `Every ${interval} from ${start}`,
    hourly: (start: string) => `Every hour from ${start}`,
    hourCount: (count: string) => `${count} hours`,
    minuteCount: (count: string) => `${count} minutes`,
    both: (hours: string, minutes: string) => `${hours} and ${minutes}`,
    oneHour: '1 hour',
    oneMinute: '1 minute',
    saved: 'The schedule is set.',
    scripts: 'A script can set the schedule too; this page then follows.',
  },
  de: {
    title: 'Zeitplan',
    about: 'Wann Pennyrow von selbst abgleicht.',
    now: 'Der Zeitplan',
    none: 'Noch gleicht sich nichts von selbst ab. Wählen Sie unten, wann es geschehen soll.',
    paused: 'Angehalten: Es läuft nichts, bis Sie ihn fortsetzen.',
    pause: 'Anhalten',
    resume: 'Fortsetzen',
    remove: 'Entfernen',
    removeTitle: 'Zeitplan entfernen?',
    removeWhat:
      'Dann gleicht sich nichts mehr von selbst ab. Von Hand geht es weiterhin, und einen neuen Zeitplan können Sie jederzeit anlegen.',
    lastRun: 'Zuletzt von ihm gestartet',
    neverRan: 'noch nie',
    cron: 'Als Cron-Ausdruck',
    zone: 'Zeitzone',
    next: 'Nächste Läufe',
    change: 'Ändern',
    make: 'Zeitplan anlegen',
    presets: 'Oft gewählt',
    start: 'Erster Lauf des Tages',
    startWrong: 'Geben Sie eine Uhrzeit ein, etwa 07:30.',
    hours: 'Stunden zwischen den Läufen',
    minutes: 'Minuten zwischen den Läufen',
    intervalWrong: 'Zwischen den Läufen müssen 15 Minuten bis 24 Stunden liegen.',
    would: 'So würde es laufen',
    save: 'Zeitplan setzen',
    discard: 'Änderungen verwerfen',
    resumes: 'Damit endet auch die Pause.',
    anew: (start: string) =>
      `Jeder Tag beginnt um ${start} von vorn, deshalb ist der letzte Abstand eines Tages kürzer.`,
    atDay: (day: string) => `Zeitumstellung am ${day}`,
    skipped: (before: string, after: string, times: string, count: number) =>
      count === 1
        ? `Die Uhr springt von ${before} auf ${after}; ${times} gibt es an diesem Tag nicht. Dieser Lauf beginnt stattdessen um ${after}.`
        : `Die Uhr springt von ${before} auf ${after}; ${times} gibt es an diesem Tag nicht. Ein Lauf um ${after} holt sie nach.`,
    repeated: (before: string, after: string, times: string, count: number) =>
      count === 1
        ? `Die Uhr wird von ${before} auf ${after} zurückgestellt; ${times} kommt an diesem Tag zweimal. Der Lauf beginnt nur beim ersten Mal.`
        : `Die Uhr wird von ${before} auf ${after} zurückgestellt; ${times} kommen an diesem Tag zweimal. Diese Läufe beginnen nur beim ersten Mal.`,
    daily: (start: string) => `Einmal am Tag um ${start}`,
    every: (interval: string, start: string) => `Alle ${interval} ab ${start}`,
    hourly: (start: string) => `Stündlich ab ${start}`,
    hourCount: (count: string) => `${count} Stunden`,
    minuteCount: (count: string) => `${count} Minuten`,
    both: (hours: string, minutes: string) => `${hours} und ${minutes}`,
    oneHour: '1 Stunde',
    oneMinute: '1 Minute',
    saved: 'Der Zeitplan ist gesetzt.',
    scripts: 'Auch ein Skript kann den Zeitplan setzen; diese Seite zieht dann nach.',
  },
});

export type ScheduleWords = (typeof words)['en'];
