import { Textarea } from '@mantine/core';
import { type ArtifactType, channelTypes, countSegments, type SmsSegments } from '@parley/contract';
import { type ClipboardEvent, type KeyboardEvent, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import classes from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { GapNotice } from './gap-notice.tsx';
import { KeptFiles } from './kept-files.tsx';
import { LostDraft } from './lost-draft.tsx';
import { QuickReplyList } from './quick-reply-list.tsx';
import { takesFiles } from './reply-files.ts';
import { UndoBar } from './undo-bar.tsx';
import { useComposerLater } from './use-composer-later.tsx';
import { useQuickReplies } from './use-quick-replies.ts';
import { useReply } from './use-reply.ts';
import { wrapSelection } from './wrap-selection.ts';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));

/** Kinds of library entries that an SMS can carry. */
const wordArtifacts: readonly ArtifactType[] = ['MSG', 'URL', 'LOCATION'];
/** Number of characters before the limit from which the count is shown. */
const nearLimit = 200;

export type ComposerHandle = { focus: () => void; openQuickReplies: () => void; attach: () => void; planLater: () => void };

type Props = {
  chatId: string;
  customerName: string;
  channelType: number;
  /** Highest number of the record that was on the screen. */
  seen: number;
  /** It has the focus as soon as it is there. */
  takesFocus: boolean;
  /** Escape leads back to the list. */
  onLeave: () => void;
  /** Shows the macros. Left out where nobody can run one. */
  onMacro?: () => void;
  ref: Ref<ComposerHandle>;
};

/** The reply field. It is never locked: without a line to the server, what is sent waits in the thread. */
export function Composer({ chatId, customerName, channelType, seen, takesFocus, onLeave, onMacro, ref }: Props) {
  const t = useWords(chatWords.conversation);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const reply = useReply({ chatId, channelType, seen, field });
  const { text, left, gap, change, addFiles } = reply;
  const quick = useQuickReplies({ chatId, field, text, change, onUse: reply.use });
  const later = useComposerLater({ chatId, seen, reply, isFilling: quick.isFilling });
  const send = () => {
    if (!quick.isFilling) reply.send();
  };
  const isSms = channelType === channelTypes.SMS;
  const sms = isSms && text !== '' ? countSegments(text) : undefined;
  const openQuick = useRef(quick.open);
  openQuick.current = quick.open;
  const openLater = useRef(later.open);
  openLater.current = later.open;
  useImperativeHandle(
    ref,
    () => ({
      focus: () => field.current?.focus(),
      openQuickReplies: () => openQuick.current(),
      attach: () => setPickerOpen(true),
      planLater: () => {
        if (!openLater.current()) field.current?.focus();
      },
    }),
    [],
  );
  const [startsFocused] = useState(takesFocus);
  useEffect(() => {
    // Leaves the focus with a user who is typing elsewhere.
    if (!startsFocused || isTyping(document.activeElement)) return;
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, [startsFocused]);

  const edit = (insert: (value: string, from: number, to: number) => { text: string; from: number; to: number }) => {
    const element = field.current;
    if (!element) return;
    const next = insert(text, element.selectionStart, element.selectionEnd);
    change(next.text);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.from, next.to);
    });
  };
  const mark = (sign: string) => edit((value, from, to) => wrapSelection(value, from, to, sign));
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter chooses a word; 229 is how Safari says so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (quick.handleKey(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape') {
      field.current?.blur();
      onLeave();
    } else if (!isSms && (event.ctrlKey || event.metaKey) && !event.shiftKey && (event.key === 'b' || event.key === 'i')) {
      event.preventDefault();
      mark(event.key === 'b' ? '*' : '_');
    }
  };
  const addEmoji = (emoji: string) =>
    edit((value, from, to) => {
      const at = from + emoji.length;
      return { text: value.slice(0, from) + emoji + value.slice(to), from: at, to: at };
    });
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles(event.clipboardData.files);
  };

  return (
    <>
      <LostDraft chatId={chatId} />
      <UndoBar chatId={chatId} />
      <form
        className={classes.composer}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          addFiles(event.dataTransfer.files);
        }}
      >
        <QuickReplyList replies={quick} />
        <KeptFiles reply={reply} />
        <Textarea
          ref={field}
          variant="unstyled"
          dir="auto"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          aria-label={t('composer', { name: customerName })}
          placeholder={t('composer', { name: customerName })}
          description={describeLength(left, sms, t)}
          inputWrapperOrder={['input', 'description']}
          error={left < 0}
          aria-autocomplete="list"
          aria-controls={quick.isOpen && quick.active ? quick.listId : undefined}
          aria-activedescendant={quick.isOpen && quick.active ? quick.optionId(quick.active) : undefined}
          classNames={{ input: classes.composerInput, description: classes.composerCount }}
          onChange={(event) => {
            const { value, selectionStart } = event.currentTarget;
            quick.handleCaret(selectionStart, value);
            change(value);
          }}
          onSelect={(event) => quick.handleCaret(event.currentTarget.selectionStart)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        {gap ? <GapNotice gap={text.slice(gap.from, gap.to)} onGo={reply.goToGap} /> : null}
        <ComposerTools
          hasMarks={!isSms}
          canSend={reply.canSend && !quick.isFilling}
          onMark={mark}
          onEmoji={addEmoji}
          onQuickReply={quick.open}
          onMacro={onMacro}
          onAttach={() => setPickerOpen(true)}
          later={later.menu}
        />
      </form>
      {later.dialog}
      {/* Stands beside the form: a file dropped on the dialog would otherwise be dropped on the form as well. */}
      {isPickerOpen ? (
        <Suspense>
          <ArtifactPicker
            opened
            onClose={() => setPickerOpen(false)}
            onPick={(picked) => void reply.attach(picked)}
            {...(takesFiles(channelType) ? {} : { kinds: wordArtifacts, hasBrowse: false })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The characters that are left near the limit, and the segments of an SMS, by which it is priced. */
function describeLength(left: number, sms: SmsSegments | undefined, t: ChatSay): string | undefined {
  if (left < 0) return t('tooLong', { count: -left });
  if (sms) return t('segments', { count: sms.segmentCount, left: sms.unitsLeft });
  return left <= nearLimit ? t('charactersLeft', { count: left }) : undefined;
}
