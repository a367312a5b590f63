import { Select, Stack, TagsInput } from '@mantine/core';
import { addressKeys, channelTypes, codeKey, type EncapProperties, mostReminders, type Template } from '@parley/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { useWords } from '../../../lib/words.ts';
import { encapWords } from '../../../locales/encap.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import { approvedTemplatesQuery, templateQuery } from '../../channel/shared/template.queries.ts';

const withNumbers: readonly number[] = [channelTypes.SMS, channelTypes.WHATSAPP, channelTypes.RCS];
type ReachPanelProps = {
  draft: EncapProperties;
  faults: Readonly<Record<string, string | undefined>>;
  onChange: (change: Partial<EncapProperties>) => void;
};

/** The way to people beside their page: a channel, and its templates for a code, the address, and reminders. */
export function ReachPanel({ draft, faults, onChange }: ReachPanelProps) {
  const say = useWords(encapWords.settings);
  const { data: channels = [] } = useQuery(channelNamesQuery);
  const { reachChannelId, codeTemplateId, laterTemplateId, remindTemplateId, remindHours } = draft;
  const options = channels.filter(({ type }) => withNumbers.includes(type)).map(({ id, name }) => ({ value: id, label: name }));
  const common = { channelId: reachChannelId };
  return (
    <Panel title={say('reach')}>
      <Stack gap="md">
        <Select
          label={say('reachChannel')}
          description={say('reachChannelHint')}
          placeholder={say('reachChannelNone')}
          clearable
          data={options}
          value={reachChannelId === '' ? null : reachChannelId}
          error={faults.reachChannelId}
          onChange={(next) => onChange({ reachChannelId: next ?? '', codeTemplateId: '', laterTemplateId: '', remindTemplateId: '' })}
        />
        {reachChannelId === '' ? null : (
          <>
            <TemplateField
              {...common}
              label={say('codeTemplate')}
              hint={say('codeTemplateHint')}
              isFitting={(template) => codeKey(template) !== undefined}
              value={codeTemplateId}
              error={faults.codeTemplateId}
              onChange={(id) => onChange({ codeTemplateId: id })}
            />
            <TemplateField
              {...common}
              label={say('laterTemplate')}
              hint={say('laterTemplateHint')}
              isFitting={takesAddress}
              value={laterTemplateId}
              error={faults.laterTemplateId}
              onChange={(id) => onChange({ laterTemplateId: id })}
            />
            <TagsInput
              label={say('remindHours')}
              description={say('remindHoursHint')}
              placeholder="24"
              maxTags={mostReminders}
              acceptValueOnBlur
              value={remindHours.map(String)}
              error={faults.remindHours}
              data-path="remindHours"
              onChange={(next) => onChange({ remindHours: next.map((hours) => Math.trunc(Number(hours)) || 0) })}
            />
            {remindHours.length === 0 ? null : (
              <TemplateField
                {...common}
                label={say('remindTemplate')}
                hint={say('laterTemplateHint')}
                isFitting={takesAddress}
                value={remindTemplateId}
                error={faults.remindTemplateId}
                onChange={(id) => onChange({ remindTemplateId: id })}
              />
            )}
          </>
        )}
      </Stack>
    </Panel>
  );
}

const takesAddress = (template: Template): boolean => addressKeys(template, undefined) !== undefined;

type TemplateFieldProps = {
  channelId: string;
  label: string;
  hint: string;
  isFitting: (template: Template) => boolean;
  value: string;
  error: string | undefined;
  onChange: (templateId: string) => void;
};

/** An approved template of the channel that takes nothing but the one value. */
function TemplateField({ channelId, label, hint, isFitting, value, error, onChange }: TemplateFieldProps) {
  const say = useWords(encapWords.settings);
  const [name, setName] = useState('');
  const { data } = useInfiniteQuery(approvedTemplatesQuery(channelId, name));
  const { data: chosen } = useQuery({ ...templateQuery(value), enabled: value !== '' });
  const fitting = (data?.pages ?? [])
    .flatMap(({ templates }) => templates)
    .filter(isFitting)
    .map((template) => ({ value: template.id, label: `${template.name} (${template.language})` }));
  const isListed = fitting.some((one) => one.value === value);
  const current = chosen && !isListed ? [{ value: chosen.id, label: `${chosen.name} (${chosen.language})` }] : [];
  return (
    <Select
      label={label}
      description={hint}
      clearable
      searchable
      data={[...current, ...fitting]}
      nothingFoundMessage={say('templateNone')}
      value={value || null}
      error={error}
      onSearchChange={(text) => setName(fitting.some((one) => one.label === text) ? '' : text)}
      onChange={(id) => onChange(id ?? '')}
    />
  );
}
