import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { SavedFilter } from '@parley/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';

export type SavedFiltersProps = {
  filters: readonly SavedFilter[];
  savedId: string;
  isBusy: boolean;
  onChoose: (filter: SavedFilter) => void;
  onRename: (filter: SavedFilter, name: string, done: () => void) => void;
  onRemove: (filter: SavedFilter) => void;
};

/** Chooses a saved filter; the chosen one may be renamed or deleted. */
export function SavedFilters({ filters, savedId, isBusy, onChoose, onRename, onRemove }: SavedFiltersProps) {
  const t = useWords(customerWords.phoneBook);
  const [isRenaming, setRenaming] = useState(false);
  const saved = filters.find(({ id }) => id === savedId);
  if (saved && isRenaming)
    return (
      <NameFilter
        initial={saved.name}
        isBusy={isBusy}
        onSave={(name) => onRename(saved, name, () => setRenaming(false))}
        onCancel={() => setRenaming(false)}
      />
    );
  return (
    <Stack gap={6}>
      <Select
        label={t('savedFilters')}
        placeholder={t(filters.length === 0 ? 'noSaved' : 'chooseSaved')}
        nothingFoundMessage={t('noneFound')}
        searchable
        disabled={filters.length === 0}
        data={filters.map(({ id, name }) => ({ value: id, label: name }))}
        value={saved?.id ?? null}
        onChange={(id) => {
          const chosen = filters.find((filter) => filter.id === id);
          if (chosen) onChoose(chosen);
        }}
      />
      {saved ? (
        <Group gap={6}>
          <Button size="compact-sm" variant="subtle" aria-label={t('renameFilter')} onClick={() => setRenaming(true)}>
            {t('rename')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t('deleteFilter')}
            disabled={isBusy}
            onClick={() => onRemove(saved)}
          >
            {t('delete')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  );
}

export type NameFilterProps = { initial: string; isBusy: boolean; onSave: (name: string) => void; onCancel: () => void };

/** Asks for the name of a filter, in its place. */
export function NameFilter({ initial, isBusy, onSave, onCancel }: NameFilterProps) {
  const t = useWords(customerWords.phoneBook);
  const form = useForm({
    initial: { name: initial },
    check: ({ name }) => ({ name: name.trim() === '' && t('required') }),
    checkOn: 'typing',
  });
  const handleSubmit = ({ name }: typeof form.draft) => {
    if (!isBusy) onSave(name.trim());
  };
  return (
    <form onSubmit={form.submit(handleSubmit)} noValidate>
      <Stack gap={8}>
        <TextInput label={t('filterName')} placeholder={t('filterPlaceholder')} required autoFocus maxLength={60} {...form.field('name')} />
        <Group gap={6} justify="flex-end">
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button size="xs" type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
