import type { Command } from 'commander';
import { acting, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { onInterruption } from '../interruptions.ts';
import { createControlLease } from '../mcp/control-lease.ts';
import { openControl } from '../open-control.ts';
import { requireInput } from '../owning-app.ts';
import { text } from '../speech.ts';

interface McpOptions extends AccountOption {
  readonly allowWrites?: boolean;
}

/** A tool asks several things in a row; whoever waits for the data folder waits no longer than that. */
const IDLE_MS = 200;

export function mcpCommand(program: Command): void {
  const say = text().mcp;
  program
    .command('mcp')
    .description(say.about)
    .option('--allow-writes', say.allowWrites)
    .addOption(accountOption())
    .addHelpText('after', examples('pennyrow mcp', 'pennyrow mcp --allow-writes --account "My money"'))
    .action(
      acting<McpOptions>(async ({ account, allowWrites = false, ...options }) => {
        requireInput();
        // Standard output belongs to the protocol.
        const control = createControlLease(() => openControl({ ...options, json: true }), IDLE_MS);
        const ending = new AbortController();
        const settled = onInterruption(() => ending.abort());
        try {
          const { id: accountId } = await chooseAccount(control, account);
          const { serveOverStdio } = await import('../../mcp/stdio.ts');
          await serveOverStdio({
            access: { control, accountId, mayWrite: allowWrites, tokenId: null, uploads: null, clientHint: null },
            input: process.stdin,
            output: process.stdout,
            signal: ending.signal,
          });
        } finally {
          settled();
          await control.close();
        }
      }),
    );
}
