import { Textarea } from '@mantine/core';
import { type ArtifactType, channelTypes, countSegments, type SmsSegments, takesFiles } from '@parley/contract';
import { type ClipboardEvent, type KeyboardEvent, memo, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { late } from '../../../lib/late.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useStable } from '../../../lib/use-stable.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { chatCardWords } from '../../../locales/chat-card.ts';
import { actOfControlKey } from '../shared/use-chat-acts.ts';
import type { Asked, AssistHandle } from './assist-strip.tsx';
import classes from './composer.module.css';
import { ComposerTools } from './composer-tools.tsx';
import { keepLeft } from './drafts.ts';
import { GapNotice } from './gap-notice.tsx';
import { KeptFiles } from './kept-files.tsx';
import { LostDraft } from './lost-draft.tsx';
import { QuickReplyList } from './quick-reply-list.tsx';
import { UndoBar } from './undo-bar.tsx';
import { useComposerLater } from './use-composer-later.tsx';
import { type AnsweredMail, useMailReply } from './use-mail-reply.ts';
import { useQuickReplies } from './use-quick-replies.ts';
import { useReply } from './use-reply.ts';
import { wrapSelection } from './wrap-selection.ts';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));

const AssistStrip = late(() => import('./assist-strip.tsx').then((module) => module.AssistStrip));
const MailFields = late(() => import('./mail-fields.tsx').then((module) => module.MailFields));
const MailFoot = late(() => import('./mail-fields.tsx').then((module) => module.MailFoot));
const VoiceRecorder = late(() => import('./voice-recorder.tsx').then((module) => module.VoiceRecorder));
const cardForms = {
  location: late(() => import('./place-form.tsx').then((module) => module.PlaceForm)),
  contacts: late(() => import('./contact-form.tsx').then((module) => module.ContactForm)),
};
type CardKind = keyof typeof cardForms;

/** Kinds of library entries that an SMS can carry. */
const wordArtifacts: readonly ArtifactType[] = ['MSG', 'URL', 'LOCATION'];
/** Number of characters before the limit from which the count is shown. */
const nearLimit = 200;

export type ComposerHandle = {
  focus: () => void;
  openQuickReplies: () => void;
  attach: () => void;
  addCard: (kind: CardKind) => void;
  voice: () => void;
  planLater: () => void;
};

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
  /** Arrow up in the empty field: the words of the last own message are changed. */
  onEditLast?: () => void;
  /** The customer's messages as far as agents are helped with them. Left out where nobody is helped. */
  assisted?: Asked | undefined;
  /** The mail that a reply answers. Left out in chats that are none by mail. */
  answered?: AnsweredMail | undefined;
  /** Keys act in this chat. */
  isActive?: boolean;
  ref: Ref<ComposerHandle>;
};

