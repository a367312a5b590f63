import { Modal, TextInput } from '@mantine/core';
import type { QuickReply } from '@parley/contract';
import { chatMessageLanguages, quickReplyVariables, shortcutPattern } from '@parley/contract';
import { DialogForm } from '../../../../components/dialog-form.tsx';
import { SaveFailure } from '../../../../components/save-failure.tsx';
import { nameOfLanguage } from '../../../../lib/languages.ts';
import { showToast } from '../../../../lib/toasts.ts';
import { useWords } from '../../../../lib/words.ts';
import { chatSettingsWords } from '../../../../locales/chat-settings.ts';
import { commonWords } from '../../../../locales/common.ts';
import { useRecordDialog } from '../../../account/shared/use-record-form.ts';
import { VariableText } from '../variable-text.tsx';
import { type QuickReplyDraft, quickReplyQuery, useSaveQuickReply } from './quick-reply.queries.ts';

const toDraft = (reply: QuickReply | undefined): QuickReplyDraft => ({
  shortcut: reply?.shortcut ?? '',
  text: reply?.text ?? '',
  textHi: reply?.textHi ?? '',
});
const textOf = { en: 'text', hi: 'textHi' } as const;

export type QuickReplyFormProps = { deptId: string; departmentName: string; reply: QuickReply | undefined; onClose: () => void };

/** A shortcut and its texts; a new one without `reply`. */
export function QuickReplyForm({ deptId, departmentName, reply, onClose }: QuickReplyFormProps) {
  const say = useWords(chatSettingsWords.quickReply);
  const sayCommon = useWords(commonWords.ui);
  const sayDone = useWords(commonWords.done);
  const save = useSaveQuickReply(deptId);
  const form = useRecordDialog({
    record: reply,
    toDraft,
    read: (client) => client.fetchQuery({ ...quickReplyQuery(reply?.id ?? ''), staleTime: 0 }),
    check: ({ shortcut, text, textHi }) => ({
      shortcut: !shortcutPattern.test(shortcut.trim()) && say('shortcutFault'),
      text: text.trim() === '' && textHi.trim() === '' && say('textEmpty'),
    }),
    save: (draft, version) => save.mutateAsync({ ...draft, ...(reply && version !== undefined ? { id: reply.id, version } : {}) }),
    onSaved: () => {
      showToast('success', sayDone(reply ? 'saved' : 'added'));
      onClose();
    },
  });
  const { field } = form;
  return (
    <Modal opened onClose={onClose} size="lg" title={reply ? say('editTitle', { name: reply.shortcut }) : say('addTitle')}>
      <DialogForm submit={sayCommon(reply ? 'save' : 'create')} isBusy={form.isBusy} onCancel={onClose} onSubmit={form.handleSubmit}>
        {form.failure && Object.keys(form.faults).length === 0 ? <SaveFailure error={form.failure} /> : null}
        <TextInput
          data-autofocus
          label={say('shortcut')}
          description={say('shortcutHint')}
          leftSection="/"
          withAsterisk
          maxLength={40}
          {...field('shortcut')}
        />
        {chatMessageLanguages.map((language) => (
          <VariableText
            key={language}
            name={say('textIn', { language: nameOfLanguage(language) })}
            language={language}
            variables={quickReplyVariables}
            departmentName={departmentName}
            value={form.draft[textOf[language]]}
            fault={form.faults[textOf[language]]}
            onChange={(text) => form.change({ [textOf[language]]: text })}
          />
        ))}
      </DialogForm>
    </Modal>
  );
}
