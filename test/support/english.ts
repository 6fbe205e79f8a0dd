import { loadLocale } from '../../src/cli/locale.ts';
import { COMPILED_CODE } from './compiled-code.ts';

// Tests and the programs that they start use English, whatever the machine's language is.
process.env['PENNYROW_LANGUAGE'] ??= 'en';
// Threads inherit the cache; parsing the source again would double their start time.
process.env['NODE_COMPILE_CACHE'] ??= COMPILED_CODE;
await loadLocale(process.env);
