import { Option, type Command } from 'commander';
import type { DeliveryView, WebhookView } from '../../contract/control/webhooks.ts';
import { EVENT_TYPES, WEBHOOK_SHAPES, type WebhookShape } from '../../contract/webhooks/names.ts';
import { problem } from '../../messages/problem.ts';
import { addCommand, withAccount, withControl } from '../command-action.ts';
import { askSecret } from '../prompt.ts';
import { chooseAccount, collect, findNamed, oneOf, wholeNumber } from '../options.ts';
import type { OpenControl } from '../open-control.ts';
import { answer, listAnswer, type Answer } from '../output/print.ts';
import type { Column } from '../output/table.ts';
import { format, localize, text } from '../locale.ts';

type Event = (typeof EVENT_TYPES)[number];

const PAGE = 200;

export function webhookCommands(webhook: Command): void {
  const strings = text().webhook;
  addAdd(webhook);
  addCommand(webhook, 'list', text().option.list, ['pennyrow webhook list', 'pennyrow webhook list --json'], {
    isDefault: true,
  }).action(
    withControl(async (control, { account }) => {
      const accountId = account === undefined ? null : (await chooseAccount(control, account)).id;
      return listAnswer(await control.call('webhook.list', { accountId }), webhookColumns(), strings.none);
    }),
  );
  addCommand(webhook, 'test', strings.test, ['pennyrow webhook test Phone'])
    .argument('<webhook>', text().option.which)
    .action(
      withWebhook(async (control, { id: webhookId, origin }) =>
        answer(await control.call('webhook.test', { webhookId }), (_screen, { status }) =>
          strings.tested({ origin, status: String(status) }),
        ),
      ),
    );
  addCommand(webhook, 'deliveries', strings.deliveries, ['pennyrow webhook deliveries Phone'])
    .argument('<webhook>', text().option.which)
    .option('--limit <number>', text().option.limit, wholeNumber(1, PAGE), 20)
    .option('--before <number>', text().option.before, wholeNumber(1, 999_999_999))
    .action(
      withWebhook<{ limit: number; before?: number }>(async (control, { id: webhookId }, { limit, before }) =>
        listAnswer(
          await control.call('webhook.deliveries', { webhookId, limit, before }),
          deliveryColumns(),
          strings.noDeliveries,
        ),
      ),
    );
  addCommand(webhook, 'resend', strings.resend, [
    'pennyrow webhook resend Phone',
    'pennyrow webhook resend Phone msg_01kaj3v8qk7f0c2m9x4t5w',
  ])
    .argument('<webhook>', text().option.which)
    .argument('[events...]', strings.events)
    .action(
      withWebhook<object, [string[]]>(async (control, { id: webhookId }, _options, ids) => {
        const eventIds = ids.length === 0 ? undefined : ids;
        const resent = await control.call('webhook.resend', { webhookId, eventIds });
        return answer(resent, () => `${strings.resent(resent)} ${strings.whenServing}`);
      }),
    );
  addSecrets(webhook);
}

function addAdd(webhook: Command): void {
  const strings = text().webhook;
  addCommand(webhook, 'add', strings.add, [
    'pennyrow webhook add --name Phone --shape ntfy',
    'pennyrow webhook add http://localhost:9000/hook --name Ledger --event transactions.added',
  ])
    .argument('[address]', strings.addressOption)
    .requiredOption('--name <name>', text().option.name)
    .addOption(
      new Option('--shape <shape>', strings.shape({ shapes: [...WEBHOOK_SHAPES] }))
        .argParser(parserOf(WEBHOOK_SHAPES))
        .default('standard', 'standard'),
    )
    .option('--event <type>', strings.event({ types: [...EVENT_TYPES] }), collect(parserOf(EVENT_TYPES)))
    .option('--local-network', strings.localNetwork)
    .action(
      withAccount<{ name: string; shape: WebhookShape; event?: Event[]; localNetwork?: true }, [string | undefined]>(
        async (control, accountId, { name, shape, event, localNetwork }, given) => {
          const added = await control.call('webhook.add', {
            accountId,
            name,
            shape,
            address: given ?? (await askSecret(text().parts.address)).trim(),
            allowsPrivate: localNetwork === true,
            events: event,
          });
          return {
            value: added,
            text: ({ paint }) =>
              [
                strings.added(added),
                ...(added.secret === null ? [] : ['', paint('bold', added.secret), '', strings.secretIs]),
                strings.whenServing,
              ].join('\n'),
          };
        },
      ),
    );
}

