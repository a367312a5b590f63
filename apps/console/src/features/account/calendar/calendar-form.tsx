import { Button, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import type { HoursCalendar } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { submitByKeys } from '../../../components/dialog-form.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { hoursWords } from '../../../locales/hours.ts';
import { timeZonesQuery } from '../shared/time-zones.ts';
import { useRecordForm } from '../shared/use-record-form.ts';
import { checkCalendar, newCalendar, showField, toDraft } from './calendar.draft.ts';
import { calendarQuery, useSaveCalendar } from './calendar.queries.ts';
import { ExceptionFields } from './exception-fields.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { WeekFields } from './week-fields.tsx';

/** A calendar's name, zone, week and exceptions; a new one without `calendar`. */
export function CalendarForm({ calendar, onClose }: { calendar?: HoursCalendar | undefined; onClose: () => void }) {
  const say = useWords(hoursWords.calendar);
  const sayCommon = useWords(commonWords.ui);
  const save = useSaveCalendar();
  const zones = useQuery(timeZonesQuery);
  const [isImporting, setImporting] = useState(false);
  const form = useRecordForm({
    record: calendar,
    toDraft: (record) => (record ? toDraft(record) : newCalendar(getEnterpriseZone())),
    read: (client) => client.fetchQuery({ ...calendarQuery(calendar?.id ?? ''), staleTime: 0 }),
    check: (draft) => checkCalendar(draft, say),
    save: (body, version) => save.mutateAsync({ ...body, ...(calendar && version !== undefined ? { id: calendar.id, version } : {}) }),
    onSaved: () => {
      showToast('success', say(calendar ? 'saved' : 'created'));
      onClose();
    },
    show: (name, value) => showField(name, value, say),
    nameOf: (path) => (path === 'days' ? say('week') : undefined),
  });
  const { draft, faults, change, field, choice, box } = form;
  return (
    <form noValidate onKeyDown={submitByKeys} onSubmit={form.handleSubmit}>
      <Stack gap="md">
        {form.failure && Object.keys(faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <Panel title={say('general')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label={say('name')} maxLength={120} {...field('name')} />
            <Select
              label={say('timeZone')}
              description={say('timeZoneHint')}
              searchable
              limit={60}
              allowDeselect={false}
              data={[...new Set([draft.timeZone, ...(zones.data ?? [])])].filter(Boolean)}
              {...choice('timeZone')}
            />
          </SimpleGrid>
          <Switch mt="md" label={say('isDefault')} description={say('defaultHint')} {...box('isDefault')} />
        </Panel>
        <Panel title={say('week')} text={say('weekHint')}>
          <WeekFields days={draft.days} faults={faults} onChange={(days) => change({ days })} />
        </Panel>
        <Panel title={say('exceptions')}>
          <ExceptionFields
            exceptions={draft.exceptions}
            faults={faults}
            onChange={(exceptions) => change({ exceptions })}
            onImport={calendar && !form.isDirty ? () => setImporting(true) : undefined}
          />
        </Panel>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {sayCommon('cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy}>
            {say(calendar ? 'save' : 'create')}
          </Button>
        </Group>
      </Stack>
      {calendar && isImporting ? <ImportDialog calendar={calendar} onClose={() => setImporting(false)} /> : null}
    </form>
  );
}
