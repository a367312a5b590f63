import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { firstStepWords } from '../../../locales/first-step.ts';
import { firstStepsQuery, useDismissSteps } from '../shared/first-step.queries.ts';
import { SampleData } from '../shared/sample-data.tsx';

/** Dismisses the first steps or brings them back, and has the sample data. */
export function FirstStepPanel() {
  const say = useWords(firstStepWords.panel);
  const sayCard = useWords(firstStepWords.card);
  const query = useQuery(firstStepsQuery);
  const dismiss = useDismissSteps();
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={150} radius="md" />;
  const { isDismissed, isShown, samples } = query.data;
  const handleChange = () =>
    dismiss.mutate(!isDismissed, {
      onSuccess: () => showToast('success', sayCard(isDismissed ? 'again' : 'dismissed')),
      onError: tellFailure,
    });
  return (
    <Panel title={say('title')}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text size="sm" flex="1 1 260px">
            {say(isDismissed ? 'hidden' : isShown ? 'shown' : 'finished')}
          </Text>
          <Button variant="default" size="xs" loading={dismiss.isPending} onClick={handleChange}>
            {say(isDismissed ? 'show' : 'hide')}
          </Button>
        </Group>
        <SampleData samples={samples} />
      </Stack>
    </Panel>
  );
}