function addSecrets(webhook: Command): void {
  const strings = text().webhook;
  addCommand(webhook, 'rotate', strings.rotate, ['pennyrow webhook rotate Ledger'])
    .argument('<webhook>', text().option.which)
    .action(
      withWebhook(async (control, { id: webhookId }) =>
        answer(
          await control.call('webhook.rotate', { webhookId }),
          ({ paint }, { secret, oldUntil: until }) => `${paint('bold', secret)}\n\n${strings.rotated({ until })}`,
        ),
      ),
    );
  addCommand(webhook, 'enable', strings.enable, ['pennyrow webhook enable Ledger'])
    .argument('<webhook>', text().option.which)
    .action(
      withWebhook(async (control, { id: webhookId }) => {
        const enabled = await control.call('webhook.enable', { webhookId });
        return answer(enabled, () => strings.enabled(enabled));
      }),
    );
  addCommand(webhook, 'remove', strings.remove, ['pennyrow webhook remove Ledger'])
    .argument('<webhook>', text().option.which)
    .action(
      withWebhook(async (control, { id, name }) => {
        await control.call('webhook.remove', { webhookId: id });
        return answer({ id, name }, () => strings.removed({ name }));
      }),
    );
}

function withWebhook<Options extends object = object, Operands extends unknown[] = []>(
  body: (control: OpenControl, webhook: WebhookView, options: Options, ...operands: Operands) => Promise<Answer>,
): (...given: unknown[]) => Promise<void> {
  return withControl<Options, [string, ...Operands]>(async (control, options, idOrName, ...operands) => {
    const unknown = () => problem('webhook_unknown', { webhook: idOrName });
    const webhooks = await control.call('webhook.list', { accountId: null });
    return body(control, findNamed(webhooks, idOrName, { none: unknown, several: unknown }), options, ...operands);
  });
}

function webhookColumns(): readonly Column<WebhookView>[] {
  const { column, state } = text().webhook;
  return [
    { title: 'ID', cell: ({ id }) => id, whole: true },
    { title: text().column.name, cell: ({ name }) => name },
    { title: column.to, cell: ({ shape, origin }) => `${shape}, ${origin}` },
    {
      title: text().column.status,
      cell: (webhook) =>
        state({
          state:
            webhook.disabled !== null ? 'disabled' : webhook.lastDelivery?.state === 'waiting' ? 'retrying' : 'other',
        }),
      style: ({ disabled }) => (disabled === null ? null : 'yellow'),
    },
    { title: column.waiting, cell: ({ waiting }) => format().number(waiting) },
  ];
}

function deliveryColumns(): readonly Column<DeliveryView>[] {
  const { column, deliveryState } = text().webhook;
  return [
    { title: text().parts.number, cell: ({ sequence }) => String(sequence), whole: true },
    { title: column.event, cell: ({ type }) => type },
    { title: 'ID', cell: ({ eventId }) => eventId, whole: true },
    { title: column.happened, cell: ({ at }) => format().moment(at) },
    {
      title: text().column.status,
      cell: ({ state, nextAt }) => deliveryState({ state: shownState(state), next: nextAt }),
    },
    { title: column.attempts, cell: ({ attempts }) => format().number(attempts) },
    {
      title: column.problem,
      cell: (delivery) => (delivery.problem === null ? '' : localize(delivery.problem).message),
    },
  ];
}

function shownState(state: DeliveryView['state']): 'delivered' | 'failed' | 'other' {
  return state === 'waiting' ? 'other' : state;
}

function parserOf<Name extends string>(names: readonly Name[]): (given: string) => Name {
  return oneOf(names);
}
