import { Badge, Radio, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type {
  CsvAnswers,
  CsvDecided,
  CsvDecision,
  CsvInspection,
  CsvQuestion,
} from '../../../../src/contract/control/statements.ts';
import { useTelling } from '../../../problems/use-telling.ts';
import { useTexts } from '../../../words/words.tsx';
import classes from './mapping.module.css';

/** What the parts of the editor get. */
export interface Saying {
  readonly csv: CsvInspection;
  readonly answers: CsvAnswers;
  readonly say: (news: CsvAnswers) => void;
}

export function questionAbout({ questions }: CsvInspection, about: CsvQuestion['about']): CsvQuestion | undefined {
  return questions.find((question) => question.about === about);
}

export function decisionAbout({ decisions }: CsvInspection, about: CsvDecision['about']): CsvDecision | undefined {
  return decisions.find((decision) => decision.about === about);
}

/** What was decided about it, where that is of this kind. */
export function decidedOf<Kind extends CsvDecided['kind']>(
  csv: CsvInspection,
  about: CsvDecision['about'],
  kind: Kind,
): Extract<CsvDecided, { readonly kind: Kind }> | undefined {
  const value = decisionAbout(csv, about)?.value;
  return value?.kind === kind ? (value as Extract<CsvDecided, { readonly kind: Kind }>) : undefined;
}

/** The title of the column that was decided on; null when none was. */
export function decidedTitle(csv: CsvInspection, about: CsvDecision['about']): string | null {
  const place = decidedOf(csv, about, 'columns')?.columns[0];
  return place === undefined ? null : (csv.columns[place]?.title ?? '');
}

/** One thing about the file: chosen, with its reason, or open, with what is not clear. */
export function Subject({
  about,
  csv,
  children,
}: {
  readonly about: CsvQuestion['about'];
  readonly csv: CsvInspection;
  readonly children: ReactNode;
}) {
  const text = useTexts().connectionsMapping;
  const telling = useTelling();
  const say = (clause: CsvDecision['reason']): string => telling(clause).what;
  const question = questionAbout(csv, about);
  const decision = decisionAbout(csv, about);
  return (
    <div className={classes['subject']} data-open={question !== undefined || undefined}>
      {children}
      <div aria-live="polite">
        {question !== undefined && (
          <Text size="xs" mt={4}>
            <Badge color="orange" variant="dot" tt="none" size="sm">
              {text.open}
            </Badge>{' '}
            {text.unclear({ what: say(question.unclear) })}
          </Text>
        )}
        {decision !== undefined && decision.certainty !== 'given' && (
          <Text size="xs" c="dimmed" mt={4}>
            {text.because({ reason: say(decision.reason) })}
          </Text>
        )}
      </div>
    </div>
  );
}

interface Choices {
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The choice that is most likely; it is said, and not made. */
  readonly likely?: string | null | undefined;
  readonly choose: (value: string) => void;
}

export function Choice({ label, value, choices, likely, choose }: Choices) {
  const text = useTexts().connectionsMapping;
  return (
    <Radio.Group label={label} value={value ?? null} onChange={(chosen) => choose(chosen)}>
      <Stack gap={6} mt={6}>
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            size="xs"
            value={choice.value}
            label={choice.value === likely ? `${choice.label} (${text.likely})` : choice.label}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
