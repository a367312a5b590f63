import type { UploadRecord } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { isUnfinished, refreshImports } from './csv-import.queries.ts';
import { sayStatus } from './upload-status.tsx';

/**
 * Announces imports that have ended meanwhile in one sentence for users who do not see the bar, which itself is not read out every second.
 * Refetches everything that depends on an import then.
 */
export function useFinishedNews(records: readonly UploadRecord[] | undefined): string {
  const say = useWords(customerWords.csvImport);
  const client = useQueryClient();
  const unfinished = useRef(new Set<string>());
  const [news, setNews] = useState('');
  useEffect(() => {
    if (!records) return;
    const ended = records.filter((record) => unfinished.current.has(record.uploadId) && !isUnfinished(record));
    unfinished.current = new Set(records.filter(isUnfinished).map(({ uploadId }) => uploadId));
    if (ended.length === 0) return;
    refreshImports(client);
    const toSentence = (record: UploadRecord) =>
      say('finished', {
        name: record.file.name,
        status: sayStatus(say, record),
        accepted: record.acceptedLines,
        errors: record.errorLines,
      });
    setNews(ended.map(toSentence).join('. '));
  }, [records, say, client]);
  return news;
}
