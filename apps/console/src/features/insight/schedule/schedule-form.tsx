import { Modal, NumberInput, Select, SimpleGrid, Switch } from '@mantine/core';
import { type ReportSchedule, reportPeopleMax, type ScheduleRhythm, scheduleRhythms } from '@parley/contract';
import { TimeField } from '@parley/ui/date-field';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { boardWords } from '../../../locales/board.ts';
import { commonWords } from '../../../locales/common.ts';
import { useMe } from '../../account/shared/me.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { boardsQuery } from '../shared/board-choices.ts';
import { PeopleField, type Person } from '../shared/people-field.tsx';
import { scheduleQuery, useSaveSchedule } from './schedule.queries.ts';

type ScheduleDraft = {
  boardId: string;
  rhythm: ScheduleRhythm;
  weekday: string;
  monthDay: string;
  time: string;
  people: Person[];
  onlyWithRows: boolean;
  isActive: boolean;
};

const toDraft = (schedule: ReportSchedule | undefined, me: Person | undefined): ScheduleDraft => ({
  boardId: schedule?.board.id ?? '',
  rhythm: schedule?.rhythm ?? 'daily',
  weekday: String(schedule?.weekday ?? 1),
  monthDay: String(schedule?.monthDay ?? 1),
  time: schedule?.time ?? '08:00',
  people: schedule?.people.map(({ id, name }) => ({ id, name })) ?? (me ? [me] : []),
  onlyWithRows: schedule?.onlyWithRows ?? false,
  isActive: schedule?.isActive ?? true,
});

/** A board, its recipients and its times; a new schedule without `schedule`. */
export function ScheduleForm({ schedule, onClose }: { schedule: ReportSchedule | undefined; onClose: () => void }) {
  const say = useWords(boardWords.schedule);
  const sayCommon = useWords(commonWords.ui);
  const me = useMe();
  const save = useSaveSchedule();
  const { data: boards = [] } = useQuery(boardsQuery);
  const form = useRecordDialog({
    record: schedule,
    toDraft: (record: ReportSchedule | undefined) => toDraft(record, me && { id: me.uId, name: me.name }),
    read: (client) => client.fetchQuery({ ...scheduleQuery(schedule?.id ?? ''), staleTime: 0 }),
    check: (draft: ScheduleDraft) => ({
      boardId: draft.boardId === '' && say('boardEmpty'),
      time: draft.time === '' && say('timeEmpty'),
      people: draft.people.length === 0 && say('peopleEmpty'),
    }),
    save: ({ people, weekday, monthDay, ...draft }, version) =>
      save.mutateAsync({
        ...draft,
        weekday: Number(weekday),
        monthDay: Number(monthDay),
        userIds: people.map(({ id }) => id),
        ...(schedule && version !== undefined ? { id: schedule.id, version } : {}),
      }),
    fieldOf: (path) => (path === 'userIds' ? 'people' : path),
    show: (path, value) => (path === 'people' ? (value as Person[]).map(({ name }) => name).join(', ') : value),
    onSaved: () => {
      showToast('success', say(schedule ? 'saved' : 'added'));
      onClose();
    },
  });
  const { draft, faults, field, box, choice } = form;
  return (
    <Modal opened size="lg" onClose={onClose} title={say(schedule ? 'editTitle' : 'addTitle')}>
      <DialogForm submit={sayCommon(schedule ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <Select
          label={say('board')}
          withAsterisk
          searchable
          data={boards.map(({ id, name }) => ({ value: id, label: name }))}
          {...choice('boardId')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={say('rhythm')}
            allowDeselect={false}
            data={scheduleRhythms.map((value) => ({ value, label: say(`rhythm_${value}`) }))}
            {...choice('rhythm')}
          />
          {draft.rhythm === 'weekly' ? (
            <Select
              label={say('weekday')}
              allowDeselect={false}
              data={(['1', '2', '3', '4', '5', '6', '7'] as const).map((value) => ({ value, label: say(`weekday_${value}`) }))}
              {...choice('weekday')}
            />
          ) : null}
          {draft.rhythm === 'monthly' ? (
            <NumberInput
              label={say('monthDay')}
              description={say('monthDayHint')}
              allowDecimal={false}
              min={1}
              max={31}
              {...field('monthDay')}
              onChange={(day) => form.setField('monthDay', String(day))}
            />
          ) : null}
          <TimeField
            label={say('time')}
            description={say('timeHint', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
            withAsterisk
            {...field('time')}
          />
        </SimpleGrid>
        <PeopleField
          label={say('people')}
          description={say('peopleHint')}
          error={faults.people}
          isRequired
          people={draft.people}
          most={reportPeopleMax}
          onChange={(people) => form.change({ people })}
        />
        <Switch label={say('onlyWithRows')} {...box('onlyWithRows')} />
        <Switch label={say('isActive')} {...box('isActive')} />
      </DialogForm>
    </Modal>
  );
}
