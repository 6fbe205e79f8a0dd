import type { CalendarDate } from '../../core/calendar-date.ts';

/** What a program finds anywhere; nothing else of Pennyrow's own environment reaches it. */
const PASSED_ON = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TMPDIR',
  // Windows, where hardly a program starts without them.
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
] as const;

export interface Asked {
  /** `accounts`: what there is, for a test; what else is printed is not used. */
  readonly ask: 'accounts' | 'transactions';
  readonly since: CalendarDate;
  readonly today: CalendarDate;
  readonly timeZone: string;
}

/** @param variables NAME=value */
export function programEnvironment(
  { ask, since, today, timeZone }: Asked,
  variables: readonly string[],
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const set = variables.map((variable) => {
    const end = variable.indexOf('=');
    return [variable.slice(0, end), variable.slice(end + 1)] as const;
  });
  return {
    ...Object.fromEntries([...own, ...set]),
    ...secrets,
    PENNYROW_SCHEMA: '1',
    PENNYROW_ASK: ask,
    PENNYROW_SINCE: since,
    PENNYROW_TODAY: today,
    PENNYROW_TIME_ZONE: timeZone,
  };
}
