import { beginToSpeak } from '../../src/cli/speech.ts';
import { COMPILED_CODE } from './compiled-code.ts';

// Whatever the machine that runs the tests speaks: they and the programs that they start speak English.
process.env['PENNYROW_LANGUAGE'] ??= 'en';
// A thread takes it from here; what is read as source costs one twice the time otherwise.
process.env['NODE_COMPILE_CACHE'] ??= COMPILED_CODE;
await beginToSpeak(process.env);
