import type { ElectronParts } from '../electron-parts.ts';
import { tell, type DesktopSpeech } from '../speech.ts';
import type { CommandLineTool } from './command-line-tool.ts';

/** The command line tool for who clicks in a menu, which has no place to say what came of it. */
export interface CommandLineBox {
  isInstalled(): boolean;
  /** Throws what the tool throws. */
  change(isInstalled: boolean): Promise<void>;
}

export function commandLineBox(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  speech: DesktopSpeech,
  tool: CommandLineTool,
): CommandLineBox {
  const { installed, ready, removed } = speech.texts.desktop.box.commandLine;
  return {
    isInstalled: tool.isInstalled,
    change: async (isWanted) => {
      const { path, isInstalled, hint } = await tool.change(isWanted);
      const { what, remedy } = hint === null ? { what: ready({ path }), remedy: null } : tell(speech, hint);
      const detail = [what, remedy].filter((part) => part !== null).join('\n\n');
      await dialog.showMessageBox({
        type: 'info',
        title: 'Pennyrow',
        message: isInstalled ? installed : removed,
        detail: isInstalled ? detail : '',
        noLink: true,
      });
    },
  };
}
