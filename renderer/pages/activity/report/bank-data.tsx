import { Code, Text } from '@mantine/core';
import { Facts } from '../../../parts/facts.tsx';
import { useTexts } from '../../../words/words.tsx';

/** What the bank sent, to be read, and below it exactly as it came. */
export function BankData({ raw }: { readonly raw: unknown }) {
  const text = useTexts().activityReport;
  return (
    <div>
      <Text component="h3" size="sm" fw={600} mb={6}>
        {text.sent}
      </Text>
      {raw === null || raw === undefined ? (
        <Text size="sm" c="dimmed">
          {text.notSent}
        </Text>
      ) : (
        <>
          <Text component="div" size="sm">
            <Facts facts={flatten('', raw)} />
          </Text>
          <details>
            <summary
              style={{
                cursor: 'pointer',
                marginTop: 'var(--mantine-spacing-xs)',
                fontSize: 'var(--mantine-font-size-sm)',
              }}
            >
              {text.asSent}
            </summary>
            <Code block mt={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {JSON.stringify(raw, null, 2)}
            </Code>
          </details>
        </>
      )}
    </div>
  );
}

/** Every single value with the way to it. */
function flatten(name: string, value: unknown): (readonly [string, string])[] {
  if (typeof value !== 'object' || value === null)
    return [[name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(name === '' ? key : `${name} › ${key}`, inner));
}
