import classes from './account-name.module.css';

/** The number's last characters, by which one account is told from the next. */
const LAST_DIGITS = /\s*••\S+$/;

/** In letters, for a choice as wide as a filter is at least. */
const MOST = 26;

/** The same where only text can stand, as in a field to choose from, which cuts off the end. */
export function shortAccountName(name: string): string {
  const [end = ''] = LAST_DIGITS.exec(name) ?? [];
  if (end === '' || name.length <= MOST) return name;
  return `${name.slice(0, MOST - end.length - 1).trimEnd()}…${end}`;
}

/** A bank account's name that never loses its "••4321" where there is little room. */
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
