import { Stack } from '@mantine/core';
import { WelcomeAgain } from '../../welcome/welcome-again.tsx';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { DesktopCard } from './desktop-card.tsx';
import { Keyboard } from './keyboard.tsx';
import { Limits } from './limits.tsx';

export function General() {
  return (
    <Stack gap="lg">
      <Appearance />
      <DesktopCard />
      <Limits />
      <Keyboard />
      <About />
      <WelcomeAgain />
    </Stack>
  );
}
