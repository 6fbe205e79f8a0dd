import type { SourceKind } from '../source-kind.ts';
import { checkProgram, programSecrets, programSettings, type ProgramSettings } from './settings.ts';

export const ownProgram: SourceKind = {
  id: 'own-program',
  group: 'bank',
  form: [
    { id: 'command', type: 'command', isForCommandLine: true, placeholder: 'command' },
    { id: 'runIn', type: 'folder', isForCommandLine: true, isOptional: true, placeholder: 'folder' },
    { id: 'variable', type: 'list', isForCommandLine: true, isOptional: true, placeholder: 'NAME=value' },
    { id: 'secretName', type: 'list', isForCommandLine: true, isOptional: true, placeholder: 'NAME' },
    {
      id: 'timeLimit',
      type: 'number',
      isForCommandLine: true,
      isOptional: true,
      range: [1, 3600],
      placeholder: 'seconds',
    },
    { id: 'secret', type: 'text', isSecret: true, oneFor: 'secretName' },
  ],
  examples: [
    'pennyrow connection add own-program -- ~/bank.py',
    'pennyrow connection add own-program --secret-name BANK_PIN --name "My bank" -- ~/bank.py --all',
  ],
  settings: programSettings,
  isSetInTerminal: true,
  access: {
    secret: programSecrets,
    allowance: { perDay: 1000, reserved: 100, past: 1000 },
    savesAnyway: true,
  },
  hosts: [],
  links: [],
  check: (given) => checkProgram(given as ProgramSettings),
  open: async (context) => (await import('./program-source.ts')).createProgramSource(context),
};
