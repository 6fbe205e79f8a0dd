import type { Command } from 'commander';
import { addCommand, withOptions } from '../command-action.ts';
import { chooseAccount } from '../options.ts';
import { onInterruption } from '../problem.ts';
import { openControl, type OpenControl, requireInput } from '../open-control.ts';
import { text } from '../locale.ts';

/** Control stays open this long after a call: tools make several calls, but other processes wait for the data folder. */
const IDLE_MS = 200;

export function mcpCommand(program: Command): void {
  const strings = text().mcp;
  addCommand(program, 'mcp', strings.about, ['pennyrow mcp', 'pennyrow mcp --allow-writes --account "My money"'])
    .option('--allow-writes', strings.allowWrites)
    .action(
      withOptions<{ allowWrites?: boolean }>(async ({ account, allowWrites = false, ...options }) => {
        requireInput();
        // `json` suppresses the notice that the app is starting, because no user reads it.
        const control = createControlLease(() => openControl({ ...options, json: true }), IDLE_MS);
        const ending = new AbortController();
        const settled = onInterruption(() => ending.abort());
        try {
          const { id: accountId } = await chooseAccount(control, account);
          const { serveOverStdio } = await import('../../mcp/stdio.ts');
          const access = { control, accountId, mayWrite: allowWrites, tokenId: null, uploads: null, clientHint: null };
          await serveOverStdio(access, process.stdin, process.stdout, ending.signal);
        } finally {
          settled();
          await control.close();
        }
      }),
    );
}

/** Opens an `OpenControl` for calls and closes it when idle: while it is open, no other service can start. */
export function createControlLease(
  open: () => Promise<OpenControl>,
  idleMs: number,
): Pick<OpenControl, 'call' | 'close'> {
  let opened: Promise<OpenControl> | null = null;
  let closing: Promise<void> = Promise.resolve();
  let callers = 0;
  let idle = 0;
  let timer: NodeJS.Timeout | undefined;

  function release(): Promise<void> {
    clearTimeout(timer);
    const openedControl = opened;
    opened = null;
    // Ignores a failure to open, which was already reported to the caller.
    if (openedControl !== null) closing = openedControl.then((control) => control.close()).catch(() => undefined);
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
    /** Releases control at once, even during a call. */
    close: release,
  };
}
