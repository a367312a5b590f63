import { Textarea } from '@mantine/core';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { openDialog } from '../../../lib/dialogs.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { splitPrompts } from './intent-draft.ts';

/** Asks for the prompts of one parameter, one a line or separated by commas. @returns them; undefined when it was called off */
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
  const form = useForm({ initial: { text: prompts.join('\n') } });
  return (
    <DialogForm submit={say('ok')} onCancel={onCancel} onSubmit={form.submit(({ text }) => onDone(splitPrompts(text)))}>
      <Textarea
        label={say('promptsLabel', { name })}
        description={say('promptsHint')}
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.field('text')}
      />
    </DialogForm>
  );
}
