import type { DesktopInput, DesktopOutput, DesktopProcedureName } from '../../contract/control/desktop.ts';
import type { ControlEvent } from '../../contract/control/events.ts';
import type { Control } from '../../control/control.ts';
import { createError } from '../../platform/errors.ts';
import type { DesktopChoices } from '../choices.ts';
import type { CommandLineTool } from '../command-line/command-line-tool.ts';
import type { PathChooser } from '../window/choose-path.ts';
import { controlClient } from './control-client.ts';
import type { ElectronParts } from '../electron-parts.ts';
import { openWorkbook } from '../window/open-workbook.ts';

export type OwnProcedures = ReturnType<typeof ownProcedures>;

type Handlers = {
  readonly [Name in DesktopProcedureName]: (
    input: DesktopInput<Name>,
    signal: AbortSignal,
  ) => DesktopOutput<Name> | Promise<DesktopOutput<Name>>;
};

export interface OwnProceduresOptions {
  readonly choices: DesktopChoices;
  readonly commandLine: CommandLineTool | null;
  readonly choose: PathChooser;
  readonly control: Pick<Control, 'call' | 'allowPath'>;
  readonly shell: ElectronParts['shell'];
}

export function ownProcedures({ choices, commandLine, choose, control, shell }: OwnProceduresOptions) {
  const handlers: Handlers = {
    'desktop.settings': () => choices.view(),
    'desktop.change': (changes) => choices.change(changes),
    'desktop.commandLine': () => commandLine?.view() ?? null,
    'desktop.changeCommandLine': ({ isInstalled }) => {
      if (commandLine === null) throw createError('command_not_installable', {});
      return commandLine.change(isInstalled);
    },
    'desktop.choose': async (request) => {
      const chosen = await choose(request);
      if (chosen !== null) control.allowPath(chosen.path);
      return chosen;
    },
    'desktop.openWorkbook': async ({ accountId, shows }, signal) => {
      if (await openWorkbook(controlClient(control, signal), shell, accountId, shows)) return null;
      throw createError('workbook_none', { account: null });
    },
  };
  const isOwn = (name: string): name is DesktopProcedureName => Object.hasOwn(handlers, name);
  return {
    has: isOwn,
    call: async (name: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
      if (!isOwn(name)) throw new TypeError(`${name} is not the desktop's own.`);
      // Loaded on the first call, because the schemas load slowly and the start does not need them.
      const [{ desktopProcedures }, { checkInput }] = await Promise.all([
        import('../../contract/control/desktop.ts'),
        import('../../control/handler.ts'),
      ]);
      const checked = checkInput(name, desktopProcedures[name].input, input);
      return (handlers[name] as (input: unknown, signal: AbortSignal) => unknown)(checked, signal);
    },
    subscribe: (listener: (event: ControlEvent) => void) => {
      const changed = (): void => listener({ type: 'changed', what: 'desktop', accountId: null });
      const ends = [choices.onChange(changed), commandLine?.onChange(changed)];
      return () => {
        for (const end of ends) end?.();
      };
    },
  };
}
