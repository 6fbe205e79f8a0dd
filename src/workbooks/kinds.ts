/** Every kind of workbook, the one that needs nothing first: to add one, make its folder and name it here. */
export { xlsx } from './xlsx/kind.ts';
export { google } from './google/kind.ts';
