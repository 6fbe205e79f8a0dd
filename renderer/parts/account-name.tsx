import classes from './account-name.module.css';

/** The number's last characters, by which one account is told from the next. */
const LAST_DIGITS = /\s*••\S+$/;

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
