import { Modal, Textarea } from '@mantine/core';
import { DialogForm } from '../../../components/dialog-form.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import type { EntityDraft } from './entity-draft.ts';
import { mostValues, pasteValues } from './entity-paste.ts';

export type PasteDialogProps = { draft: EntityDraft; onPaste: (draft: EntityDraft) => void; onClose: () => void };

/** Many values at once, a line for each. */
export function PasteDialog({ draft, onPaste, onClose }: PasteDialogProps) {
  const say = useWords(botWords.entity);
  return (
    <Modal opened onClose={onClose} title={say('pasteTitle')} size="lg" closeOnClickOutside={false}>
      <PasteForm draft={draft} onPaste={onPaste} onClose={onClose} />
    </Modal>
  );
}

function PasteForm({ draft, onPaste, onClose }: PasteDialogProps) {
  const say = useWords(botWords.entity);
  const form = useForm({ initial: { text: '' } });

  const handleSubmit = ({ text }: typeof form.draft) => {
    const pasted = pasteValues(draft, text);
    if ('fault' in pasted) {
      const { kind } = pasted.fault;
      form.setFault('text', say(`paste_${kind}`, { line: 'line' in pasted.fault ? pasted.fault.line : 0, most: mostValues }));
      return;
    }
    onPaste(pasted.draft);
    showToast('success', say('pasted', { added: pasted.addedCount, extended: pasted.extendedCount }));
    onClose();
  };

  return (
    <DialogForm submit={say('pasteAdd')} onCancel={onClose} onSubmit={form.submit(handleSubmit)}>
      <Textarea
        label={say('pasteLines')}
        description={say('pasteHint')}
        data-autofocus
        autosize
        minRows={6}
        maxRows={16}
        {...form.field('text')}
      />
    </DialogForm>
  );
}
