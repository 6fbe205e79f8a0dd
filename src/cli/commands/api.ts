import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { text as readText } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { ApiAccess } from '../../contract/control/service.ts';
import { problem } from '../../messages/problem.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { acting, examples } from '../answering.ts';
import type { ApiRequest } from '../call-api.ts';
import { accountOption, chooseAccount, type AccountOption } from '../choose.ts';
import { warnOfAge } from '../from-mirror.ts';
import { openControl, type GlobalOptions, type OpenControl } from '../open-control.ts';
import { requireInput } from '../owning-app.ts';
import { isLostOutput } from '../output/lost-output.ts';
import { EXIT } from '../problem.ts';
import { text } from '../speech.ts';

interface ApiOptions extends AccountOption {
  readonly data?: string;
}

export function apiCommand(program: Command): void {
  const say = text().api;
  program
    .command('api')
    .description(say.about)
    .argument('<method>', say.method)
    .argument('[path]', say.path)
    .option('--data <json>', say.data)
    .addOption(accountOption())
    .addHelpText(
      'after',
      examples(
        "pennyrow api GET '/transactions?start_date=2026-01-01' | jq .count",
        'pennyrow api POST /sync-transactions',
        `echo '{"start_time": "07:30", "hours": 6}' | pennyrow api POST /schedule --data -`,
      ),
    )
    .action(
      acting<ApiOptions, [string, string | undefined]>(async (options, first, second) => {
        const asked = await requestOf(first, second, options.data);
        const { callApi } = await import('../call-api.ts');
        const answer = await callApi(await accessFor(options, asked), asked);
        await writeOut(answer);
        if (isOfWorkbook(answer)) await withAccount(options, (control, id) => warnOfAge(control, id, options));
        process.exitCode = EXIT.succeeded;
      }),
    );
}

const METHOD = /^(get|head|post|put|patch|delete|options)$/i;

/** A path alone is read, or written to where there is a body for it. */
async function requestOf(first: string, second: string | undefined, data: string | undefined): Promise<ApiRequest> {
  const path = second ?? first;
  if ((second === undefined && METHOD.test(first)) || path.includes('://'))
    throw new PennyrowError(problem('input_api_path', { given: path }));
  const method = second === undefined ? (data === undefined ? 'GET' : 'POST') : first.toUpperCase();
  if (!METHOD.test(method)) throw new PennyrowError(problem('input_api_method', { given: first }));
  if (data !== '-') return { method, path, body: data ?? null };
  requireInput();
  return { method, path, body: await readText(process.stdin) };
}

/** No more than the method needs: what a mistyped path meets can only be read. */
function accessFor(options: ApiOptions & GlobalOptions, { method }: ApiRequest): Promise<ApiAccess> {
  const scopes = method === 'GET' || method === 'HEAD' ? (['read'] as const) : (['write'] as const);
  return withAccount(options, (control, accountId) =>
    control.call('service.apiAccess', { accountId, scopes: [...scopes] }),
  );
}

async function withAccount<Outcome>(
  options: ApiOptions & GlobalOptions,
  ask: (control: OpenControl, accountId: string) => Promise<Outcome>,
): Promise<Outcome> {
  const control = await openControl(options);
  try {
    const { id } = await chooseAccount(control, options.account);
    return await ask(control, id);
  } finally {
    await control.close();
  }
}

function isOfWorkbook({ headers }: IncomingMessage): boolean {
  return headers['pennyrow-as-of'] !== undefined;
}

/** As it comes, so that a stream of events goes on; with a line's end, for shells. */
async function writeOut(answer: AsyncIterable<Uint8Array>): Promise<void> {
  let last = 10;
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const piece of answer) {
      last = piece.at(-1) ?? last;
      yield piece;
    }
    if (last !== 10) yield Buffer.from('\n');
  }
  await pipeline(lines, process.stdout, { end: false }).catch((thrown: unknown) => {
    if (!isLostOutput(thrown)) throw thrown;
  });
}
