import { Kbd } from '@mantine/core';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { useTexts } from '../../../words/words.tsx';

const IS_MAC = navigator.userAgent.includes('Mac OS X');

/** What no page shows of itself. */
export function Keyboard() {
  const { keyboard: text } = useTexts().settings;
  return (
    <Card title={text.title}>
      <Facts
        facts={[
          [text.palette, <Kbd key="palette">{text.paletteKeys({ system: IS_MAC ? 'mac' : 'other' })}</Kbd>],
          [text.search, <Kbd key="search">{text.searchKey}</Kbd>],
        ]}
      />
    </Card>
  );
}
