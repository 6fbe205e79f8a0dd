import { makeBankTable } from './bank-table.ts';
import { judge } from './verdict.ts';
import { inspectCsv } from '../../../src/sources/statements/csv/inspect-csv.ts';
import { NO_CSV_MEMORY } from '../../../src/sources/statements/statement.ts';
for (const seed of process.argv.slice(2).map(Number)) {
  const t = makeBankTable(seed);
  console.log('=====', seed, judge(t), JSON.stringify(t.answers));
  console.log(t.text.split('\n').slice(0, 14).join('\n'));
  const { csv, problem } = inspectCsv({ name: 'x.csv', bytes: Buffer.from(t.text) }, NO_CSV_MEMORY, { answers: {} });
  console.log(csv?.decisions.map(({ about, value }) => `${about}=${value}`).join('; '));
  console.log(
    csv?.questions.map(({ about, unclear, suggestion }) => `${about}? ${unclear.message} [${suggestion}]`).join('\n'),
    problem?.message,
  );
}
