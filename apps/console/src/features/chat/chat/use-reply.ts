import { messageLimit } from '@parley/contract';
import { type RefObject, useRef, useState } from 'react';
import { api, isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { uploadFile } from '../../../lib/upload.ts';
import { commonWords } from '../../../locales/common.ts';
import { placeText } from '../../file/shared/artifact.queries.ts';
import type { PickedAttachment } from '../../file/shared/artifact-picker.tsx';
import { sendReply } from '../shared/outbox.ts';
import { typingRepeatMs } from '../shared/presence.ts';
import { getDraft, getDraftFiles, setDraft, setDraftFiles } from './drafts.ts';
import { faultOfFile, type ReplyFile, takesCaption, toSendable } from './reply-files.ts';

type Upload = { id: number; name: string; ratio: number };
let uploadId = 0;

export type ReplyOptions = { chatId: string; channelType: number; field: RefObject<HTMLTextAreaElement | null> };

/** The reply to a chat until it is sent: its words, its files, and the files under way. What is begun is kept for the chat. */
export function useReply({ chatId, channelType, field }: ReplyOptions) {
  const [text, setText] = useState(() => getDraft(chatId));
  const [kept, setKept] = useState(() => getDraftFiles(chatId));
  const [uploads, setUploads] = useState<Upload[]>([]);
  const typedAt = useRef(0);
  const left = messageLimit - text.length;
  const canSend = (text.trim() !== '' || kept.length > 0) && left >= 0;

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

  const remove = (file: ReplyFile) => keep(kept.filter((other) => other !== file));
  return { text, kept, uploads, left, canSend, change, send, addFiles, attach, remove };
}

export type Reply = ReturnType<typeof useReply>;
