import { Alert, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import type { BotCard } from '@parley/contract';
import { useState } from 'react';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { useVersionedForm } from '../../account/shared/use-versioned-form.tsx';
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
const loaded = (bot: BotCard) => ({ values: toDraft(bot), version: bot.version });

function BotForm({ bot, onDone }: { bot: BotCard | undefined; onDone: () => void }) {
  const say = useWords(botWords.list);
  const save = useSaveBot();
  const [draft, setDraft] = useState<Draft>(bot ? toDraft(bot) : { name: '', description: '', type: '' });
  const versioned = useVersionedForm<Draft>({
    typed: draft,
    latest: bot && loaded(bot),
    load: async (client) => loaded(await client.fetchQuery({ ...botQuery(bot?.id ?? ''), staleTime: 0 })),
    onTake: setDraft,
  });
  const change = (part: Partial<Draft>) => {
    setDraft((old) => ({ ...old, ...part }));
    save.reset();
  };
  const { type } = draft;
  const isValid = draft.name.trim() !== '' && draft.description.trim() !== '' && type !== '';
  const failure = save.error ? describeFailure(save.error) : undefined;
  const isTaken = failure?.code === 'bot.name_taken';

  const write = ({ name, description, type: chosen }: Draft, version: number | undefined) =>
    save.mutateAsync({
      ...(bot && version !== undefined ? { id: bot.id, version } : {}),
      name: name.trim(),
      description: description.trim(),
      type: chosen || 'nlp',
    });
  const handleSubmit = async () => {
    if (!isValid) return;
    try {
      const saved = await versioned.save(write);
      if (!saved) return;
      showToast('success', bot ? inEnglish(saved.message) || botWords.botTexts('updated') : botWords.botTexts('created'));
      onDone();
    } catch (error) {
      if (isToldAlready(error)) return;
      const { code, message } = describeFailure(error);
      showToast('error', code === 'bot.name_taken' ? botWords.botTexts('duplicate') : message);
    }
  };

  return (
    <DialogForm
      submit={say('save')}
      isBusy={save.isPending}
      isDisabled={!isValid}
      hint={isValid ? null : say('formHint')}
      onCancel={onDone}
      onSubmit={() => void handleSubmit()}
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
        value={draft.name}
        error={isTaken ? botWords.botTexts('duplicate') : undefined}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Radio.Group label={say('type')} withAsterisk value={type} onChange={(next) => change({ type: next as Draft['type'] })}>
        <Stack gap={8} pt={4}>
          <Radio value="prompt" label={say('promptBased')} description={say('promptHint')} />
          <Radio value="nlp" label={say('nlpBased')} description={say('nlpHint')} />
        </Stack>
      </Radio.Group>
      <Textarea
        label={say('description')}
        withAsterisk
        autosize
        minRows={2}
        maxRows={8}
        maxLength={500}
        value={draft.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </DialogForm>
  );
}
