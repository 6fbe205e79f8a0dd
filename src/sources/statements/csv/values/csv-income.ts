import { plainWords } from '../../../../core/column-titles.ts';

/** Pay and pensions, which come into accounts alone. */
const INCOME = new Set(
  'salary salaries payroll wage wages pension gehalt lohn besoldung bezuge rente salaire paie nomina sueldo salaris loon stipendio ordenado vencimento salario wynagrodzenie wyplata pensja lon loning mzda vyplata plat fizetes munkaber palkka elake maas palk alga darbo uzmokestis elatus'.split(
    ' ',
  ),
);

/** Whether a text says that somebody was paid for work. */
export function speaksOfIncome(cell: string): boolean {
  return plainWords(cell)
    .split(' ')
    .some((word) => INCOME.has(word));
}
