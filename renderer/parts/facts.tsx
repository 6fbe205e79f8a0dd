import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** False or a null value hides the fact. */
export type Fact = readonly [name: string, value: ReactNode] | false;

/** Names beside values, or above them in narrow windows. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(
        (fact, place) =>
          fact !== false &&
          fact[1] !== null && (
            // oxlint-disable-next-line react/no-array-index-key -- bank data may repeat a name.
            <div key={place} className={classes['fact']}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
