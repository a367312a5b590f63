import { ActionIcon, Checkbox, Group, Modal, Select, Text, TextInput } from '@mantine/core';
import type { FilterScreen, SavedSearch, ScreenFilter } from '@parley/contract';
import { IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { screenFilterWords } from '../../../locales/screen-filter.ts';
import { useDepartmentOptions } from './departments.ts';
import { useMe } from './me.ts';
import { screenFiltersKey } from './screen-filters.queries.ts';

type Props = { screen: FilterScreen; search: SavedSearch; filters: readonly ScreenFilter[]; onClose: () => void };

/** Saves the filters of a screen under a name, and keeps those that are saved. */
export function ScreenFiltersDialog({ screen, search, filters, onClose }: Props) {
  const say = useWords(screenFilterWords.filters);
  const client = useQueryClient();
  const me = useMe();
  // Filters are shared with own departments; who reaches the whole enterprise shares with each.
  const departments = useDepartmentOptions().filter(({ value }) => me?.dataScope === 'enterprise' || me?.deptIds.includes(value));
  const form = useForm({
    initial: { name: '', deptId: '', isDefault: false },
    check: ({ name }) => ({ name: name.trim() === '' && say('nameNeeded') }),
  });
  const reread = () => client.invalidateQueries({ queryKey: screenFiltersKey });
  const save = useMutation({
    mutationFn: ({ name, deptId, isDefault }: typeof form.draft) =>
      api.screenFilters.create({ body: { screen, search, name, deptId: deptId as '', isDefault } }),
    onSuccess: async () => {
      showToast('success', say('isSaved'));
      await reread();
      onClose();
    },
    meta: { isQuiet: true },
  });
  const change = useMutation({
    mutationFn: async (act: { filter: ScreenFilter; isDeleted: boolean }) => {
      const { id, name, search: kept, deptId, isDefault, version } = act.filter;
      const params = { screenFilterId: id };
      if (act.isDeleted) await api.screenFilters.remove({ params });
      else await api.screenFilters.update({ params, body: { name, search: kept, deptId: deptId as '', isDefault: !isDefault, version } });
    },
    onSettled: reread,
    onError: tellFailure,
  });
  const changeable = filters.filter(({ isChangeable }) => isChangeable);
  return (
    <Modal opened onClose={onClose} size="md" title={say('saveThese')}>
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit((draft) => save.mutate(draft))}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput label={say('name')} withAsterisk maxLength={60} data-autofocus {...form.field('name')} />
        {departments.length > 0 ? (
          <Select label={say('department')} placeholder={say('onlyMe')} clearable data={departments} {...form.choice('deptId')} />
        ) : null}
        <Checkbox label={say('isDefault')} {...form.box('isDefault')} />
        <Text size="sm" c="dimmed">
          {say('hint')}
        </Text>
        {changeable.length === 0 ? null : (
          <section aria-label={say('saved')}>
            {changeable.map((filter) => (
              <Group key={filter.id} justify="space-between" wrap="nowrap" py={4}>
                <Text size="sm" truncate>
                  {filter.isOwn ? filter.name : say('ofOwner', { name: filter.name, owner: filter.ownerName })}
                </Text>
                <Group gap={4} wrap="nowrap">
                  {filter.isOwn ? (
                    <ActionIcon
                      aria-label={say(filter.isDefault ? 'noDefault' : 'makeDefault', { name: filter.name })}
                      aria-pressed={filter.isDefault}
                      disabled={change.isPending}
                      onClick={() => change.mutate({ filter, isDeleted: false })}
                    >
                      {filter.isDefault ? <IconStarFilled size={16} aria-hidden /> : <IconStar size={16} aria-hidden />}
                    </ActionIcon>
                  ) : null}
                  <ActionIcon
                    color="red"
                    aria-label={say('remove', { name: filter.name })}
                    disabled={change.isPending}
                    onClick={() => change.mutate({ filter, isDeleted: true })}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
          </section>
        )}
      </DialogForm>
    </Modal>
  );
}
