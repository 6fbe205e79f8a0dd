import { beginToSpeak } from '../../src/cli/speech.ts';

// Whatever the machine that runs the tests speaks: they and the programs that they start speak English.
process.env['PENNYROW_LANGUAGE'] ??= 'en';
await beginToSpeak(process.env);
