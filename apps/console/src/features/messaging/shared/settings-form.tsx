import { Button, Group, NumberInput, Skeleton, Stack, Switch, TagsInput, Textarea } from '@mantine/core';
import type { SendingSettings } from '@parley/contract';
import { TimeField } from '@parley/ui/date-field';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { sayDone } from '../../../lib/done.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { messagingWords } from '../../../locales/messaging.ts';
import { May, MayChange } from '../../account/shared/may.tsx';
import { useRecordForm } from '../../account/shared/use-record-form.ts';
import { sendingSettingsQuery, useSaveSettings } from './sending-settings.queries.ts';

/** Words that stop and lift marketing, quiet hours, and how often a customer gets any. */
export function SettingsForm() {
  const say = useWords(messagingWords.blacklist);
  const settings = useQuery(sendingSettingsQuery);
  if (settings.data) return <Form {...settings.data} />;
  if (settings.error) return <ErrorState error={settings.error} title={say('couldNotLoad')} onRetry={() => void settings.refetch()} />;
  return <Skeleton height={320} radius="md" />;
}

function Form({ settings, version }: { settings: SendingSettings; version: number }) {
  const say = useWords(messagingWords.blacklist);
  const save = useSaveSettings();
  const form = useRecordForm({
    record: { settings, version },
    toDraft: (of) => of.settings,
    read: (client) => client.fetchQuery({ ...sendingSettingsQuery, staleTime: 0 }),
    save: (next, read = version) => save.mutateAsync({ settings: next, version: read }),
    keep: ({ answer }) => answer,
    onSaved: ({ message }) => showToast('success', sayDone(message, 'saved')),
    onRefused: tellFailure,
    nameOf: (path) => (path.startsWith('quietHours.') || path.startsWith('frequencyCap.') ? namePart(path) : undefined),
  });
  const { draft, change: set, field } = form;
  const { quietHours, frequencyCap, dayPressure, latestMinutes } = draft;
  const namePart = (path: string) => {
    const [group, part = ''] = path.split('.');
    return `${say(group === 'quietHours' ? 'quiet' : 'cap')}: ${say(part as 'isOn')}`;
  };
  const words = (key: 'optOutWords' | 'optInWords', label: string) => (
    <TagsInput label={label} description={say('wordsHint')} maxTags={20} acceptValueOnBlur {...field(key)} />
  );
  const answer = (key: 'optOutConfirmation' | 'optInConfirmation', of: string) => (
    <Textarea label={say('stopAnswer')} aria-label={`${say('stopAnswer')}: ${of}`} autosize maxLength={500} {...field(key)} />
  );
  return (
    <form noValidate onSubmit={form.handleSubmit}>
      <Stack gap="md">
        <MayChange any={['ENTERPRISE.EDIT']}>
          <Panel title={say('words')}>
            <Stack gap="sm">
              {words('optOutWords', say('stopWords'))}
              {answer('optOutConfirmation', say('stopWords'))}
              {words('optInWords', say('startWords'))}
              {answer('optInConfirmation', say('startWords'))}
            </Stack>
          </Panel>
          <Panel title={say('quiet')} text={say('quietHint')}>
            <Group align="end">
              <Switch
                label={say('isOn')}
                aria-label={`${say('quiet')}: ${say('isOn')}`}
                checked={quietHours.isOn}
                onChange={(event) => set({ quietHours: { ...quietHours, isOn: event.currentTarget.checked } })}
              />
              <TimeField
                label={say('from')}
                disabled={!quietHours.isOn}
                value={quietHours.from}
                onChange={(from) => set({ quietHours: { ...quietHours, from } })}
              />
              <TimeField
                label={say('to')}
                disabled={!quietHours.isOn}
                value={quietHours.to}
                onChange={(to) => set({ quietHours: { ...quietHours, to } })}
              />
            </Group>
          </Panel>
          <Panel title={say('cap')} text={say('capHint')}>
            <Group align="end">
              <Switch
                label={say('isOn')}
                aria-label={`${say('cap')}: ${say('isOn')}`}
                checked={frequencyCap.isOn}
                onChange={(event) => set({ frequencyCap: { ...frequencyCap, isOn: event.currentTarget.checked } })}
              />
              <NumberInput
                label={say('count')}
                min={1}
                max={1000}
                disabled={!frequencyCap.isOn}
                value={frequencyCap.count}
                onChange={(count) => set({ frequencyCap: { ...frequencyCap, count: Number(count) } })}
              />
              <NumberInput
                label={say('days')}
                min={1}
                max={90}
                disabled={!frequencyCap.isOn}
                value={frequencyCap.days}
                onChange={(days) => set({ frequencyCap: { ...frequencyCap, days: Number(days) } })}
              />
            </Group>
          </Panel>
          <Panel title={say('late')} text={say('lateHint')}>
            <NumberInput
              label={say('lateMinutes')}
              min={5}
              max={1440}
              maw={220}
              value={latestMinutes}
              onChange={(minutes) => set({ latestMinutes: Number(minutes) })}
            />
          </Panel>
          <Panel title={say('day')} text={say('dayHint')}>
            <NumberInput
              label={say('dayCount')}
              min={1}
              max={100}
              maw={220}
              value={dayPressure}
              onChange={(count) => set({ dayPressure: Number(count) })}
            />
          </Panel>
        </MayChange>
        <Group justify="flex-end">
          <May any={['ENTERPRISE.EDIT']}>
            <Button type="submit" loading={form.isBusy}>
              {say('save')}
            </Button>
          </May>
        </Group>
      </Stack>
    </form>
  );
}
