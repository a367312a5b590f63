import { Badge, Button, Group, Select, Table, Text } from '@mantine/core';
import type { ParsedCsv } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import type { Pairs } from './mapping-rules.ts';

export type MappingTableProps = {
  parsed: ParsedCsv;
  pairs: Pairs;
  errors: Readonly<Record<string, string>>;
  onChange: (pairs: Pairs) => void;
  /** Left out for those who may not make fields. */
  onCreateField?: ((columns: string[]) => void) | undefined;
};

/** Each system header beside the header of the file that fills it, with the first value found there. */
export function MappingTable({ parsed, pairs, errors, onChange, onCreateField }: MappingTableProps) {
  const say = useWords(customerWords.csvImport);
  const sayCommon = useWords(commonWords.ui);
  const headers = [...new Set(parsed.parsedHeaders.userHeaders.filter(Boolean))];
  const used = new Set(Object.values(pairs));
  const unused = headers.filter((header) => !used.has(header));

  const toExample = (header: string) => {
    const column = parsed.parsedHeaders.userHeaders.indexOf(header);
    return parsed.sampleRows.map((row) => row[column] ?? '').find(Boolean) ?? '';
  };
  const handleChange = (des: string, src: string | null) => {
    const { [des]: _old, ...rest } = pairs;
    onChange(src ? { ...rest, [des]: src } : rest);
  };

  return (
    <div>
      <Table className={classes.mappingTable} aria-label={say('mapTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{say('headers')}</Table.Th>
            <Table.Th>{say('value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {parsed.systemFields.map(({ name, label, mandatory }) => {
            const chosen = pairs[name];
            const example = chosen ? toExample(chosen) : '';
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row">
                  <span className={classes.systemHeader}>
                    {label}
                    {mandatory ? (
                      <Badge size="sm" color="orange">
                        {say('mandatory')}
                      </Badge>
                    ) : null}
                  </span>
                </Table.Th>
                <Table.Td>
                  <Select
                    aria-label={say('valueOf', { name: label })}
                    aria-required={mandatory}
                    placeholder={say('noColumn')}
                    data={headers}
                    value={chosen ?? null}
                    searchable
                    clearable
                    clearButtonProps={{ 'aria-label': sayCommon('clear') }}
                    nothingFoundMessage={sayCommon('nothingMatches')}
                    error={errors[name]}
                    inputWrapperOrder={['label', 'input', 'error', 'description']}
                    description={example ? <span className={classes.example}>{say('example', { text: example })}</span> : undefined}
                    onChange={(next) => handleChange(name, next)}
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {unused.length > 0 ? (
        <Group mt="xs" gap="sm">
          <Text size="xs" c="dimmed" role="status">
            {say('unusedColumns', { names: unused.join(', ') })}
          </Text>
          {onCreateField ? (
            <Button size="compact-xs" variant="default" onClick={() => onCreateField(unused)}>
              {say('newField')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </div>
  );
}
