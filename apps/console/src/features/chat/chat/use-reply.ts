import { type Attachment, type MessageCard, messageLimit, takesCaption, wordsOfCard } from '@parley/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api, isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { getOwnStore } from '../../../lib/own-store.ts';
import { showToast } from '../../../lib/toasts.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { commonWords } from '../../../locales/common.ts';
import { placeText } from '../../file/shared/artifact.queries.ts';
import type { PickedAttachment } from '../../file/shared/artifact-picker.tsx';
import { type ReplyFacts, releaseReplies, sendReply } from '../shared/outbox.ts';
import { typingRepeatMs } from '../shared/presence.ts';
import { getTaken, setTaken } from './assist-taken.ts';
import { draftSync } from './draft-sync.ts';
import { getDraft, getDraftFiles, getDraftSeen, onDraftChanged, setDraft, setDraftFiles, setDraftSeen } from './drafts.ts';
import { faultOfFile, isCard, isVoiceFile, type ReplyFile, toSendable } from './reply-files.ts';
import { findGap } from './slash.ts';
import { undoMs } from './undo-send.ts';
import { holdHere } from './unsent-files.ts';
import type { WrittenMail } from './use-mail-reply.ts';

type Upload = { id: number; name: string; ratio: number };
let uploadId = 0;

export type ReplyOptions = {
  chatId: string;
  channelType: number;
  /** Highest number of the record that was on the screen. */
  seen: number;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Subject and recipients, in a chat by mail */
  mail?: WrittenMail | undefined;
};

