import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import type { GoogleClientView, GoogleTarget } from '../../contract/control/google.ts';
import type { WorkbookView } from '../../contract/control/workbook.ts';
import { PennyrowError } from '../../platform/errors.ts';
import { answering, examples } from '../answering.ts';
import { chooseAccount, type AccountOption } from '../choose.ts';
import { followConsent } from '../follow-consent.ts';
import type { OpenControl } from '../open-control.ts';
import { paragraph } from '../output/paragraph.ts';
import type { Answer } from '../output/print.ts';
import type { Screen } from '../output/screen.ts';
import { moment } from '../output/words.ts';
import { workbookText } from '../output/workbook-text.ts';
import { EXIT } from '../problem.ts';

interface ConnectOptions extends AccountOption {
  /** True without a title. */
  readonly new?: string | true;
  readonly existing?: boolean;
  readonly reconnect?: boolean;
  readonly serviceAccount?: string;
  readonly spreadsheet?: string;
  readonly browser: boolean;
}

/** `connect` is the command for files: a first word that is “google” is this one, and a file of that name is ./google. */
export function connectGoogleCommand(connect: Command): void {
  connect
    .command('google')
    .description('use a spreadsheet at Google: asks for your permission in the browser, for this one spreadsheet only')
    .addOption(
      new Option(
        '--new [title]',
        'let Pennyrow make a new spreadsheet (this is what happens without an option)',
      ).conflicts(['existing', 'reconnect', 'serviceAccount']),
    )
    .addOption(
      new Option('--existing', 'pick one of your spreadsheets on the page in the browser').conflicts([
        'reconnect',
        'serviceAccount',
      ]),
    )
    .addOption(
      new Option('--reconnect', 'give the permission for the same spreadsheet anew; everything else stays').conflicts(
        'serviceAccount',
      ),
    )
    .option(
      '--service-account <file>',
      'without a browser: the JSON key of a service account that the spreadsheet is shared with',
    )
    .option('--spreadsheet <link>', 'with --service-account: the link or the id of the spreadsheet')
    // --account is that of `connect`, above it.
    .option('--no-browser', 'only print the address, to be opened elsewhere')
    .addHelpText(
      'after',
      examples(
        'pennyrow workbook connect google',
        'pennyrow workbook connect google --new "Household"',
        'pennyrow workbook connect google --existing --account Household',
        'pennyrow workbook connect google --reconnect',
        'pennyrow workbook connect google --service-account key.json --spreadsheet https://docs.google.com/spreadsheets/d/…',
      ),
    )
    .action(
      answering<ConnectOptions>(async (control, { account, json, ...options }) => {
        const { id: accountId, name } = await chooseAccount(control, account);
        if (options.serviceAccount !== undefined) return useServiceAccount(control, accountId, options);
        if (options.spreadsheet !== undefined) {
          throw new PennyrowError(
            'input_spreadsheet',
            'A link only goes with --service-account.',
            'Pick the spreadsheet in the browser with --existing.',
          );
        }
        const { view, interruptedBy } = await followConsent(control, {
          accountId,
          accountName: name,
          target: targetOf(options),
          opensBrowser: options.browser,
          json: json === true,
        });
        if (view === null)
          return { value: null, text: () => 'Cancelled. Nothing was changed.', exitCode: interruptedBy ?? EXIT.failed };
        return connected(view, view.permissionEndsAt);
      }),
    );
}

function targetOf({ new: title, existing, reconnect }: ConnectOptions): GoogleTarget {
  if (existing === true) return { kind: 'existing' };
  if (reconnect === true) return { kind: 'reconnect' };
  return { kind: 'new', ...(typeof title === 'string' ? { title } : {}) };
}

