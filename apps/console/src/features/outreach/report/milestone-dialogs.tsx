import { Modal, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core';
import {
  type CampaignMilestone,
  type CampaignMilestoneKind,
  campaignMilestoneKinds,
  faultWords,
  milestoneHoursMax,
  streamMilestoneKinds,
} from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { sayFault } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { milestoneChoicesQuery, useLabelReached, useMilestoneSave } from './milestone.queries.ts';
import type { CampaignReportSearch } from './report.search.ts';

const mandatory = () => sayFault(faultWords('field.mandatory'));
const blank = {
  name: '',
  kind: 'replied' as CampaignMilestoneKind,
  variable: '',
  words: [] as string[],
  button: '',
  journeyId: '',
  journeyMilestone: '',
  withinHours: '' as number | '',
};

/** A new milestone: its name, and what reaches it. */
export function AddMilestone({ campaignId, onClose }: { campaignId: string; onClose: () => void }) {
  const say = useWords(campaignWords.milestone);
  const { data: choices } = useQuery(milestoneChoicesQuery(campaignId));
  const save = useMilestoneSave(campaignId);
  const form = useForm({
    initial: blank,
    check: ({ name, kind, journeyId, journeyMilestone }) => ({
      name: name.trim() === '' && mandatory(),
      journeyId: streamMilestoneKinds.includes(kind) && journeyId === '' && mandatory(),
      journeyMilestone: kind === 'streamMilestone' && journeyMilestone === '' && mandatory(),
    }),
    checkOn: 'typing',
  });
  const { kind, journeyId, words, withinHours } = form.draft;
  const streams = choices?.streams ?? [];
  const handleSubmit = ({ name, ...rule }: typeof form.draft) =>
    save.mutate(
      { name: name.trim(), rule: { ...rule, withinHours: rule.withinHours === '' ? null : rule.withinHours } },
      {
        onSuccess: () => {
          showToast('success', say('saved'));
          onClose();
        },
      },
    );
  const optional = (any: string, values: readonly string[]) => [
    { value: '', label: any },
    ...values.map((value) => ({ value, label: value })),
  ];
  return (
    <Modal opened onClose={onClose} title={say('add')}>
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput label={say('nameField')} withAsterisk maxLength={80} data-autofocus {...form.field('name')} />
        <Select
          label={say('kindField')}
          allowDeselect={false}
          data={campaignMilestoneKinds
            .filter((one) => streams.length > 0 || !streamMilestoneKinds.includes(one))
            .map((one) => ({ value: one, label: say(`kind_${one}`) }))}
          value={kind}
          onChange={(next) => form.change({ kind: (next ?? kind) as CampaignMilestoneKind })}
        />
        {kind === 'clicked' ? (
          <Select
            label={say('linkField')}
            allowDeselect={false}
            data={optional(say('anyLink'), choices?.links ?? [])}
            {...form.field('variable')}
          />
        ) : null}
        {kind === 'pressed' ? (
          <Select
            label={say('buttonField')}
            allowDeselect={false}
            data={optional(say('anyButton'), choices?.buttons ?? [])}
            {...form.field('button')}
          />
        ) : null}
        {kind === 'replied' ? (
          <TagsInput
            label={say('wordsField')}
            description={say('wordsHint')}
            maxTags={20}
            value={words}
            onChange={(next) => form.change({ words: next.map((word) => word.trim().slice(0, 60)).filter(Boolean) })}
          />
        ) : null}
        {streamMilestoneKinds.includes(kind) ? (
          <Select
            label={say('streamField')}
            withAsterisk
            searchable
            data={streams.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('journeyId')}
          />
        ) : null}
        {kind === 'streamMilestone' ? (
          <Select
            label={say('streamMilestoneField')}
            withAsterisk
            data={(streams.find(({ id }) => id === journeyId)?.milestones ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.field('journeyMilestone')}
          />
        ) : null}
        <NumberInput
          label={say('hoursField')}
          description={say('hoursHint')}
          min={1}
          max={milestoneHoursMax}
          allowDecimal={false}
          value={withinHours}
          onChange={(next) => form.change({ withinHours: typeof next === 'number' ? next : '' })}
        />
      </DialogForm>
    </Modal>
  );
}

type EditMilestoneProps = { campaignId: string; milestone: CampaignMilestone; place: number; most: number; onClose: () => void };

/** Another name or place of a milestone. */
export function EditMilestone({ campaignId, milestone: { id, name: former, version }, place: at, most, onClose }: EditMilestoneProps) {
  const say = useWords(campaignWords.milestone);
  const save = useMilestoneSave(campaignId);
  const form = useForm({
    initial: { name: former, place: String(at) },
    check: ({ name }) => ({ name: name.trim() === '' && mandatory() }),
    checkOn: 'typing',
  });
  const handleSubmit = ({ name, place }: typeof form.draft) =>
    save.mutate(
      { id, name: name.trim(), place: Number(place), version },
      {
        onSuccess: () => {
          showToast('success', say('saved'));
          onClose();
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={say('editTitle')}>
      <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {save.error ? <SaveFailure error={save.error} /> : null}
        <TextInput label={say('nameField')} withAsterisk maxLength={80} data-autofocus {...form.field('name')} />
        <Select
          label={say('placeField')}
          allowDeselect={false}
          data={Array.from({ length: most }, (_, index) => String(index + 1))}
          {...form.field('place')}
        />
        <Text size="sm" c="dimmed">
          {say('ruleStays')}
        </Text>
      </DialogForm>
    </Modal>
  );
}

type LabelReachedProps = { campaignId: string; search: CampaignReportSearch; onClose: () => void };

/** A label for the customers of the listed recipients. */
export function LabelReached({ campaignId, search, onClose }: LabelReachedProps) {
  const say = useWords(campaignWords.milestone);
  const label = useLabelReached(campaignId, search);
  const form = useForm({ initial: { name: '' }, check: ({ name }) => ({ name: name.trim() === '' && mandatory() }), checkOn: 'typing' });
  const handleSubmit = ({ name }: typeof form.draft) =>
    label.mutate(name.trim(), {
      onSuccess: (count) => {
        showToast('success', say('labelled', { count, name: name.trim(), interpolation: { escapeValue: false } }));
        onClose();
      },
    });
  return (
    <Modal opened onClose={onClose} title={say('labelTitle')}>
      <DialogForm submit={say('labelSubmit')} isBusy={label.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
        {label.error ? <SaveFailure error={label.error} /> : null}
        <TextInput
          label={say('labelName')}
          description={say('labelHint')}
          withAsterisk
          maxLength={60}
          data-autofocus
          {...form.field('name')}
        />
      </DialogForm>
    </Modal>
  );
}
