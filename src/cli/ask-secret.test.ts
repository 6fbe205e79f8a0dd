import { expect, onTestFinished, test } from 'vitest';
import { askSecret, askSecrets } from './ask-secret.ts';
import { belongTo } from './owning-app.ts';

test('an app’s command to which nothing arrives says so, in place of asking', async () => {
  belongTo({ hasInput: false, start: async () => 0 });
  onTestFinished(() => belongTo(null));
  await expect(askSecret('Setup token')).rejects.toMatchObject({ code: 'command_no_input' });
  await expect(askSecrets(['Client id', 'Client secret'])).rejects.toMatchObject({ code: 'command_no_input' });
});
