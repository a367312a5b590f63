import type { CheckFacts, Document, Finding, FindingCode } from '@parley/journey';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { nodeOf } from './editor/index-of.ts';
import type { Saving } from './editor/saver.ts';
import { useApi } from './frame/api-context.ts';
import { fetchCheck } from './parts.ts';
import type { TypedChannel } from './use-enterprise.ts';

/** So many milliseconds after the last change: a check of 500 nodes takes longer than a key may. */
const quietMs = 250;
/** Findings that need the enterprise's records, which the server checks: everything else is found here, and at once. */
const ofServer: readonly FindingCode[] = ['REF_GONE', 'TEMPLATE_NOT_APPROVED', 'SUB_CYCLE', 'UNANSWERED'];

const keyOf = ({ code, node, exit, field }: Finding): string => [code, node, exit, field].join(' ');

/** Returns the stream's findings a moment after each change; those of missing records after it was saved. */
export function useFindings(
  document: Document,
  customer: CheckFacts['customer'],
  channels: ReadonlyMap<string, TypedChannel>,
  saving: Saving,
): readonly Finding[] {
  const [own, setOwn] = useState<readonly Finding[]>([]);
  useEffect(() => {
    let isPast = false;
    const timer = setTimeout(() => {
      // A script that does not arrive is asked for again after the next change.
      void fetchCheck().then(
        ({ checkDraft }) => !isPast && setOwn(checkDraft(document, customer, channels)),
        () => undefined,
      );
    }, quietMs);
    return () => {
      isPast = true;
      clearTimeout(timer);
    };
  }, [document, customer, channels]);

  const api = useApi();
  const savedAt = saving.kind === 'saved' ? saving.at : null;
  const { data: told } = useQuery({
    queryKey: ['check', savedAt],
    queryFn: () => api.check(),
    enabled: savedAt !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const isOfNode = ({ node }: Finding) => node === '' || nodeOf(document, node) !== undefined;
    const found = new Set(own.map(keyOf));
    const gone = (told ?? []).filter((one) => ofServer.includes(one.code) && isOfNode(one) && !found.has(keyOf(one)));
    return gone.length === 0 ? own : [...own, ...gone];
  }, [own, told, document]);
}
