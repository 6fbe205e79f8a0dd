import classes from './account-name.module.css';

const LAST_DIGITS = /\s*••\S+$/;

/** In characters: the minimum width of a filter. */
const MAX_LENGTH = 26;

/** For elements with plain text only, such as options, which would cut off the end. */
export function shortAccountName(name: string): string {
  const [end = ''] = LAST_DIGITS.exec(name) ?? [];
  if (end === '' || name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, MAX_LENGTH - end.length - 1).trimEnd()}…${end}`;
}

export function AccountName({ name }: { readonly name: string }) {
  const [end = ''] = LAST_DIGITS.exec(name) ?? [];
  if (end === '') return name;
  return (
    <span className={classes['name']} title={name}>
      <span className={classes['begin']}>{name.slice(0, -end.length)}</span>
      <span className={classes['end']}>{end}</span>
    </span>
  );
}
