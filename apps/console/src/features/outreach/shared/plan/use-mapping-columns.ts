import type { Audience } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { columnsQuery } from '../broadcast.queries.ts';
import type { Column } from '../send-draft.ts';
import { audienceFileQuery } from './audience.queries.ts';

/** Columns that a value may come from: the file's or those of the list that comes with the start, then fields of the phone book. */
export function useMappingColumns({ fileId, given }: Audience): Column[] {
  const say = useWords(campaignWords.plan);
  const bookColumns = useQuery(columnsQuery);
  const file = useQuery(audienceFileQuery(fileId));
  return useMemo(() => {
    const own = [
      ...(file.data?.columns ?? []).map((name) => ({
        name,
        label: say('fileColumn', { name, interpolation: { escapeValue: false } }),
      })),
      ...(given?.columns ?? []).map((name) => ({ name, label: name })),
    ];
    const names = new Set(own.map(({ name }) => name));
    return [...own, ...(bookColumns.data ?? []).filter(({ name }) => !names.has(name))];
  }, [bookColumns.data, file.data, given, say]);
}
