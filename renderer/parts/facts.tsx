import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and what they stand for, beside each other where there is room; one without a value is left out. */
export function Facts({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes['facts']}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value], place) => (
          // oxlint-disable-next-line react/no-array-index-key -- what a bank sends may use a name twice.
          <Fragment key={place}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
