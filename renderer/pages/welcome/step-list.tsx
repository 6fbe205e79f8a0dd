import { IconCheck } from '@tabler/icons-react';
import { useTexts } from '../../words/words.tsx';
import { STEPS, type Step } from './screens.ts';
import classes from './welcome.module.css';

/** Which steps there are, and which one this is. */
export function StepList({ current }: { readonly current: Step }) {
  const text = useTexts().welcome;
  const place = STEPS.indexOf(current);
  return (
    <ol className={classes['steps']} aria-label={text.progress}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          data-state={index < place ? 'past' : index === place ? 'now' : 'coming'}
          aria-current={index === place ? 'step' : undefined}
        >
          <span className={classes['number']} aria-hidden>
            {index < place ? <IconCheck size={14} stroke={2.5} /> : index + 1}
          </span>
          <span className={classes['name']}>{text.steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}
