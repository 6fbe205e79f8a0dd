import { NativeSelect } from '@mantine/core';
import { CSV_ENCODINGS, type CsvDelimiter } from '../../../../src/contract/control/statements.ts';
import { useTexts } from '../../../words/words.tsx';
import classes from './mapping.module.css';
import { Choice, questionAbout, Subject, type Saying } from './subject.tsx';

const DELIMITERS: readonly CsvDelimiter[] = [',', ';', '\t', '|'];
const BY_ITSELF = 'file';

/** How the table itself is written; hardly ever is anything of it to be said. */
export function FileFacts({ csv, answers, say }: Saying) {
  const text = useTexts().connectionsMapping;
  const delimiter = answers.delimiter ?? csv.mapping?.delimiter;
  const hasHeader = answers.header ?? csv.mapping?.hasHeader;
  return (
    <>
      {questionAbout(csv, 'delimiter') !== undefined && (
        <Subject about="delimiter" csv={csv}>
          <Choice
            label={text.delimiter}
            value={delimiter}
            choices={DELIMITERS.map((value) => ({ value, label: text.delimiters[value] }))}
            choose={(value) => say({ delimiter: value as CsvDelimiter })}
          />
        </Subject>
      )}
      <details className={classes['more']}>
        <summary>{text.more}</summary>
        <div className={classes['subjects']}>
          <NativeSelect
            label={text.delimiter}
            value={delimiter ?? BY_ITSELF}
            onChange={({ currentTarget }) =>
              say({ delimiter: DELIMITERS.find((value) => value === currentTarget.value) })
            }
            data={[
              ...(delimiter === undefined ? [{ value: BY_ITSELF, label: text.byItself }] : []),
              ...DELIMITERS.map((value) => ({ value, label: text.delimiters[value] })),
            ]}
          />
          <NativeSelect
            label={text.header}
            value={hasHeader === undefined ? BY_ITSELF : hasHeader ? 'yes' : 'no'}
            onChange={({ currentTarget }) => say({ header: currentTarget.value === 'yes' })}
            data={[
              ...(hasHeader === undefined ? [{ value: BY_ITSELF, label: text.byItself }] : []),
              { value: 'yes', label: text.headers.yes },
              { value: 'no', label: text.headers.no },
            ]}
          />
          <NativeSelect
            label={text.encoding}
            value={answers.encoding ?? BY_ITSELF}
            onChange={({ currentTarget }) =>
              say({ encoding: CSV_ENCODINGS.find((value) => value === currentTarget.value) })
            }
            data={[
              { value: BY_ITSELF, label: text.byItself },
              ...CSV_ENCODINGS.map((value) => ({ value, label: text.encodings[value] })),
            ]}
          />
        </div>
      </details>
    </>
  );
}
