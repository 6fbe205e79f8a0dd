import { flushCompileCache } from 'node:module';
import type { Command } from 'commander';
import { problem } from '../../messages/problem.ts';
import type { ConfigFlags } from '../../platform/config.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { createCollection, createUnusedMemory } from '../../platform/heap.ts';
import type { Served, Service } from '../../service/service.ts';
import { acting, examples } from '../answering.ts';
import { onInterruption } from '../interruptions.ts';
import { configFrom, openServiceWhenFree } from '../open-control.ts';
import { owningApp } from '../owning-app.ts';
import { paragraph } from '../output/paragraph.ts';
import { print } from '../output/print.ts';
import { reportProblem } from '../problem.ts';
import { text } from '../speech.ts';

export function serveCommand(program: Command): void {
  const { serve: say, line } = text();
  program
    .command('serve')
    .description(say.about)
    .option('--port <number>', say.port)
    .option('--time-zone <name>', say.timeZone)
    .option('--log-level <level>', say.logLevel)
    .addHelpText(
      'after',
      examples('pennyrow serve', 'pennyrow serve --port 0 --json', 'pennyrow serve --data-dir /srv/pennyrow'),
    )
    .action(
      acting<ConfigFlags>(async (options) => {
        if (owningApp() !== null) throw new PennyrowError(problem('command_no_serve', {}));
        const isShown = process.stderr.isTTY || options.debug === true;
        const service = await openServiceWhenFree(configFrom(options), isShown);
        await serveUntilInterrupted(service, (served) =>
          print(
            {
              value: { url: served.url, ca: served.caPath },
              text: (screen) =>
                [
                  line.answersAt({ url: screen.paint('bold', served.url) }),
                  `${line.certificate}  ${served.caPath}`,
                  paragraph(screen, '', say.started),
                ].join('\n'),
            },
            options,
          ),
        );
      }),
    );
}

/** Serves until Ctrl-C, SIGTERM or `stop`, then closes the service; that is a clean end. */
export async function serveUntilInterrupted(
  service: Service,
  onReady: (served: Served, stop: () => void) => void | Promise<void>,
): Promise<void> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const settled = onInterruption(() => stop());
  const crashed = (thrown: unknown): void =>
    service.log.error({ err: thrown }, 'Pennyrow stopped: something went wrong inside');
  process.on('uncaughtExceptionMonitor', crashed);
  const collect = createCollection();
  const unused = createUnusedMemory(() => {
    service.releaseMemory();
    collect();
  });
  // What holds all rows for a while: a run, and the reading of a workbook that has changed.
  const unsubscribe = service.control.subscribe((event) => {
    if (event.type === 'mirror' || (event.type === 'run' && event.run.finishedAt !== null)) unused.note();
  });
  // Aloud, since the log is in the folder.
  const unwatch = service.folder.watch((problem) => {
    service.log.error({ err: problem }, 'The data folder is gone');
    reportProblem(problem, { json: false, debug: false });
  });
  try {
    await onReady(await service.serve(), stop);
    // What was compiled on the way here is kept for the next start, also when this process is killed later.
    flushCompileCache();
    await stopped;
  } finally {
    unwatch();
    unsubscribe();
    unused.close();
    await service.close();
    process.off('uncaughtExceptionMonitor', crashed);
    settled();
  }
}
