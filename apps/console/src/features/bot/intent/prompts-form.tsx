import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { openDialog } from '../../../lib/dialogs.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { splitPrompts } from './intent-draft.ts';

/** Asks for the prompts of one parameter, separated by commas. @returns them; undefined when it was called off */
export async function openPrompts(name: string, prompts: readonly string[]): Promise<string[] | undefined> {
  let chosen: string[] | undefined;
  await openDialog({
    type: 'editPrompts',
    title: botWords.intent('promptsTitle'),
    form: (close) => (
      <PromptsForm
        name={name}
        prompts={prompts}
        onDone={(next) => {
          chosen = next;
          close(true);
        }}
        onCancel={() => close(false)}
      />
    ),
  });
  return chosen;
}

type PromptsFormProps = { name: string; prompts: readonly string[]; onDone: (prompts: string[]) => void; onCancel: () => void };

function PromptsForm({ name, prompts, onDone, onCancel }: PromptsFormProps) {
  const say = useWords(botWords.intent);
  const [text, setText] = useState(prompts.join(', '));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onDone(splitPrompts(text));
      }}
    >
      <Stack gap="md">
        <Textarea
          label={say('promptsLabel', { name })}
          description={say('promptsHint')}
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {say('cancel')}
          </Button>
          <Button type="submit">{say('ok')}</Button>
        </Group>
      </Stack>
    </form>
  );
}
