import { Alert, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { BotCard } from '@parley/contract';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useRecordDialog } from '../../account/shared/use-record-form.ts';
import { botQuery } from '../shared/bot.queries.ts';
import { type BotDraft, useSaveBot } from './bot-list.queries.ts';

/** The agent modal. @param bot 'new' creates, a bot updates that one (BOT-011, BOT-012), undefined keeps it closed */
export function BotFormModal({ bot, onClose }: { bot: BotCard | 'new' | undefined; onClose: () => void }) {
  const say = useWords(botWords.list);
  return (
    <Modal opened={bot !== undefined} onClose={onClose} title={say(bot === 'new' ? 'createNew' : 'updateTitle')}>
      {bot ? <BotForm key={bot === 'new' ? 'new' : bot.id} bot={bot === 'new' ? undefined : bot} onDone={onClose} /> : null}
    </Modal>
  );
}

type Draft = Omit<BotDraft, 'id' | 'type' | 'version'> & { type: BotDraft['type'] | '' };

const toDraft = (bot: BotCard): Draft => ({ name: bot.name, description: bot.description, type: bot.type === 'prompt' ? 'prompt' : 'nlp' });

function BotForm({ bot, onDone }: { bot: BotCard | undefined; onDone: () => void }) {
  const say = useWords(botWords.list);
  const save = useSaveBot();
  const form = useRecordDialog({
    record: bot,
    toDraft: (of): Draft => (of ? toDraft(of) : { name: '', description: '', type: '' }),
    read: (client) => client.fetchQuery({ ...botQuery(bot?.id ?? ''), staleTime: 0 }),
    save: ({ name, description, type: chosen }, version) =>
      save.mutateAsync({
        ...(bot && version !== undefined ? { id: bot.id, version } : {}),
        name: name.trim(),
        description: description.trim(),
        type: chosen || 'nlp',
      }),
    onSaved: ({ message }) => {
      showToast('success', bot ? inEnglish(message) || botWords.botTexts('updated') : botWords.botTexts('created'));
      onDone();
    },
    onRefused: (error) => {
      if (isToldAlready(error)) return;
      const { code, message } = describeFailure(error);
      showToast('error', code === 'bot.name_taken' ? botWords.botTexts('duplicate') : message);
    },
  });
  const { draft } = form;
  /** A change takes the reason of the last refusal away. */
  const field = (name: keyof Draft) => {
    const { onChange, ...props } = form.field(name);
    const handleChange = (input: unknown) => {
      onChange(input);
      form.clearFailure();
    };
    return { ...props, onChange: handleChange };
  };
  const isValid = draft.name.trim() !== '' && draft.description.trim() !== '' && draft.type !== '';
  const failure = form.failure ? describeFailure(form.failure) : undefined;
  const isTaken = failure?.code === 'bot.name_taken';

  return (
    <DialogForm
      submit={say('save')}
      isBusy={form.isBusy}
      isDisabled={!isValid}
      hint={isValid ? null : say('formHint')}
      onCancel={onDone}
      onSubmit={() => isValid && void form.save()}
    >
      {failure && !isTaken ? (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      ) : null}
      <TextInput
        label={say('name')}
        withAsterisk
        data-autofocus
        maxLength={100}
        {...field('name')}
        error={isTaken ? botWords.botTexts('duplicate') : undefined}
      />
      <Radio.Group label={say('type')} withAsterisk {...field('type')}>
        <Stack gap={8} pt={4}>
          <Radio value="prompt" label={say('promptBased')} description={say('promptHint')} />
          <Radio value="nlp" label={say('nlpBased')} description={say('nlpHint')} />
        </Stack>
      </Radio.Group>
      <Textarea label={say('description')} withAsterisk autosize minRows={2} maxRows={8} maxLength={500} {...field('description')} />
    </DialogForm>
  );
}
