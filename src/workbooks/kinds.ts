/** All kinds of workbooks, the default first. To add a kind, create its folder and list it here. */
export { xlsx } from './xlsx/kind.ts';
export { google } from './google/kind.ts';
