import { Alert, Button, Group, List, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { RichCardDocument } from '@parley/contract/channel/rich-card';
import { type ConfigOf, copyCard } from '@parley/journey';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from '../../fields/form-context.ts';
import { SourceField } from '../../fields/source-field.tsx';
import { useApi } from '../../frame/api-context.ts';
import { nodeWords, useFieldWords } from '../words.ts';

type Config = ConfigOf<'message.card'>;
type Props = { config: Config; set: (changes: Partial<Config>) => void };

/** A card of the library, copied into the stream, with a value for each of its variables. */
export function LibraryField({ config: { library, cards }, set }: Props) {
  const say = useFieldWords(nodeWords['message.card']);
  const { isReadOnly } = useForm();
  const api = useApi();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search === library?.card.name ? '' : search, 300);
  const found = useQuery({
    queryKey: ['refs', 'card', asked, ''],
    queryFn: () => api.refs('card', asked),
    placeholderData: keepPreviousData,
  });
  const own = useQuery({
    queryKey: ['refs', 'card', library?.card.name ?? '', ''],
    queryFn: () => api.refs('card', library?.card.name ?? ''),
    enabled: (library?.card.id ?? '') !== '',
  });
  const rows = [...(found.data ?? []), ...(own.data ?? [])];
  const copy = (id: string | null, values: Readonly<Record<string, string>> = {}) => {
    const row = rows.find((one) => one.id === id);
    if (!row) return;
    const { version, document } = row.extra as { version: number; document: RichCardDocument };
    set(copyCard({ ...document, id: row.id, name: row.name, version }, values));
  };
  const newest = rows.find(({ id }) => id === library?.card.id)?.extra.version;
  const isOlder = library !== undefined && typeof newest === 'number' && newest > library.version;
  const choices = new Map([
    ...(library ? [[library.card.id, library.card.name || library.card.id] as const] : []),
    ...(found.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return (
    <Stack gap="sm">
      <Select
        label={say('libraryCard')}
        description={say('libraryWhy')}
        placeholder={say('libraryChoose')}
        searchable
        readOnly={isReadOnly}
        data={[...choices].map(([value, label]) => ({ value, label }))}
        value={library?.card.id ?? null}
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage={say('libraryNone')}
        filter={({ options }) => options}
        onChange={(id) => copy(id)}
      />
      {isOlder && library ? (
        <Alert color="yellow" title={say('libraryOlder')}>
          <Group justify="space-between">
            <Text size="sm">{say('libraryOlderWhy')}</Text>
            {isReadOnly ? null : (
              <Button size="compact-sm" variant="default" onClick={() => copy(library.card.id, library.values)}>
                {say('libraryUpdate')}
              </Button>
            )}
          </Group>
        </Alert>
      ) : null}
      {library
        ? Object.entries(library.values).map(([name, source]) => (
            <SourceField
              key={name}
              label={say('libraryValue', { name })}
              value={source}
              onChange={(value) => set({ library: { ...library, values: { ...library.values, [name]: value } } })}
            />
          ))
        : null}
      {library ? (
        <List size="sm" aria-label={say('cards')}>
          {cards.map(({ title, items }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards of a copy do not move
            <List.Item key={place}>
              {[Object.values(title)[0] ?? '', items.map((item) => `[${Object.values(item.title)[0] ?? ''}]`).join(' ')].join(' ')}
            </List.Item>
          ))}
        </List>
      ) : null}
    </Stack>
  );
}
