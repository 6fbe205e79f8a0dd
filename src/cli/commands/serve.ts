import { flushCompileCache } from 'node:module';
import type { Command } from 'commander';
import type { ConfigFlags } from '../../platform/config.ts';
import { createError } from '../../platform/errors.ts';
import { createCollection, createUnusedMemory } from '../../platform/heap.ts';
import type { Served, Service } from '../../service/service.ts';
import { addCommand, withOptions } from '../command-action.ts';
import { onInterruption, reportProblem } from '../problem.ts';
import { configFrom, openServiceWhenFree, owningApp } from '../open-control.ts';
import { paragraph } from '../output/table.ts';
import { print } from '../output/print.ts';
import { text } from '../locale.ts';

export function serveCommand(program: Command): void {
  const { serve: strings, checks, line } = text();
  addCommand(program, 'serve', strings.about, [
    'pennyrow serve',
    'pennyrow serve --port 0 --json',
    'pennyrow serve --data-dir /srv/pennyrow',
  ])
    .option('--port <number>', strings.port)
    .option('--time-zone <name>', strings.timeZone)
    .option('--log-level <level>', strings.logLevel)
    .action(
      withOptions<ConfigFlags>(async (options) => {
        if (owningApp() !== null) throw createError('command_no_serve', {});
        const isShown = process.stderr.isTTY || options.debug === true;
        const service = await openServiceWhenFree(configFrom(options), isShown);
        await serveUntilInterrupted(service, (served) =>
          print(
            {
              value: { url: served.url, ca: served.caPath },
              text: (screen) =>
                [
                  line.answersAt({ url: screen.paint('bold', served.url) }),
                  `${checks.certificate}  ${served.caPath}`,
                  paragraph(screen, '', strings.started),
                ].join('\n'),
            },
            options,
          ),
        );
      }),
    );
}

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
  // Frees memory after a run and after a read of a changed workbook, both of which load all rows.
  const unsubscribe = service.control.subscribe((event) => {
    if (event.type === 'mirror' || (event.type === 'run' && event.run.finishedAt !== null)) unused.note();
  });
  // Also prints to standard error, because the log file is in the missing data folder.
  const unwatch = service.folder.watch((problem) => {
    service.log.error({ err: problem }, 'The data folder is gone');
    reportProblem(problem, { json: false, debug: false });
  });
  try {
    await onReady(await service.serve(), stop);
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
