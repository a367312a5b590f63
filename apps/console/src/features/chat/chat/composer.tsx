import { ActionIcon, Button, Loader, Popover, Progress, Textarea, Tooltip } from '@mantine/core';
import { type ArtifactType, channelTypes, countSegments, messageLimit, type SmsSegments } from '@parley/contract';
import {
  IconBold,
  IconCode,
  IconFile,
  IconItalic,
  IconMoodSmile,
  IconPaperclip,
  IconSend2,
  IconStrikethrough,
  IconX,
} from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { api, isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { shortenFileName } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { liveClient } from '../../../lib/live.ts';
import { isTyping } from '../../../lib/single-keys.ts';
import { showToast } from '../../../lib/toasts.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { commonWords } from '../../../locales/common.ts';
import { placeText } from '../../file/shared/artifact.queries.ts';
import type { PickedAttachment } from '../../file/shared/artifact-picker.tsx';
import { sendReply } from '../shared/outbox.ts';
import { typingRepeatMs } from '../shared/presence.ts';
import classes from './composer.module.css';
import { getDraft, getDraftFiles, setDraft, setDraftFiles } from './drafts.ts';
import { faultOfFile, type ReplyFile, takesCaption, takesFiles, toSendable } from './reply-files.ts';
import { wrapSelection } from './wrap-selection.ts';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));
const EmojiPanel = late(() => import('./emoji-panel.tsx').then((module) => module.EmojiPanel));

/** Kinds of library entries that an SMS can carry. */
const wordArtifacts: readonly ArtifactType[] = ['MSG', 'URL', 'LOCATION'];
const marks = [
  { sign: '*', word: 'bold', icon: IconBold },
  { sign: '_', word: 'italic', icon: IconItalic },
  { sign: '~', word: 'strike', icon: IconStrikethrough },
  { sign: '```', word: 'mono', icon: IconCode },
] as const;
/** Number of characters before the limit from which the count is shown. */
const nearLimit = 200;

type Upload = { id: number; name: string; ratio: number };
let uploadId = 0;

export type ComposerHandle = { focus: () => void };

type Props = {
  chatId: string;
  customerName: string;
  channelType: number;
  /** It has the focus as soon as it is there. */
  takesFocus: boolean;
  /** Escape leads back to the list. */
  onLeave: () => void;
  ref: Ref<ComposerHandle>;
};

