import { Button, Textarea } from '@mantine/core';
import { type ChatAction, messageLimit } from '@parley/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { chatActWords } from '../../../locales/chat-act.ts';
import { commonWords } from '../../../locales/common.ts';
import { changesOf } from '../shared/chat.rules.ts';
import { useEditMessage } from './message-act.queries.ts';
import classes from './message-editor.module.css';
import type { Begun } from './use-message-editing.ts';

type Props = {
  chatId: string;
  action: ChatAction;
  begun: Begun;
  onType: (text: string) => void;
  onDone: () => void;
};

/** The words of an own message, in place of the message. The reply below keeps its draft. */
export function MessageEditor({ chatId, action, begun, onType, onDone }: Props) {
  const t = useWords(chatActWords.messageAct);
  const sayCommon = useWords(commonWords.ui);
  const { seen } = begun;
  const [text, setText] = useState(begun.text ?? seen.at(-1) ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const { mutate, isPending } = useEditMessage(chatId, action);
  const words = text.trim();
  const canSave = words !== '' && words.length <= messageLimit && !isPending;
  useEffect(() => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, []);
  const save = () => {
    if (!canSave) return;
    // Words on their way may have arrived meanwhile: they were seen too.
    const was = seen.includes(action.message) ? action.message : (seen[0] ?? '');
    if (words === action.message && changesOf(action).act?.kind !== 'edit') return onDone();
    mutate({ text: words, was }, { onSuccess: onDone });
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter chooses a word; 229 is how Safari says so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') onDone();
      else save();
    }
  };
  return (
    <div className={classes.editor}>
      <Textarea
        ref={field}
        dir="auto"
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        aria-label={t('editField')}
        description={t('editHint')}
        inputWrapperOrder={['input', 'description']}
        error={words.length > messageLimit}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onType(event.currentTarget.value);
        }}
        onKeyDown={handleKeyDown}
      />
      <div className={classes.buttons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {sayCommon('cancel')}
        </Button>
        <Button size="compact-sm" disabled={!canSave} loading={isPending} onClick={save}>
          {sayCommon('save')}
        </Button>
      </div>
    </div>
  );
}
