import { format, text } from '../speech.ts';

/** "1 row", "2 rows". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${format().number(count)} ${count === 1 ? one : many}`;
}

/** "never" for null. */
export function moment(instant: string | null): string {
  return instant === null ? text().never : format().moment(instant);
}
