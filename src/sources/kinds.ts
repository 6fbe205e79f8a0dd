/** Every kind of source. To add one, create its folder and export it here. */
export { simplefin } from './simplefin/kind.ts';
export { enableBanking } from './enable-banking/kind.ts';
export { gocardless } from './gocardless/kind.ts';
export { upBank } from './up-bank/kind.ts';
export { akahu } from './akahu/kind.ts';
export { lunchFlow } from './lunch-flow/kind.ts';
export { pluggy } from './pluggy/kind.ts';
export { ownProgram } from './own-program/kind.ts';
export { statements } from './statements/kind.ts';
export { demo } from './demo/kind.ts';
