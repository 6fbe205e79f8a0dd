import { Button, UnstyledButton } from '@mantine/core';
import { IconBuildingBank, IconTestPipe } from '@tabler/icons-react';
import { useAction } from '../../control/use-control.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { useAccount } from '../../shell/account-context.tsx';
import { useTexts } from '../../words/words.tsx';
import { Frame } from './frame.tsx';
import type { WizardNav } from './wizard-nav.ts';
import classes from './welcome.module.css';

/** Made-up transactions at one click, or one's own. */
export function ChoiceScreen(nav: WizardNav) {
  const { account } = useAccount();
  const { choice: text, skip, next } = useTexts().welcome;
  const { view } = nav;
  const begin = useAction('demo.begin');
  const hasDemo = view.isInDemo || view.canTryDemo;
  return (
    <Frame
      screen="choice"
      nav={nav}
      title={text.title}
      whereLater={text.whereLater}
      actions={
        <Button variant="default" disabled={begin.isPending} onClick={() => nav.pass(['workbook', 'bank'], 'schedule')}>
          {view.isInDemo ? next : skip}
        </Button>
      }
    >
      <div className={classes['choices']}>
        {hasDemo && (
          <UnstyledButton
            className={classes['choice'] ?? ''}
            disabled={begin.isPending}
            aria-busy={begin.isPending}
            onClick={() => begin.mutate({ accountId: account.id }, { onSuccess: () => nav.goTo('sync') })}
          >
            <IconTestPipe size={32} stroke={1.5} aria-hidden />
            <strong>{text.demo}</strong>
            <span className={classes['about']}>{text.demoAbout}</span>
            {!view.isInDemo && (
              <span className={classes['about']}>
                {text.demoFile} {view.suggested.demo}
              </span>
            )}
          </UnstyledButton>
        )}
        {!view.isInDemo && (
          <UnstyledButton
            className={classes['choice'] ?? ''}
            disabled={begin.isPending}
            onClick={() => nav.goTo('workbook')}
          >
            <IconBuildingBank size={32} stroke={1.5} aria-hidden />
            <strong>{text.own}</strong>
            <span className={classes['about']}>{text.ownAbout}</span>
          </UnstyledButton>
        )}
      </div>
      {begin.error !== null && <ErrorState failure={begin.error} />}
    </Frame>
  );
}
