import type { Command } from 'commander';
import { acting, examples } from '../answering.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { onInterruption } from '../interruptions.ts';
import { openControl, type OpenControl } from '../open-control.ts';
import { requireInput } from '../owning-app.ts';
import { text } from '../speech.ts';
import type { ControlClient } from '../../contract/control/index.ts';

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

interface ControlLease extends ControlClient {
  /** Lets go of it at once, also while a call is under way. */
  close(): Promise<void>;
}

/**
 * Control for a program that stays for days and asks now and then: opened by a call, and given back when nothing was asked
 * for a moment. What holds the data folder meanwhile would keep the service from starting, and a service that started or
 * ended since is found by the next call.
 */
export function createControlLease(open: () => Promise<OpenControl>, idleMs: number): ControlLease {
  let opened: Promise<OpenControl> | null = null;
  let closing: Promise<void> = Promise.resolve();
  let callers = 0;
  // A service elsewhere is not held at all: it may have ended before the next call.
  let idle = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(): Promise<void> {
    clearTimeout(timer);
    const held = opened;
    opened = null;
    // What could not be opened has nothing to close; the call that opened it says why.
    if (held !== null) closing = held.then((control) => control.close()).catch(() => undefined);
    return closing;
  }

  return {
    call: async (name, input) => {
      clearTimeout(timer);
      callers += 1;
      try {
        await closing;
        opened ??= open();
        const control = await opened;
        idle = control.isInProcess ? idleMs : 0;
        return await control.call(name, input);
      } catch (thrown) {
        idle = 0;
        throw thrown;
      } finally {
        callers -= 1;
        if (callers === 0 && idle === 0) void release();
        else if (callers === 0) timer = setTimeout(() => void release(), idle).unref();
      }
    },
    close: release,
  };
}
