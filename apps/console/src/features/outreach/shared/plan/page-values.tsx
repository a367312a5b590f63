import { ActionIcon, Button, Group, Select, Text, TextInput } from '@mantine/core';
import type { ColumnMapping } from '@parley/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from '../broadcast.module.css';
import type { Column } from '../send-draft.ts';

type PageValuesProps = {
  mapping: readonly ColumnMapping[];
  columns: readonly Column[];
  onChange: (group: ColumnMapping | undefined) => void;
};

const most = 20;

/** Values that the walk on the page of each recipient reads as entry.*: names, and the columns that they come from. */
export function PageValues({ mapping, columns, onChange }: PageValuesProps) {
  const say = useWords(campaignWords.plan);
  const variables = mapping.find(({ type }) => type === 'page')?.variables ?? [];
  const write = (next: ColumnMapping['variables']) =>
    onChange(next.length === 0 ? undefined : { type: 'page', card: null, variables: next });
  const change = (place: number, part: Partial<ColumnMapping['variables'][number]>) =>
    write(variables.map((one, index) => (index === place ? { ...one, ...part } : one)));
  return (
    <fieldset className={classes.group}>
      <legend>{say('pageValues')}</legend>
      <Text size="sm" c="dimmed">
        {say('pageValuesText')}
      </Text>
      {variables.map(({ variable, value }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names are typed, and rows have no other key
        <Group key={place} gap="xs" align="flex-start" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={say('pageValueName', { number: place + 1 })}
            placeholder={say('pageValueSample')}
            maxLength={40}
            value={variable}
            error={/^[A-Za-z][A-Za-z0-9_]*$/.test(variable) ? undefined : say('pageValueWrong')}
            onChange={(event) => change(place, { variable: event.currentTarget.value })}
          />
          <Select
            flex={1}
            aria-label={say('pageValueColumn', { number: place + 1 })}
            searchable
            data={columns.map(({ name, label }) => ({ value: name, label }))}
            value={value === '' ? null : value}
            onChange={(next) => change(place, { value: next ?? '' })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={4}
            aria-label={say('pageValueRemove', { number: place + 1 })}
            onClick={() => write(variables.filter((_one, index) => index !== place))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {variables.length < most ? (
        <Button
          variant="default"
          size="xs"
          w="max-content"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => write([...variables, { variable: `value${variables.length + 1}`, type: 'column', value: '', mappings: [] }])}
        >
          {say('pageValueAdd')}
        </Button>
      ) : null}
    </fieldset>
  );
}