/** The reply field. It is never locked: without a line to the server, what is sent waits in the thread. */
export const Composer = memo(function Composer({
  chatId,
  customerName,
  channelType,
  seen,
  takesFocus,
  onLeave,
  onMacro,
  onEditLast,
  assisted,
  answered,
  isActive = true,
  ref,
}: Props) {
  const t = useWords(chatWords.conversation);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const [cardKind, setCardKind] = useState<CardKind>();
  const CardForm = cardKind && cardForms[cardKind];
  const field = useRef<HTMLTextAreaElement>(null);
  const mail = useMailReply(chatId, answered);
  const reply = useReply({ chatId, channelType, seen, field, mail });
  const { text, left, gap, change, addFiles } = reply;
  const quick = useQuickReplies({ chatId, field, text, change, onUse: reply.use });
  const later = useComposerLater({ chatId, seen, reply, isFilling: quick.isFilling });
  const send = () => {
    if (!quick.isFilling) reply.send();
  };
  const assist = useRef<AssistHandle>(null);
  const isSms = channelType === channelTypes.SMS;
  const sms = isSms && text !== '' ? countSegments(text) : undefined;
  /** Highest number on the screen when a voice note was begun; undefined while none is. */
  const [voiceSeen, setVoiceSeen] = useState<number>();
  const voiceOwner = useRef(getOwnStore());
  const startVoice = useRef(() => {});
  startVoice.current = () => {
    if (!takesFiles(channelType)) showToast('error', t('smsNoFiles'));
    else if (voiceSeen === undefined) {
      voiceOwner.current = getOwnStore();
      setVoiceSeen(seen);
    }
  };
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
      addCard: setCardKind,
      voice: () => startVoice.current(),
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
    // The next key may come before the next frame: words and cursor stand before it.
    flushSync(() => change(next.text));
    element.focus();
    element.setSelectionRange(next.from, next.to);
  };
  const mark = useStable((sign: string) => edit((value, from, to) => wrapSelection(value, from, to, sign)));
  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes, Enter chooses a word; 229 is how Safari says so.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (quick.handleKey(event)) return;
    if (actOfControlKey(event) === 'assist') {
      event.preventDefault();
      assist.current?.takeNext();
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '' && !hasModifier(event)) {
      event.preventDefault();
      onEditLast?.();
    } else if (event.key === 'Escape') {
      field.current?.blur();
      onLeave();
    } else if (!isSms && (event.ctrlKey || event.metaKey) && !event.shiftKey && (event.key === 'b' || event.key === 'i')) {
      event.preventDefault();
      mark(event.key === 'b' ? '*' : '_');
    }
  };
  const addEmoji = useStable((emoji: string) =>
    edit((value, from, to) => {
      const at = from + emoji.length;
      return { text: value.slice(0, from) + emoji + value.slice(to), from: at, to: at };
    }),
  );
  const openQuickReplies = useStable(quick.open);
  const openPicker = useStable(() => setPickerOpen(true));
  const beginVoice = useStable(() => startVoice.current());
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles(event.clipboardData.files);
  };

  return (
    <>
      <LostDraft chatId={chatId} />
      <UndoBar chatId={chatId} />
      {voiceSeen === undefined ? null : (
        <Suspense>
          <VoiceRecorder
            onSend={(file) => reply.sendVoice(file, voiceSeen)}
            onLeft={(file) => {
              if (keepLeft(voiceOwner.current, chatId, file, voiceSeen)) showToast('info', chatCardWords.card('voiceKept'));
            }}
            onClose={() => {
              setVoiceSeen(undefined);
              field.current?.focus();
            }}
          />
        </Suspense>
      )}
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
        {assisted ? (
          <Suspense fallback={<div className={classes.assistRoom} />}>
            <AssistStrip
              chatId={chatId}
              asked={assisted}
              text={text}
              onLay={(next, { from, to }) => edit(() => ({ text: next, from, to }))}
              isActive={isActive}
              ref={assist}
            />
          </Suspense>
        ) : null}
        {mail ? (
          <Suspense>
            <MailFields mail={mail} />
          </Suspense>
        ) : null}
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
        {mail ? (
          <Suspense>
            <MailFoot mail={mail} />
          </Suspense>
        ) : null}
        {gap ? <GapNotice gap={text.slice(gap.from, gap.to)} onGo={reply.goToGap} /> : null}
        <ComposerTools
          hasMarks={!isSms}
          canSend={reply.canSend && !quick.isFilling}
          onMark={mark}
          onEmoji={addEmoji}
          onQuickReply={openQuickReplies}
          onMacro={onMacro}
          onAttach={openPicker}
          onCard={setCardKind}
          onVoice={takesFiles(channelType) ? beginVoice : undefined}
          later={later.menu}
        />
      </form>
      {later.dialog}
      {CardForm ? (
        <Suspense>
          <CardForm
            onClose={() => setCardKind(undefined)}
            onAdd={(card) => {
              setCardKind(undefined);
              reply.addCard(card);
            }}
          />
        </Suspense>
      ) : null}
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
});

const hasModifier = (event: KeyboardEvent): boolean => event.shiftKey || event.altKey || event.ctrlKey || event.metaKey;

/** The characters that are left near the limit, and the segments of an SMS, by which it is priced. */
function describeLength(left: number, sms: SmsSegments | undefined, t: ChatSay): string | undefined {
  if (left < 0) return t('tooLong', { count: -left });
  if (sms) return t('segments', { count: sms.segmentCount, left: sms.unitsLeft });
  return left <= nearLimit ? t('charactersLeft', { count: left }) : undefined;
}
