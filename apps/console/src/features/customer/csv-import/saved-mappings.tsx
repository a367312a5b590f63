import { ActionIcon, Group, Select, Text } from '@mantine/core';
import type { ParsedCsv, SavedMapping } from '@parley/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import { useRemoveMapping } from './csv-import.queries.ts';
import { type Pairs, toPairs } from './mapping-rules.ts';

/** Mappings of earlier files, with how those were read: one is chosen for this file, or forgotten. */
export function SavedMappings({ parsed, onChoose }: { parsed: ParsedCsv; onChoose: (pairs: Pairs, saved: SavedMapping) => void }) {
  const say = useWords(customerWords.csvImport);
  const [mappings, setMappings] = useState(parsed.savedMappings);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const remove = useRemoveMapping();
  if (mappings.length === 0) return null;
  const chosen = mappings.find(({ id }) => id === chosenId);

  const handleChoose = (id: string | null) => {
    setChosenId(id);
    const mapping = mappings.find((one) => one.id === id);
    if (mapping) onChoose(toPairs(mapping.headerMapping, parsed), mapping);
  };
  const handleDelete = async (id: string, name: string) => {
    if (!(await confirmDelete('delete', name))) return;
    remove.mutate(id, {
      onSuccess: () => {
        setMappings((old) => old.filter((one) => one.id !== id));
        setChosenId(null);
      },
    });
  };

  return (
    <div className={classes.saved}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <Select
          className={classes.grow}
          size="xs"
          label={say('savedMapping')}
          placeholder={say('chooseMapping')}
          data={mappings.map(({ id, name }) => ({ value: id, label: name }))}
          value={chosenId}
          allowDeselect={false}
          searchable
          onChange={handleChoose}
        />
        {chosen ? (
          <ActionIcon
            size={30}
            variant="default"
            aria-label={say('deleteMapping', { name: chosen.name })}
            loading={remove.isPending}
            onClick={() => void handleDelete(chosen.id, chosen.name)}
          >
            <IconTrash size={15} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
      <Text size="xs" c="dimmed" role="status" mt={chosen ? 4 : 0}>
        {chosen
          ? say('mappingApplied', {
              count: Object.keys(toPairs(chosen.headerMapping, parsed)).length,
              total: chosen.headerMapping.length,
            })
          : ''}
      </Text>
    </div>
  );
}
