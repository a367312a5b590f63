import { Alert, Button, Group, Text } from '@mantine/core';
import { describeFailure } from '../../../../lib/errors.ts';
import { formatTime } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import type { PlanForm } from './use-plan-form.ts';

type SaveNoteProps = { form: Pick<PlanForm, 'status' | 'isDirty' | 'unsavable' | 'save'> };

/** Tells whether what is typed is saved: said at its place, and aloud when that changes. */
export function SaveNote({ form: { status, isDirty, unsavable, save } }: SaveNoteProps) {
  const say = useWords(campaignWords.plan);
  if (status.state === 'failed')
    return (
      <Alert color="red" role="alert" w="100%">
        <Group justify="space-between">
          {say('notSaved', { reason: describeFailure(status.error).message, interpolation: { escapeValue: false } })}
          <Button size="compact-sm" variant="default" onClick={() => void save()}>
            {say('saveAgain')}
          </Button>
        </Group>
      </Alert>
    );
  const text =
    status.state === 'saving'
      ? say('saving')
      : isDirty
        ? say(Object.keys(unsavable).length > 0 ? 'cannotSave' : 'unsaved')
        : status.at
          ? say('savedAt', { time: formatTime(status.at) })
          : say('savedAll');
  return (
    <Text size="sm" c="dimmed" role="status">
      {text}
    </Text>
  );
}
