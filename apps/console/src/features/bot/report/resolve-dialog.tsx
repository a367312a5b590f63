import { Modal, Select, Text, Textarea, TextInput } from '@mantine/core';
import type { Story, UnansweredGroup } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { nativeOptions } from '../../../components/native-options.ts';
import { readFieldErrors } from '../../../lib/errors.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { IntentPicker } from '../shared/intent-picker.tsx';
import { type Resolution, storyTreeQuery, turnsOf, useResolve } from './unanswered.queries.ts';

export type ResolveAction = Exclude<Resolution['action'], 'ignore'>;
export type ResolveDialogProps = {
  botId: string;
  open: { group: UnansweredGroup; action: ResolveAction } | undefined;
  onClose: () => void;
};

const titles = { intent: 'add', newIntent: 'newIntent', knowledge: 'knowledge' } as const;

/** Turns a group of unanswered messages into phrases of an intent, a new intent, or an entry of the knowledge base. */
export function ResolveDialog({ botId, open, onClose }: ResolveDialogProps) {
  const say = useWords(botWords.unanswered);
  return (
    <Modal opened={open !== undefined} onClose={onClose} title={open ? say(titles[open.action]) : undefined}>
      {open ? <ResolveForm botId={botId} {...open} onClose={onClose} /> : null}
    </Modal>
  );
}

type ResolveFormProps = { botId: string; group: UnansweredGroup; action: ResolveAction; onClose: () => void };

function ResolveForm({ botId, group, action, onClose }: ResolveFormProps) {
  const say = useWords(botWords.unanswered);
  const resolve = useResolve(botId);
  const stories = useQuery({ ...storyTreeQuery(botId), enabled: action === 'newIntent' });
  const form = useForm({
    initial: { intentId: group.suggestion?.intentId ?? '', name: '', storyId: '', text: '' },
    check: ({ intentId, name, text }) => ({
      intentId: action === 'intent' && intentId === '' && say('chooseIntent'),
      name: action === 'newIntent' && name.trim() === '' && say('nameEmpty'),
      text: action === 'knowledge' && text.trim() === '' && say('textEmpty'),
    }),
  });
  const { draft: values } = form;
  const turnIds = turnsOf(group);

  const toResolution = (): Resolution => {
    if (action === 'intent') return { action, turnIds, intentId: values.intentId };
    if (action === 'newIntent') return { action, turnIds, name: values.name, storyId: values.storyId };
    return { action, turnIds, name: values.name, text: values.text };
  };
  const handleSubmit = () =>
    resolve.mutate(toResolution(), {
      onSuccess: ({ phrasesAdded }) => {
        showToast('success', action === 'knowledge' ? say('knowledgeAdded') : say('phrasesAdded', { count: phrasesAdded }));
        onClose();
      },
      onError: (error) => {
        const faults = readFieldErrors(error).filter(({ field }) => field in values);
        for (const { field, message } of faults) form.setFault(field, message);
        if (faults.length === 0) tellFailure(error);
      },
    });

  return (
    <DialogForm submit={say('save')} isBusy={resolve.isPending} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
      <Text size="sm" c="dimmed">
        “{group.label}” · {say('total', { count: turnIds.length })}
      </Text>
      {action === 'intent' ? (
        <IntentPicker
          botId={botId}
          by="id"
          description={say('addHint')}
          firstId={group.suggestion?.intentId}
          data-autofocus
          value={values.intentId}
          error={form.faults.intentId}
          onChange={(id) => form.change({ intentId: id })}
        />
      ) : null}
      {action === 'newIntent' ? (
        <>
          <TextInput label={say('name')} withAsterisk data-autofocus maxLength={200} {...form.field('name')} />
          <Select
            {...nativeOptions}
            label={say('story')}
            placeholder={say('rootStory')}
            searchable
            clearable
            data={listStories(stories.data)}
            {...form.choice('storyId')}
          />
        </>
      ) : null}
      {action === 'knowledge' ? (
        <>
          <TextInput label={say('entryTitle')} description={say('entryTitleHint')} maxLength={200} {...form.field('name')} />
          <Textarea
            label={say('entryText')}
            withAsterisk
            data-autofocus
            autosize
            minRows={5}
            maxRows={14}
            maxLength={50_000}
            {...form.field('text')}
          />
        </>
      ) : null}
    </DialogForm>
  );
}

/** Stories below the root, each below its parent. */
function listStories(root: Story | undefined, depth = 0): { value: string; label: string }[] {
  return (root?.childStories ?? []).flatMap((story) => [
    { value: story.id, label: `${'– '.repeat(depth)}${story.name}` },
    ...listStories(story, depth + 1),
  ]);
}
