import { Button, Text } from '@mantine/core';
import type { ParsedCsv } from '@parley/contract';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';

const delimiterWords = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
const encodingNames = { 'utf-8': 'UTF-8', 'utf-16le': 'UTF-16', 'utf-16be': 'UTF-16', 'windows-1252': 'Windows-1252' } as const;

/** The file that was read, and how. */
export function FileSummary({ parsed, onChooseOther }: { parsed: ParsedCsv; onChooseOther: () => void }) {
  const say = useWords(customerWords.csvImport);
  const { fileName, delimiter, encoding, parsedHeaders } = parsed;
  return (
    <div className={classes.summary}>
      <IconFileSpreadsheet size={26} stroke={1.4} aria-hidden />
      <div className={classes.grow}>
        <Text fw={600} size="sm" className={classes.reason}>
          {fileName}
        </Text>
        <Text size="xs" c="dimmed">
          {say('fileRead', {
            delimiter: say(delimiterWords[delimiter]),
            encoding: encodingNames[encoding],
            columns: say('columnCount', { count: parsedHeaders.userHeaders.length }),
          })}
        </Text>
      </div>
      <Button variant="default" size="xs" onClick={onChooseOther}>
        {say('otherFile')}
      </Button>
    </div>
  );
}
