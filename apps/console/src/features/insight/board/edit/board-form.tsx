import { Button, Group, MultiSelect, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type Board, boardAudiences } from '@parley/contract';
import { submitByKeys } from '../../../../components/dialog-form.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { boardWords } from '../../../../locales/board.ts';
import { useDepartmentOptions } from '../../../account/shared/departments.ts';
import { useRecordForm } from '../../../account/shared/use-record-form.ts';
import { boardQuery, useSaveBoard } from '../board.queries.ts';
import { type BoardDraft, faultsOf, toDraft } from './board-draft.ts';
import { TileList } from './tile-list.tsx';

type Props = { board: Board | undefined; onClose: (id: string | undefined) => void };

/** A board's name, whom it is shared with, and its tiles; a new one without `board`. */
export function BoardForm({ board, onClose }: Props) {
  const say = useWords(boardWords.form);
  const sayList = useWords(boardWords.list);
  const sayFigure = useWords(boardWords.figure);
  const save = useSaveBoard();
  const isOwner = board?.isOwn ?? true;
  const departments = useDepartmentOptions();
  const form = useRecordForm({
    record: board,
    toDraft,
    read: (client) => client.fetchQuery({ ...boardQuery(board?.id ?? ''), staleTime: 0 }),
    check: (draft: BoardDraft) =>
      faultsOf(draft, {
        name: say('nameEmpty'),
        departments: say('departmentsEmpty'),
        tiles: say('noTiles'),
        chart: say('chartFault'),
        bot: sayFigure('botEmpty'),
      }),
    save: (body, version) => save.mutateAsync({ ...body, ...(board && version !== undefined ? { id: board.id, version } : {}) }),
    onSaved: ({ id }) => {
      showToast('success', say(board ? 'saved' : 'added'));
      onClose(id);
    },
    nameOf: (path) => (path === 'tiles' || path === 'name' || path === 'audience' || path === 'isShared' ? say(path) : say('departments')),
    show: (path, value) => {
      if (path === 'tiles') return (value as BoardDraft['tiles']).map(({ title, measure }) => title || measure).join(', ');
      if (path === 'audience') return sayList(`audience_${value as BoardDraft['audience']}`);
      if (path === 'departmentIds')
        return (value as string[]).map((id) => departments.find((one) => one.value === id)?.label ?? id).join(', ');
      return value;
    },
  });
  const { draft, faults, field, box } = form;
  return (
    <form noValidate onKeyDown={submitByKeys} onSubmit={form.handleSubmit}>
      <Stack gap="md">
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <Panel title={say('general')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput data-autofocus label={say('name')} withAsterisk maxLength={80} {...field('name')} />
            <Select
              label={say('audience')}
              description={say(isOwner ? 'audienceHint' : 'onlyOwner')}
              disabled={!isOwner}
              allowDeselect={false}
              data={boardAudiences.map((value) => ({ value, label: sayList(`audience_${value}`) }))}
              {...field('audience')}
            />
            {draft.audience === 'departments' ? (
              <MultiSelect
                label={say('departments')}
                withAsterisk
                searchable
                disabled={!isOwner}
                data={departments}
                {...field('departmentIds')}
              />
            ) : null}
          </SimpleGrid>
          {draft.audience === 'nobody' ? null : <Switch mt="md" label={say('isShared')} disabled={!isOwner} {...box('isShared')} />}
        </Panel>
        <TileList tiles={draft.tiles} faults={faults} onChange={(tiles) => form.change({ tiles })} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => onClose(board?.id)}>
            {say('cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {say('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
