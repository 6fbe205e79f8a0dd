import { Button, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { KeptPreview } from '../../../src/contract/control/previews.ts';
import type { RowAnswer } from '../../../src/contract/control/runs.ts';
import { BankLines } from '../../parts/bank-lines/bank-lines.tsx';
import { useDecisions } from '../../parts/bank-lines/use-decisions.ts';
import { Card } from '../../parts/card.tsx';
import { countsInWords } from '../../parts/count-words.ts';
import { RunMessages } from '../../parts/run-messages.tsx';
import { SameRows } from '../../parts/same-rows/same-rows.tsx';
import { useFormat, useTexts } from '../../words/words.tsx';

/** What it would come to, with the button that does it. */
export function PreviewResult({
  preview,
  again,
  isStarting,
  sync,
}: {
  readonly preview: KeptPreview;
  /** Makes the preview again. */
  readonly again: () => void;
  readonly isStarting: boolean;
  readonly sync: (answers: RowAnswer[]) => void;
}) {
  const text = useTexts().preview;
  const linesText = useTexts().bankLines;
  const runText = useTexts().run;
  const format = useFormat();
  const { counts, messages, kinds } = preview;
  const decisions = useDecisions(preview);
  const { same } = decisions;
  const isNothing = counts.added + counts.updated + (counts.alreadyThere ?? 0) === 0;
  return (
    <>
      <Card
        title={text.result}
        actions={
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isStarting}
            disabled={same.open > 0}
            onClick={() => sync(decisions.answers)}
          >
            {text.sync}
          </Button>
        }
      >
        <Stack gap="sm">
          <div role="status">
            <Text fw={600}>{isNothing ? text.nothingNew : countsInWords(counts, runText, format)}</Text>
            <Text size="sm" c="dimmed">
              {isNothing && counts.known > 0 ? countsInWords(counts, runText, format) : text.nothingWritten}
            </Text>
          </div>
          {decisions.fewer > 0 && (
            <Text size="sm" role="status">
              {linesText.fewer({ count: decisions.fewer })}
            </Text>
          )}
          <RunMessages messages={messages} />
          <SameRows answers={same} />
        </Stack>
      </Card>
      {kinds.length > 0 && (
        <Card title={text.lines}>
          <BankLines key={preview.previewId} preview={preview} decisions={decisions} again={again} />
        </Card>
      )}
    </>
  );
}
