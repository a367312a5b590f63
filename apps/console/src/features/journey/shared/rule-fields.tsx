import { Select, Text, TextInput } from '@mantine/core';
import { journeyRuleKinds } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { CampaignFields } from './campaign-fields.tsx';
import { type Rule, worded } from './rule.ts';
import { ScheduleFields } from './schedule-fields.tsx';

type RuleFieldsProps = {
  rule: Rule;
  /** The rule may be left out: none of its fields is asked for. */
  isOptional?: boolean;
  onChange: (part: Partial<Rule>) => void;
};

/** Fields of a rule: its trigger and its channel. */
export function RuleFields({ rule, isOptional = false, onChange }: RuleFieldsProps) {
  const say = useWords(journeyWords.entry);
  const channels = useQuery(channelNamesQuery);
  const channel = channels.data?.find(({ id }) => id === rule.channelId);
  return (
    <>
      <Select
        label={say('channel')}
        required={!isOptional}
        searchable
        data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={rule.channelId || null}
        onChange={(next) => onChange({ channelId: next ?? '' })}
      />
      {channel?.environment === 'production' ? (
        <Text size="xs" c="dimmed">
          {say('productionHint')}
        </Text>
      ) : null}
      <Select
        label={say('kind')}
        description={say(`kindHint_${rule.kind}`)}
        allowDeselect={false}
        data={journeyRuleKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) }))}
        value={rule.kind}
        onChange={(next) => onChange({ kind: journeyRuleKinds.find((kind) => kind === next) ?? rule.kind })}
      />
      {worded.includes(rule.kind) ? (
        <TextInput
          label={say(rule.kind === 'payload' ? 'payload' : 'word')}
          description={say(rule.kind === 'payload' ? 'payloadHint' : 'wordHint')}
          required={!isOptional}
          maxLength={60}
          value={rule.word}
          onChange={(event) => onChange({ word: event.currentTarget.value })}
        />
      ) : null}
      {rule.kind === 'campaign' ? <CampaignFields {...rule} isOptional={isOptional} onChange={onChange} /> : null}
      {rule.kind === 'schedule' ? <ScheduleFields {...rule} isOptional={isOptional} onChange={onChange} /> : null}
      {rule.kind === 'attribute' ? <AttributeFields {...rule} isOptional={isOptional} onChange={onChange} /> : null}
    </>
  );
}
