import { ActionIcon, Alert, Table, Text, Textarea, TextInput } from '@mantine/core';
import type { PromptVariable } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import classes from './prompt.module.css';

export type VariableTableProps = {
  variables: readonly PromptVariable[];
  error?: string | undefined;
  onChange: (variables: PromptVariable[]) => void;
};

const mostVariables = 50;
const isBlank = (text: string) => text.trim() === '';

/** Variables that are extracted from a conversation once it is over. */
export function VariableTable({ variables, error, onChange }: VariableTableProps) {
  const say = useWords(botWords.prompt);
  const body = useRef<HTMLTableSectionElement>(null);
  const change = (index: number, part: Partial<PromptVariable>) =>
    onChange(variables.map((variable, at) => (at === index ? { ...variable, ...part } : variable)));

  const handleAdd = () => {
    onChange([...variables, { name: '', description: '' }]);
    // The new row stands once it is drawn.
    requestAnimationFrame(() => body.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus());
  };
  const handleRemove = async (index: number) => {
    if (await confirmDelete('deleteVariable', variables[index]?.name ?? '')) onChange(variables.filter((_, at) => at !== index));
  };

  return (
    <div className={classes.variables}>
      <div className={classes.variablesHead}>
        <div>
          <h3 className={classes.subTitle}>{say('variables')}</h3>
          <Text size="xs" c="dimmed">
            {say('collectHint')}
          </Text>
        </div>
        <ActionIcon
          variant="light"
          size="lg"
          aria-label={say('add')}
          title={say('add')}
          disabled={variables.length >= mostVariables}
          onClick={handleAdd}
        >
          <IconPlus size={18} />
        </ActionIcon>
      </div>
      {error ? (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      ) : null}
      <Table.ScrollContainer minWidth={520} type="native">
        <Table verticalSpacing="xs" aria-label={say('variables')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>{say('number')}</Table.Th>
              <Table.Th w="32%">{say('name')}</Table.Th>
              <Table.Th>{say('description')}</Table.Th>
              <Table.Th w={72}>{say('action')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {variables.length === 0 ? (
              <Table.Tr>
                <Table.Td colSpan={4}>
                  <Text size="sm" c="dimmed" ta="center" py="md">
                    {say('noRecord')}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ) : null}
            {variables.map(({ name, description }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name of their own yet, and their fields hold no state
              <Table.Tr key={index} className={classes.variable}>
                <Table.Td className="tabular">{index + 1}</Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={say('nameOf', { number: index + 1 })}
                    maxLength={100}
                    value={name}
                    error={error !== undefined && isBlank(name)}
                    onChange={(event) => change(index, { name: event.currentTarget.value })}
                  />
                </Table.Td>
                <Table.Td>
                  <Textarea
                    aria-label={say('descriptionOf', { number: index + 1 })}
                    autosize
                    minRows={1}
                    maxRows={5}
                    maxLength={1000}
                    value={description}
                    error={error !== undefined && isBlank(description)}
                    onChange={(event) => change(index, { description: event.currentTarget.value })}
                  />
                </Table.Td>
                <Table.Td>
                  <ActionIcon aria-label={say('remove', { number: index + 1 })} onClick={() => void handleRemove(index)}>
                    <IconTrash size={16} />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
}