/** The reply field. It is never locked: without a line to the server, what is sent waits in the thread. */
export function Composer({ chatId, customerName, channelType, takesFocus, onLeave, ref }: Props) {
  const t = useWords(chatWords.conversation);
  const [text, setText] = useState(() => getDraft(chatId));
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [isEmojiOpen, setEmojiOpen] = useState(false);
  const [isPickerOpen, setPickerOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const typedAt = useRef(0);
  const left = messageLimit - text.length;
  const [kept, setKept] = useState(() => getDraftFiles(chatId));
  const canSend = (text.trim() !== '' || kept.length > 0) && left >= 0;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), []);
  const [startsFocused] = useState(takesFocus);
  useEffect(() => {
    // Leaves the focus with a user who is typing elsewhere.
    if (!startsFocused || isTyping(document.activeElement)) return;
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  }, [startsFocused]);

  const change = (next: string) => {
    setText(next);
    setDraft(chatId, next);
    const now = Date.now();
    if (next.trim() !== '' && now - typedAt.current >= typingRepeatMs) {
      typedAt.current = now;
      liveClient.tell('typing', { chatId });
    }
  };
  const keep = (next: readonly ReplyFile[]) => {
    setKept(next);
    setDraftFiles(chatId, next);
  };
  const send = () => {
    if (!canSend) return;
    // The words stand below the first file, in one message with it.
    const [first, ...others] = kept;
    const isCaption = first !== undefined && takesCaption(first, channelType);
    if (text.trim() !== '' && !isCaption) sendReply(chatId, text.trim(), null);
    if (first) void deliver(first, isCaption ? text.trim() : '');
    for (const file of others) void deliver(file, '');
    setText('');
    setDraft(chatId, '');
    keep([]);
    typedAt.current = 0;
    field.current?.focus();
  };
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
  /** Adds pasted or dropped files to the reply, where they can be checked until it is sent. */
  const addFiles = (files: Iterable<File>) => {
    const given = [...files];
    const allowed = given.filter((file) => faultOfFile(file, channelType) === '');
    const refused = given.find((file) => !allowed.includes(file));
    if (refused) showToast('error', faultOfFile(refused, channelType));
    if (allowed.length > 0) keep([...kept, ...allowed]);
    field.current?.focus();
  };
  const deliver = async (file: ReplyFile, caption: string) => {
    if (!(file instanceof File)) return sendReply(chatId, caption, file);
    uploadId += 1;
    const id = uploadId;
    setUploads((list) => [...list, { id, name: file.name, ratio: 0 }]);
    try {
      const uploaded = await uploadFile(await toSendable(file), {
        onProgress: (ratio) => setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ratio } : upload))),
      });
      sendReply(chatId, caption, uploaded);
    } catch (error) {
      showToast('error', error instanceof Error && error.message ? error.message : commonWords.uploadTexts('failed'));
      keep([...getDraftFiles(chatId), file]);
      // Neither is lost; who has begun another reply meanwhile keeps that above.
      if (caption !== '') change([getDraft(chatId), caption].filter(Boolean).join('\n'));
    } finally {
      setUploads((list) => list.filter((upload) => upload.id !== id));
    }
  };
  /** Files lie in the reply, to be looked at; places, links and ready-made words go into the field, where they can still be changed. */
  const attach = async ({ data, artifactId, upload }: PickedAttachment) => {
    const lay = (file: ReplyFile) => {
      const fault = faultOfFile(file, channelType);
      if (fault !== '') return showToast('error', fault);
      keep([...getDraftFiles(chatId), file]);
      field.current?.focus();
    };
    if (upload) return lay(upload);
    const words = data.type === 'MSG' ? data.message : data.type === 'URL' ? data.url : data.type === 'LOCATION' ? placeText({ data }) : '';
    if (words !== '') {
      change(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`);
      return field.current?.focus();
    }
    try {
      if (artifactId) lay(await api.artifacts.copy({ params: { artifactId } }));
    } catch (error) {
      if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
    }
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles(event.clipboardData.files);
  };

  const isSms = channelType === channelTypes.SMS;
  const sms = isSms && text !== '' ? countSegments(text) : undefined;
  // An SMS shows its marks as they are typed.
  const tools = isSms ? [] : marks;
  return (
    <>
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
        {uploads.map((upload) => (
          <div key={upload.id} className={classes.upload}>
            <span>{shortenFileName(upload.name)}</span>
            <Progress value={upload.ratio * 100} className={classes.grow} aria-label={t('uploading', { name: upload.name })} />
          </div>
        ))}
        {kept.length > 0 ? (
          <ul className={classes.kept} aria-label={t('filesToSend')}>
            {kept.map((file, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be pasted twice
              <KeptFile key={index} file={file} onRemove={() => keep(kept.filter((other) => other !== file))} />
            ))}
          </ul>
        ) : null}
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
          classNames={{ input: classes.composerInput, description: classes.composerCount }}
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
        />
        <div className={classes.tools}>
          {tools.map(({ sign, word, icon: ToolIcon }) => (
            <Tooltip key={sign} label={t(word)}>
              <ActionIcon size={30} aria-label={t(word)} onClick={() => mark(sign)}>
                <ToolIcon size={17} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          ))}
          <Popover opened={isEmojiOpen} onChange={setEmojiOpen} position="top-start" shadow="md" trapFocus returnFocus>
            <Popover.Target>
              <ActionIcon
                size={30}
                aria-label={t('emoji')}
                aria-haspopup="dialog"
                aria-expanded={isEmojiOpen}
                onClick={() => setEmojiOpen((is) => !is)}
              >
                <IconMoodSmile size={18} stroke={1.7} />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown p={0}>
              <Suspense fallback={<Loader size="sm" m="lg" />}>
                <EmojiPanel
                  onChoose={(emoji) => {
                    setEmojiOpen(false);
                    edit((value, from, to) => {
                      const at = from + emoji.length;
                      return { text: value.slice(0, from) + emoji + value.slice(to), from: at, to: at };
                    });
                  }}
                />
              </Suspense>
            </Popover.Dropdown>
          </Popover>
          <Tooltip label={t('attach')}>
            <ActionIcon size={30} aria-label={t('attach')} aria-haspopup="dialog" onClick={() => setPickerOpen(true)}>
              <IconPaperclip size={17} stroke={1.7} />
            </ActionIcon>
          </Tooltip>
          <span className={classes.composerHint}>{t('composerHint')}</span>
          <Button type="submit" size="xs" disabled={!canSend} rightSection={<IconSend2 size={15} aria-hidden />}>
            {t('send')}
          </Button>
        </div>
      </form>
      {/* Stands beside the form: a file dropped on the dialog would otherwise be dropped on the form as well. */}
      {isPickerOpen ? (
        <Suspense>
          <ArtifactPicker
            opened
            onClose={() => setPickerOpen(false)}
            onPick={(picked) => void attach(picked)}
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

/** A file of the reply: a picture as it is, any other by its name. */
function KeptFile({ file, onRemove }: { file: ReplyFile; onRemove: () => void }) {
  const t = useWords(chatWords.conversation);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
    if (!(file instanceof File)) return setAddress(file.url);
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return (
    <li className={classes.keptFile}>
      {address ? (
        <img src={address} alt={t('image', { name: file.name })} />
      ) : (
        <span className={classes.keptName}>
          <IconFile size={16} stroke={1.6} aria-hidden /> {shortenFileName(file.name)}
        </span>
      )}
      <ActionIcon
        size={22}
        variant="default"
        className={classes.keptRemove}
        aria-label={t('removeFile', { name: file.name })}
        onClick={onRemove}
      >
        <IconX size={13} />
      </ActionIcon>
    </li>
  );
}
