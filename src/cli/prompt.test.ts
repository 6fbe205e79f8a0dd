import { expect, onTestFinished, test } from 'vitest';
import { askSecret, askSecrets } from './prompt.ts';
import { setOwningApp } from './open-control.ts';

test('a prompt for a secret fails if the desktop app runs the command without standard input', async () => {
  setOwningApp({ hasInput: false, start: async () => 0 });
  onTestFinished(() => setOwningApp(null));
  await expect(askSecret('Setup token')).rejects.toMatchObject({ code: 'command_no_input' });
  await expect(askSecrets(['Client id', 'Client secret'])).rejects.toMatchObject({ code: 'command_no_input' });
});
