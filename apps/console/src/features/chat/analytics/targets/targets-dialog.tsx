import { Modal, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { type ChatTargets, type TargetFigure, type TargetMeasure, targetFigures, targetMost, targetUnit } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { ErrorState } from '../../../../components/error-state.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { api } from '../../../../lib/api.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useForm } from '../../../../lib/use-form.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatAnalyticsWords } from '../../../../locales/chat-analytics.ts';
import { figureChoicesQuery } from '../../shared/figures/figure-choices.ts';
import { analyticsKey, targetsQuery } from '../analytics.queries.ts';
import { nameFigure } from '../late-changes/name-figure.ts';
import classes from './targets.module.css';

/** Size of a step in which people write each unit: minutes, stars, hundredths. */
const stepOf = { ms: 60_000, stars: 1, share: 0.01 } as const;
const wordsOf = { ms: 'targetMinutes', stars: 'targetStars', share: 'targetShare' } as const;

const asText = (name: TargetFigure, value: number | undefined): string =>
  value === undefined ? '' : String(Math.round((value / stepOf[targetUnit(name)]) * 100) / 100);
const mostOf = (name: TargetFigure): number => Math.round(targetMost[targetUnit(name)] / stepOf[targetUnit(name)]);
const isFaulty = (name: TargetFigure, text: string): boolean =>
  text.trim() !== '' && !(/^\d{1,6}([.,]\d{1,2})?$/.test(text.trim()) && toNumber(text) > 0 && toNumber(text) <= mostOf(name));
const toNumber = (text: string): number => Number(text.trim().replace(',', '.'));

type Props = { departmentId: string; onClose: () => void };

/** Values that the figures of a department, or of the enterprise, are to reach. */
export function TargetsDialog({ departmentId: first, onClose }: Props) {
  const say = useWords(chatAnalyticsWords.analytics);
  const [departmentId, setDepartment] = useState(first);
  const choices = useQuery(figureChoicesQuery);
  const targets = useQuery({ ...targetsQuery(departmentId), gcTime: 0 });
  return (
    <Modal opened onClose={onClose} size="lg" title={say('targets')}>
      <Select
        label={say('targetsOf')}
        allowDeselect={false}
        value={departmentId}
        data={[
          { value: '', label: say('targetsWhole') },
          ...(choices.data?.departments.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        onChange={(value) => setDepartment(value ?? '')}
        mb="md"
      />
      {targets.error ? (
        <ErrorState error={targets.error} onRetry={() => void targets.refetch()} />
      ) : targets.data ? (
        <TargetsForm key={departmentId} targets={targets.data} onClose={onClose} />
      ) : (
        <Skeleton height={360} radius="md" />
      )}
    </Modal>
  );
}

function TargetsForm({ targets, onClose }: { targets: ChatTargets; onClose: () => void }) {
  const say = useWords(chatAnalyticsWords.analytics);
  const client = useQueryClient();
  const { departmentId, version } = targets;
  const targetOf = (name: TargetFigure) => targets.values[`chat.${name}`];
  const initial = Object.fromEntries(targetFigures.map((name) => [name, asText(name, targetOf(name))])) as Record<TargetFigure, string>;
  const form = useForm({
    initial,
    check: (draft) =>
      Object.fromEntries(
        targetFigures.map((name) => [name, isFaulty(name, draft[name]) && say('targetFault', { most: mostOf(name) })]),
      ) as Record<TargetFigure, string | false>,
  });
  const save = useMutation({
    mutationFn: (draft: typeof form.draft) => {
      // A value that nobody has changed stays as it is, however it is rounded here.
      const read = (name: TargetFigure) =>
        draft[name] === initial[name] ? targetOf(name) : Math.round(toNumber(draft[name]) * stepOf[targetUnit(name)] * 1e4) / 1e4;
      const given = targetFigures.filter((name) => draft[name].trim() !== '');
      const values: ChatTargets['values'] = {};
      for (const name of given) values[`chat.${name}` as TargetMeasure] = read(name);
      return api.chatTargets.save({ body: { departmentId: departmentId as '', values, version } });
    },
    onSuccess: () => {
      showToast('success', say('targetsSaved'));
      void client.invalidateQueries({ queryKey: analyticsKey });
      onClose();
    },
    meta: { isQuiet: true },
  });
  return (
    <DialogForm submit={say('save')} isBusy={save.isPending} onCancel={onClose} onSubmit={form.submit((draft) => save.mutate(draft))}>
      {save.error ? <SaveFailure error={save.error} /> : null}
      <Text size="sm" c="dimmed">
        {say('targetsHint')}
      </Text>
      <div className={classes.fields}>
        {targetFigures.map((name) => (
          <TextInput
            key={name}
            label={say(wordsOf[targetUnit(name)], { name: nameFigure(say, name) })}
            inputMode="decimal"
            {...form.field(name)}
          />
        ))}
      </div>
    </DialogForm>
  );
}
