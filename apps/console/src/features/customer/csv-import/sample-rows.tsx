import { Badge, Table, Title } from '@mantine/core';
import type { ParsedCsv } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import type { Pairs } from './mapping-rules.ts';

const shownRows = 5;

/** The first rows as the server cut them, over each column what it becomes. */
export function SampleRows({ parsed, pairs }: { parsed: ParsedCsv; pairs: Pairs }) {
  const say = useWords(customerWords.csvImport);
  const { userHeaders } = parsed.parsedHeaders;
  const becomes = new Map(
    parsed.systemFields.flatMap(({ name, label }) => {
      const header = pairs[name];
      return header ? [[header, label] as const] : [];
    }),
  );
  return (
    <section className={classes.block}>
      <Title order={2} className={classes.blockTitle} id="sample-rows">
        {say('preview')}
      </Title>
      <Table.ScrollContainer minWidth={320} type="native" scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table className={classes.sample} aria-labelledby="sample-rows">
          <Table.Thead>
            <Table.Tr>
              {userHeaders.map((header, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are told apart by their place
                <Table.Th key={column}>
                  <span className={classes.sampleHeader}>
                    {header || say('unnamedColumn', { number: column + 1 })}
                    {becomes.has(header) ? (
                      <Badge size="sm" color="green">
                        {becomes.get(header)}
                      </Badge>
                    ) : null}
                  </span>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parsed.sampleRows.slice(0, shownRows).map((row, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are told apart by their place
              <Table.Tr key={line}>
                {userHeaders.map((_, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are told apart by their place
                  <Table.Td key={column} title={row[column]}>
                    {row[column]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
