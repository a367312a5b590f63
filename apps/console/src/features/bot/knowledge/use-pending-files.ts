import { fileExists } from '@parley/contract';
import { useRef, useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { showToast } from '../../../lib/toasts.ts';
import { isAllowedFile } from '../../../lib/upload.ts';
import { botWords } from '../../../locales/bot.ts';
import { useUploadDocument } from './knowledge.queries.ts';

export type PendingFile = {
  id: number;
  file: File;
  state: 'pending' | 'sending' | 'uploaded' | 'failed';
  /** 0 to 1 while it is sent. */
  ratio: number;
  /** Reason of a failure. */
  reason: string;
};

const isPdf = (file: File) => isAllowedFile(file.name, ['pdf']) && (file.type === '' || file.type === 'application/pdf');

/**
 * Chosen files on their way to the server: pending, then uploaded, or cleared before (KB-013, KB-014).
 * @param uploadedNames of the documents that the bot has
 */
export function usePendingFiles(botId: string, uploadedNames: readonly string[]) {
  const send = useUploadDocument(botId);
  const lastId = useRef(0);
  const [files, setFiles] = useState<PendingFile[]>([]);
  const change = (id: number, part: Partial<PendingFile>) =>
    setFiles((old) => old.map((entry) => (entry.id === id ? { ...entry, ...part } : entry)));

  const choose = (chosen: File[]) => {
    const names = new Set([...uploadedNames, ...files.map(({ file }) => file.name)]);
    const added: PendingFile[] = [];
    for (const file of chosen) {
      if (!isPdf(file)) showToast('error', botWords.knowledgeTexts('pdfOnly'));
      else if (names.has(file.name)) showToast('error', fileExists(file.name));
      else {
        names.add(file.name);
        lastId.current += 1;
        added.push({ id: lastId.current, file, state: 'pending', ratio: 0, reason: '' });
      }
    }
    if (added.length > 0) setFiles((old) => [...old, ...added]);
  };
  const clear = ({ id, state }: PendingFile) => {
    if (state === 'uploaded' || state === 'sending') {
      showToast('error', botWords.knowledgeTexts('deleteRefused'));
      return;
    }
    setFiles((old) => old.filter((entry) => entry.id !== id));
    showToast('success', botWords.knowledgeTexts('fileRemoved'));
  };
  const upload = async ({ id, file }: PendingFile) => {
    change(id, { state: 'sending', ratio: 0, reason: '' });
    try {
      const { message } = await send.mutateAsync({ file, onProgress: (ratio) => change(id, { ratio }) });
      change(id, { state: 'uploaded' });
      showToast('success', inEnglish(message) || botWords.knowledgeTexts('uploaded'));
    } catch (error) {
      change(id, { state: 'failed', reason: describeFailure(error).message });
      showToast('error', botWords.knowledgeTexts('uploadFailed'));
    }
  };
  /** Uploaded ones leave the list once their document is gone, or once the screen is saved. */
  const forget = (name?: string) =>
    setFiles((old) => old.filter(({ state, file }) => state !== 'uploaded' || (name !== undefined && file.name !== name)));

  return { files, choose, clear, upload, forget };
}
