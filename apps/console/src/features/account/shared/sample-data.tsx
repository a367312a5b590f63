import { Button, Group, Text } from '@mantine/core';
import { type FirstSteps, sampleKinds } from '@parley/contract';
import { openDialog } from '../../../lib/dialogs.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { firstStepWords } from '../../../locales/first-step.ts';
import { useAddSamples, useRemoveSamples } from './first-step.queries.ts';

/** Adds the sample data, or removes all of it; what was changed by people is kept, and named. */
export function SampleData({ samples }: { samples: FirstSteps['samples'] }) {
  const say = useWords(firstStepWords.sample);
  const sayCard = useWords(firstStepWords.card);
  const [add, remove] = [useAddSamples(), useRemoveSamples()];
  const there = sampleKinds.filter((kind) => samples[kind] > 0);
  const handleRemove = async () => {
    const isSure = await openDialog({
      type: 'confirm',
      title: say('removeTitle'),
      text: say('removeText'),
      confirm: say('remove'),
      cancel: sayCard('cancel'),
      color: 'red',
    });
    if (!isSure) return;
    remove.mutate(undefined, {
      onSuccess: ({ removed, kept }) => {
        showToast('success', say('removed', { count: removed }));
        if (kept.length > 0) showToast('info', say('kept', { names: kept.join(', '), interpolation: { escapeValue: false } }));
      },
      onError: tellFailure,
    });
  };
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ flex: '1 1 260px' }}>
        <Text size="sm" fw={600}>
          {say('title')}
        </Text>
        <Text size="xs" c="dimmed" maw={620}>
          {there.length === 0 ? say('hint') : there.map((kind) => say(kind, { count: samples[kind] })).join(', ')}
        </Text>
      </div>
      {there.length === 0 ? (
        <Button
          variant="default"
          size="xs"
          loading={add.isPending}
          onClick={() => add.mutate(undefined, { onSuccess: () => showToast('success', say('added')), onError: tellFailure })}
        >
          {say('add')}
        </Button>
      ) : (
        <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void handleRemove()}>
          {say('remove')}
        </Button>
      )}
    </Group>
  );
}
