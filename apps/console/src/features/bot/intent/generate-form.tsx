import { Alert, SegmentedControl, Stack, Text } from '@mantine/core';
import { paraphraseCounts } from '@parley/contract';
import { IconFlask } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { api } from '../../../lib/api.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';

const mostLines = 50; // limit of one call

/**
 * Asks how many phrases to generate, and generates them.
 * @param lines the selected phrases, of which the first 50 are sent
 * @returns the phrases; undefined when it was called off
 */
export async function openGenerate(lines: readonly string[]): Promise<string[] | undefined> {
  let made: string[] | undefined;
  await openDialog({
    type: 'generate',
    title: botWords.intent('generateTitle'),
    form: (close) => (
      <GenerateForm
        lines={lines.slice(0, mostLines)}
        onMade={(paraphrases) => {
          made = paraphrases;
          close(true);
        }}
        onCancel={() => close(false)}
      />
    ),
  });
  return made;
}

type GenerateFormProps = { lines: readonly string[]; onMade: (paraphrases: string[]) => void; onCancel: () => void };

function GenerateForm({ lines, onMade, onCancel }: GenerateFormProps) {
  const say = useWords(botWords.intent);
  const [count, setCount] = useState<number>(paraphraseCounts[0]);
  const generate = useMutation({
    meta: { isQuiet: true },
    mutationFn: () => api.intents.paraphrase({ body: { lines: [...lines], num_return_sequences: count } }),
    onSuccess: ({ paraphrases }) => onMade(paraphrases),
  });
  return (
    <Stack gap="md">
      <Alert color="blue" icon={<IconFlask size={16} />}>
        {say('inProgress')}
      </Alert>
      <Text size="sm">{say('generateFor', { count: lines.length })}</Text>
      <SegmentedControl
        aria-label={say('generateCount')}
        value={String(count)}
        onChange={(next) => setCount(Number(next))}
        data={paraphraseCounts.map(String)}
      />
      {generate.error ? (
        <Alert color="red" role="alert">
          {describeFailure(generate.error).message}
        </Alert>
      ) : null}
      <DialogActions submit={say('generate')} isBusy={generate.isPending} onCancel={onCancel} onSubmit={() => generate.mutate()} />
    </Stack>
  );
}
