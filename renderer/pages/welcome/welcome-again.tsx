import { Button, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Card } from '../../parts/card.tsx';
import { useTexts } from '../../words/words.tsx';

/** The way back to the welcome, among the settings. */
export function WelcomeAgain() {
  const text = useTexts().welcome;
  return (
    <Card title={text.page}>
      <Text size="sm" mb="md">
        {text.againAbout}
      </Text>
      <Button component={Link} href="/welcome" variant="default">
        {text.again}
      </Button>
    </Card>
  );
}
