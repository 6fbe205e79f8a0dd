const LAST_DIGITS = /\s*••\S+$/;

/** In characters; longer names do not fit into a filter of minimum width. */
const MAX_LENGTH = 26;

/** Shortens the name for elements with plain text only, such as options, which would cut off its end. */
export function shortAccountName(name: string): string {
  const [end = ''] = LAST_DIGITS.exec(name) ?? [];
  if (end === '' || name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, MAX_LENGTH - end.length - 1).trimEnd()}…${end}`;
}

/** The last digits, such as "••4321"; the whole name if it has none. */
export function endOfAccountName(name: string): string {
  return LAST_DIGITS.exec(name)?.[0].trim() ?? name;
}

export function AccountName({ name }: { readonly name: string }) {
  const [end = ''] = LAST_DIGITS.exec(name) ?? [];
  if (end === '') return name;
  return (
    // Takes only the available width: a long name would push the next column out of view.
    <span title={name} style={{ display: 'flex', minWidth: 0, contain: 'inline-size' }}>
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {name.slice(0, -end.length)}
      </span>
      <span style={{ flex: 'none', whiteSpace: 'pre' }}>{end}</span>
    </span>
  );
}