/** The reply to a chat until it is sent: its words, its files, and the files under way. What is begun is kept for the chat. */
export function useReply({ chatId, channelType, seen, field, mail }: ReplyOptions) {
  const [text, setText] = useState(() => getDraft(chatId));
  const [kept, setKept] = useState(() => getDraftFiles(chatId));
  const [uploads, setUploads] = useState<Upload[]>([]);
  const typedAt = useRef(0);
  /** Quick replies whose words are in it. */
  const used = useRef(new Set<string>());
  const left = messageLimit - text.length;
  const gap = findGap(text);
  const canSend = (text.trim() !== '' || kept.length > 0) && left >= 0 && !gap && mail?.hasReader !== false;

  useEffect(
    () =>
      onDraftChanged(chatId, (isReturned) => {
        setText(getDraft(chatId));
        if (getDraft(chatId).trim() === '') {
          used.current.clear();
          setTaken(chatId, {});
        }
        setKept(getDraftFiles(chatId));
        if (!isReturned) return;
        field.current?.focus();
        draftSync.changed(chatId);
      }),
    [chatId, field],
  );
  useEffect(() => void draftSync.begin(chatId), [chatId]);
  // Going to another chat lets what could be undone leave.
  useEffect(() => () => releaseReplies(chatId), [chatId]);
  /** A reply is begun with its first character or file, and until it is sent or emptied it knows what was on the screen then. */
  const noteBegun = (isBegun: boolean) => {
    if (isBegun !== (getDraftSeen(chatId) !== undefined)) setDraftSeen(chatId, isBegun ? seen : undefined);
  };
  const change = (next: string) => {
    setText(next);
    setDraft(chatId, next);
    draftSync.changed(chatId);
    if (next.trim() === '') {
      used.current.clear();
      setTaken(chatId, {});
    }
    noteBegun(next !== '' || getDraftFiles(chatId).length > 0);
    const now = Date.now();
    if (next.trim() !== '' && now - typedAt.current >= typingRepeatMs) {
      typedAt.current = now;
      liveClient.tell('typing', { chatId });
    }
  };
  const keep = (next: readonly ReplyFile[]) => {
    setKept(next);
    setDraftFiles(chatId, next);
    noteBegun(next.length > 0 || getDraft(chatId) !== '');
  };
  const goToGap = () => {
    field.current?.focus();
    if (gap) field.current?.setSelectionRange(gap.from, gap.to);
  };
  const send = () => {
    if (gap) goToGap();
    if (!canSend) return;
    // The words stand below the first file, in one message with it.
    const [first, ...others] = kept;
    const isCaption = first !== undefined && !isCard(first) && takesCaption(first, channelType);
    const facts: ReplyFacts = { seen: getDraftSeen(chatId) ?? seen, batch: crypto.randomUUID(), draft: draftSync.revisionOf(chatId) };
    const written = mail?.take();
    const ofText = { ...facts, ...(written ? { mail: written } : {}), ...getTaken(chatId), quickReplyIds: [...used.current].slice(0, 20) };
    // The answered mail stands below the words, not below each file.
    const ofFile = {
      ...facts,
      ...(written ? { mail: { ...written, isQuoting: written.isQuoting && text.trim() === '' && others.length === 0 } } : {}),
    };
    used.current.clear();
    setTaken(chatId, {});
    if (text.trim() !== '' && !isCaption) sendReply(chatId, text.trim(), null, ofText, undoMs());
    if (first) void deliver(first, isCaption ? text.trim() : '', isCaption ? ofText : ofFile);
    for (const file of others) void deliver(file, '', ofFile);
    setText('');
    setDraft(chatId, '');
    draftSync.changed(chatId);
    keep([]);
    typedAt.current = 0;
    field.current?.focus();
  };
  const store = async (file: File): Promise<Attachment> => {
    uploadId += 1;
    const id = uploadId;
    setUploads((list) => [...list, { id, name: file.name, ratio: 0 }]);
    try {
      const stored = await uploadFile(await toSendable(file), {
        onProgress: (ratio) => setUploads((list) => list.map((upload) => (upload.id === id ? { ...upload, ratio } : upload))),
      });
      return isVoiceFile(file) ? { ...stored, isVoice: true } : stored;
    } finally {
      setUploads((list) => list.filter((upload) => upload.id !== id));
    }
  };
  const deliver = async (file: ReplyFile, caption: string, facts: ReplyFacts) => {
    if (isCard(file)) return sendReply(chatId, wordsOfCard(file), null, { ...facts, card: file }, undoMs());
    if (!(file instanceof File)) return sendReply(chatId, caption, file, facts, undoMs());
    const owner = getOwnStore();
    const endHold = holdHere();
    try {
      const stored = await store(file);
      if (getOwnStore() === owner) sendReply(chatId, caption, stored, facts, undoMs());
    } catch (error) {
      // Its writer has gone meanwhile: nobody else gets it.
      if (getOwnStore() !== owner) return;
      showToast('error', describeUploadFailure(error));
      keep([...getDraftFiles(chatId), file]);
      // Neither is lost; who has begun another reply meanwhile keeps that above.
      if (caption !== '') change([getDraft(chatId), caption].filter(Boolean).join('\n'));
    } finally {
      endHold();
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
  /** Files lie in the reply, to be looked at; places, links and ready-made words go into the field, where they can still be changed. */
  const attach = async ({ data, artifactId, upload }: PickedAttachment) => {
    const lay = (file: File | Attachment) => {
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

  const addCard = (card: MessageCard) => {
    keep([...getDraftFiles(chatId), card]);
    field.current?.focus();
  };
  /** Sends a voice note by itself; words and files of the reply stay. @param seenThen the highest number on the screen when it was begun */
  const sendVoice = (file: File, seenThen: number) =>
    void deliver(file, '', {
      seen: seenThen,
      batch: crypto.randomUUID(),
      ...(mail ? { mail: { ...mail.current, isQuoting: false } } : {}),
    });
  const remove = (file: ReplyFile) => keep(kept.filter((other) => other !== file));
  const use = (replyId: string) => void used.current.add(replyId);
  return { text, kept, uploads, left, gap, canSend, change, send, store, use, goToGap, addFiles, addCard, sendVoice, attach, remove };
}

export const describeUploadFailure = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : commonWords.uploadTexts('failed');

export type Reply = ReturnType<typeof useReply>;
