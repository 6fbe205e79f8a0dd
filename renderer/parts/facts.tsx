import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** A name and its value; false for one to leave out, as for a value of null. */
export type Fact = readonly [name: string, value: ReactNode] | false;

/** Names beside their values, or above them in a narrow window. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(
        (fact, place) =>
          fact !== false &&
          fact[1] !== null && (
            // oxlint-disable-next-line react/no-array-index-key -- what a bank sends may use a name twice.
            <div key={place} className={classes['fact']}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
