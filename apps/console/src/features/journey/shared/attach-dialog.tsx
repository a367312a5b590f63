import { Alert, Modal, Select, Text, TextInput } from '@mantine/core';
import { answerHours, type JourneyEntryKind, journeyEntryKinds, type ValueChangeKind } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { withMessage } from '../../../lib/api.ts';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';
import { AttachFailure } from './attach-failure.tsx';
import { AttributeFields } from './attribute-fields.tsx';
import { CampaignFields } from './campaign-fields.tsx';
import { journeyNamesQuery, useJourneyCall, versionsQuery } from './journey.queries.ts';
import { isPlanned, type Planned, ScheduleFields } from './schedule-fields.tsx';

type AttachDialogProps = {
  /** The stream, where it is known; else it is chosen. */
  journeyId?: string;
  channelId?: string;
  onClose: () => void;
};
type Rule = {
  journeyId: string;
  version: number;
  channelId: string;
  kind: JourneyEntryKind;
  word: string;
  campaignId: string;
  hours: number;
  attribute: string;
  change: ValueChangeKind;
  value: string;
} & Planned;

/** Kinds for which a word decides. */
const worded: readonly JourneyEntryKind[] = ['keyword', 'contains', 'payload', 'link'];

/** Whether the rule names all that its kind needs. */
function isNamed(rule: Rule): boolean {
  const { kind, word, campaignId, attribute, change, value } = rule;
  if (kind === 'schedule') return isPlanned(rule);
  if (kind === 'campaign') return campaignId !== '';
  if (kind === 'attribute') return attribute !== '' && (change !== 'became' || value.trim() !== '');
  return !worded.includes(kind) || word.trim() !== '';
}

/** Lets a rule on a channel begin a version of a stream. */
export function AttachDialog({ journeyId = '', channelId = '', onClose }: AttachDialogProps) {
  const say = useWords(journeyWords.entry);
  const [rule, setRule] = useState<Rule>({
    journeyId,
    version: 0,
    channelId,
    kind: 'keyword',
    word: '',
    campaignId: '',
    hours: answerHours.usual,
    attribute: '',
    change: 'changed',
    value: '',
    audienceId: '',
    repeat: 'once',
    date: '',
    time: '',
    weekdays: [],
    day: 1,
    timeZone: '',
  });
  const set = (part: Partial<Rule>) => setRule((old) => ({ ...old, ...part }));
  const streams = useQuery({ ...journeyNamesQuery, enabled: journeyId === '' });
  const versions = useQuery({ ...versionsQuery(rule.journeyId), enabled: rule.journeyId !== '' });
  const channels = useQuery(channelNamesQuery);
  const attach = useJourneyCall((body: Rule) => withMessage(({ publishing }) => publishing.attach({ body })));

  const published = (streams.data ?? []).filter(({ version }) => version > 0);
  const channel = channels.data?.find(({ id }) => id === rule.channelId);
  const needsWord = worded.includes(rule.kind);
  const isUnpublished = rule.journeyId !== '' && versions.data?.length === 0;
  const isComplete = rule.journeyId !== '' && rule.channelId !== '' && !isUnpublished && isNamed(rule);
  const handleSubmit = () =>
    attach.mutate(
      { ...rule, word: needsWord ? rule.word.trim() : '' },
      {
        onSuccess: ({ message }) => {
          showToast('success', sayDone(message, 'saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('attachTitle')} closeOnClickOutside={false}>
      <DialogForm submit={say('attach')} isBusy={attach.isPending} isDisabled={!isComplete} onCancel={onClose} onSubmit={handleSubmit}>
        {attach.error ? <AttachFailure error={attach.error} journeyId={rule.journeyId} /> : null}
        {journeyId === '' ? (
          <Select
            label={say('stream')}
            required
            searchable
            nothingFoundMessage={say('noPublished')}
            data={published.map(({ id, name }) => ({ value: id, label: name }))}
            value={rule.journeyId || null}
            onChange={(next) => set({ journeyId: next ?? '', version: 0 })}
          />
        ) : null}
        {isUnpublished ? <Alert color="yellow">{say('unpublished')}</Alert> : null}
        {(versions.data?.length ?? 0) > 1 ? (
          <Select
            label={say('version')}
            allowDeselect={false}
            data={[
              { value: '0', label: say('newest') },
              ...(versions.data ?? []).map(({ version, note }) => ({
                value: String(version),
                label: note === '' ? String(version) : `${version} · ${note}`,
              })),
            ]}
            value={String(rule.version)}
            onChange={(next) => set({ version: Number(next) })}
          />
        ) : null}
        <Select
          label={say('channel')}
          required
          searchable
          data={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={rule.channelId || null}
          onChange={(next) => set({ channelId: next ?? '' })}
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
          data={journeyEntryKinds.map((kind) => ({ value: kind, label: say(`kind_${kind}`) }))}
          value={rule.kind}
          onChange={(next) => set({ kind: journeyEntryKinds.find((kind) => kind === next) ?? rule.kind })}
        />
        {needsWord ? (
          <TextInput
            label={say(rule.kind === 'payload' ? 'payload' : 'word')}
            description={say(rule.kind === 'payload' ? 'payloadHint' : 'wordHint')}
            required
            maxLength={60}
            value={rule.word}
            onChange={(event) => set({ word: event.currentTarget.value })}
          />
        ) : null}
        {rule.kind === 'campaign' ? <CampaignFields {...rule} onChange={set} /> : null}
        {rule.kind === 'schedule' ? <ScheduleFields {...rule} onChange={set} /> : null}
        {rule.kind === 'attribute' ? <AttributeFields {...rule} onChange={set} /> : null}
      </DialogForm>
    </Modal>
  );
}
