import { NumberInput, Select, Stack, Switch } from '@mantine/core';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { channelWords } from '../../../locales/channel.ts';
import { isWebType } from './channel-draft.ts';
import type { ChannelForm } from './use-channel-form.ts';

export type EntryPanelProps = {
  form: ChannelForm;
  /** Messages a second that the vendor takes where the channel says nothing else. */
  usualSpeed: number | undefined;
};

/** The first answer to a customer, the speed, the department, and whether the channel is in use; nothing without a type. */
export function EntryPanel({ form, usualSpeed }: EntryPanelProps) {
  const say = useWords(channelWords.channel);
  const { draft, change, bots, departments } = form;
  if (draft.type === '') return null;
  return (
    <Panel title={say('entry')}>
      <Stack gap="sm">
        <Select
          aria-label={say('entry')}
          allowDeselect={false}
          data={[
            { value: 'bot', label: say('entryBot') },
            { value: 'queue', label: say('entryQueue') },
          ]}
          value={draft.entry}
          onChange={(entry) => change({ entry: entry === 'bot' ? 'bot' : 'queue' })}
        />
        {draft.entry === 'bot' ? (
          <Select
            label={say('bot')}
            placeholder={say('noBot')}
            searchable
            clearable
            data={(bots.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.choice('botId')}
          />
        ) : null}
        {isWebType(draft.type) ? null : (
          <NumberInput
            label={say('speed')}
            description={usualSpeed === undefined ? undefined : say('speedHint', { count: usualSpeed })}
            min={0.01}
            max={1000}
            value={draft.speed}
            error={form.faults.speedPerSecond}
            onChange={(speed) => change({ speed: String(speed) })}
          />
        )}
        {departments.length > 0 ? (
          <Select
            label={say('department')}
            description={say('departmentHint')}
            placeholder={say('noDepartment')}
            clearable
            data={departments}
            {...form.choice('deptId')}
          />
        ) : null}
        <Switch label={say('isActive')} {...form.box('isActive')} />
      </Stack>
    </Panel>
  );
}
