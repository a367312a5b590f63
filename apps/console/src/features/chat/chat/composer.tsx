import { ActionIcon, Button, Loader, Popover, Progress, Textarea, Tooltip } from '@mantine/core';
import { mediaExtensions, messageLimit } from '@parley/contract';
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
import { isAllowedFile, uploadFile } from '../../../lib/upload.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { commonWords } from '../../../locales/common.ts';
import { placeText } from '../../file/shared/artifact.queries.ts';
import type { PickedAttachment } from '../../file/shared/artifact-picker.tsx';
import { sendReply } from '../shared/outbox.ts';
import { typingRepeatMs } from '../shared/presence.ts';
import classes from './composer.module.css';
import { getDraft, getDraftFiles, setDraft, setDraftFiles } from './drafts.ts';
import { wrapSelection } from './wrap-selection.ts';

const ArtifactPicker = late(() => import('../../file/shared/artifact-picker.tsx').then((module) => module.ArtifactPicker));
const EmojiPanel = late(() => import('./emoji-panel.tsx').then((module) => module.EmojiPanel));

const extensions = Object.values(mediaExtensions).flat();
/** How near the end of the limit the count is shown. */
const nearLimit = 200;

type Upload = { id: number; name: string; ratio: number };
let uploadId = 0;

export type ComposerHandle = { focus: () => void };

type Props = {
  chatId: string;
  customerName: string;
  /** It has the focus as soon as it is there. */
  takesFocus: boolean;
  /** Escape leads back to the list. */
  onLeave: () => void;
  ref: Ref<ComposerHandle>;
};

/** The reply field. It is never locked: without a line to the server, what is sent waits in the thread. */
export function Composer({ chatId, customerName, takesFocus, onLeave, ref }: Props) {
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
    // Whoever writes elsewhere meanwhile is not led away.
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
  const keep = (next: readonly File[]) => {
    setKept(next);
    setDraftFiles(chatId, next);
  };
  const send = () => {
    if (!canSend) return;
    if (text.trim() !== '') sendReply(chatId, text.trim(), null);
    for (const file of kept) void deliver(file);
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
    } else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && (event.key === 'b' || event.key === 'i')) {
      event.preventDefault();
      mark(event.key === 'b' ? '*' : '_');
    }
  };
  /** What is pasted or dropped lies in the reply, to be looked at, until it is sent. */
  const addFiles = (files: Iterable<File>) => {
    const given = [...files];
    const allowed = given.filter((file) => isAllowedFile(file.name, extensions));
    if (allowed.length < given.length) showToast('error', commonWords.uploadTexts('invalidFormat'));
    if (allowed.length > 0) keep([...kept, ...allowed]);
    field.current?.focus();
  };
  const deliver = async (file: File) => {
    uploadId += 1;
    const id = uploadId;
    setUploads((list) => [...list, { id, name: file.name, ratio: 0 }]);
    try {
      const uploaded = await uploadFile(file, {
        onProgress: (ratio) => setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ratio } : upload))),
      });
      sendReply(chatId, '', uploaded);
    } catch (error) {
      showToast('error', error instanceof Error && error.message ? error.message : commonWords.uploadTexts('failed'));
      keep([...getDraftFiles(chatId), file]);
    } finally {
      setUploads((list) => list.filter((upload) => upload.id !== id));
    }
  };
  /** Files are sent as they are; places, links and ready-made words go into the field, where they can still be changed. */
  const attach = async ({ data, artifactId, upload }: PickedAttachment) => {
    if (upload) return sendReply(chatId, '', upload);
    const words = data.type === 'MSG' ? data.message : data.type === 'URL' ? data.url : data.type === 'LOCATION' ? placeText({ data }) : '';
    if (words !== '') {
      change(text.trim() === '' ? words : `${text.trimEnd()}\n${words}`);
      return field.current?.focus();
    }
    try {
      if (artifactId) sendReply(chatId, '', await api.artifacts.copy({ params: { artifactId } }));
    } catch (error) {
      if (!isToldAlready(error)) showToast('error', describeFailure(error).message);
    }
  };
  const handlePaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles(event.clipboardData.files);
  };

  const tools = [
    { sign: '*', word: 'bold', icon: IconBold },
    { sign: '_', word: 'italic', icon: IconItalic },
    { sign: '~', word: 'strike', icon: IconStrikethrough },
    { sign: '```', word: 'mono', icon: IconCode },
  ] as const;

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
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          aria-label={t('composer', { name: customerName })}
          placeholder={t('composer', { name: customerName })}
          description={left <= nearLimit ? (left < 0 ? t('tooLong', { count: -left }) : t('charactersLeft', { count: left })) : undefined}
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
      {/* Beside the form: what is dropped on the dialog would otherwise be dropped on the form as well. */}
      {isPickerOpen ? (
        <Suspense>
          <ArtifactPicker opened onClose={() => setPickerOpen(false)} onPick={(picked) => void attach(picked)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A file of the reply: a picture as it is, any other by its name. */
function KeptFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const t = useWords(chatWords.conversation);
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file.type.startsWith('image/')) return;
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