async function useServiceAccount(
  control: OpenControl,
  accountId: string,
  { serviceAccount = '', spreadsheet }: ConnectOptions,
): Promise<Answer> {
  if (spreadsheet === undefined) {
    throw new PennyrowError(
      'input_spreadsheet',
      'A service account needs to know which spreadsheet.',
      'Add --spreadsheet with its link, after sharing it with the address of the service account.',
    );
  }
  return connected(
    await control.call('google.useServiceAccount', {
      accountId,
      file: readFileSync(serviceAccount, 'utf8'),
      spreadsheet,
    }),
  );
}

/** `endsAt`: Google ends the permission on its own then. */
function connected(view: WorkbookView, endsAt: string | null = null): Answer {
  const warning = (screen: Screen): string =>
    endsAt === null ? '' : `\n\n${paragraph(screen, `${screen.paint('yellow', '!')} `, testingMode(endsAt))}`;
  return {
    value: view,
    text: (screen) => `Connected.\n${workbookText(screen, view)}${warning(screen)}`,
    exitCode: view.problem === null ? EXIT.succeeded : EXIT.failed,
  };
}

function testingMode(endsAt: string): string {
  return (
    `The OAuth client is in testing mode, so that Google ends this permission on ${moment(endsAt)}. To keep it: in the Google Cloud console, under Audience, publish the app ` +
    '(for this permission Google asks for no review), then run `pennyrow workbook connect google --reconnect`.'
  );
}

interface ClientOptions {
  readonly id?: string;
  readonly secret?: string;
}

/** The OAuth client: who asks Google. */
export function googleClientCommands(workbook: Command): void {
  const client = workbook
    .command('google-client')
    .description('the OAuth client that Pennyrow asks Google with; PENNYROW_GOOGLE_CLIENT_ID and _SECRET win over it');
  client
    .command('show', { isDefault: true })
    .description('show its id')
    .addHelpText('after', examples('pennyrow workbook google-client'))
    .action(
      answering(async (control) => {
        const view = await control.call('google.client', {});
        return { value: view, text: () => clientText(view) };
      }),
    );
  client
    .command('set')
    .description('enter your own client, of the kind “Desktop app”; its secret is kept encrypted')
    .argument('[file]', 'the JSON file that the Google Cloud console offers for download')
    .option('--id <id>', 'the id, instead of the file')
    .option('--secret <secret>', 'the secret, instead of the file')
    .addHelpText(
      'after',
      examples(
        'pennyrow workbook google-client set ~/Downloads/client_secret.json',
        'pennyrow workbook google-client set --id 1234.apps.googleusercontent.com --secret GOCSPX-…',
      ),
    )
    .action(
      answering<ClientOptions, [string | undefined]>(async (control, { id, secret }, file) => {
        const view = await control.call('google.setClient', clientInput(file, id, secret));
        return {
          value: view,
          text: () => `${clientText(view)}\nConnect a spreadsheet with \`pennyrow workbook connect google\`.`,
        };
      }),
    );
  client
    .command('remove')
    .description('forget it; spreadsheets that are connected go on')
    .addHelpText('after', examples('pennyrow workbook google-client remove'))
    .action(
      answering(async (control) => {
        await control.call('google.removeClient', {});
        return {
          value: null,
          text: () => 'Pennyrow has no OAuth client of yours now. Spreadsheets that are connected go on.',
        };
      }),
    );
}

function clientInput(file: string | undefined, clientId: string | undefined, clientSecret: string | undefined) {
  if (file !== undefined && clientId === undefined && clientSecret === undefined)
    return { file: readFileSync(file, 'utf8') };
  if (file === undefined && clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret };
  throw new PennyrowError(
    'input_google_client',
    'Which client is not clear.',
    'Give either the file, or both --id and --secret.',
  );
}

function clientText(view: GoogleClientView | null): string {
  if (view === null) return 'There is no OAuth client. docs/guide/google-sheets.md shows how to make one.';
  return `OAuth client  ${view.clientId}${view.from === 'environment' ? ' (from the environment)' : ''}`;
}
