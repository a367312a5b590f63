import { channelTypes } from '@parley/contract/channel/channel-types';
import { type CheckFacts, checkDocument, type Document, type Finding, type FindingCode, shapeOfType } from '@parley/journey';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { nodeOf } from './editor/index-of.ts';
import type { Saving } from './editor/saver.ts';
import { useApi } from './frame/api-context.ts';
import type { TypedChannel } from './use-enterprise.ts';

/** So many milliseconds after the last change: a check of 500 nodes takes longer than a key may. */
const quietMs = 250;
const known = Object.values(channelTypes);
/** What is found only by who knows what the enterprise has: everything else is found here, and at once. */
const ofServer: readonly FindingCode[] = ['REF_GONE', 'TEMPLATE_NOT_APPROVED', 'SUB_CYCLE'];

const keyOf = ({ code, node, exit, field }: Finding): string => [code, node, exit, field].join(' ');

/** What is wrong with the stream, a moment after each change; what names something that is gone, after it was saved. */
export function useFindings(
  document: Document,
  customer: CheckFacts['customer'],
  channels: ReadonlyMap<string, TypedChannel>,
  saving: Saving,
): readonly Finding[] {
  const [own, setOwn] = useState<readonly Finding[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const shapes = document.settings.channels.flatMap(({ id, name }) => {
        const type = known.find((one) => one === channels.get(id)?.type);
        return type === undefined ? [] : [{ name, shape: shapeOfType(type) }];
      });
      setOwn(checkDocument(document, { shapes, customer, takenBy: (id) => channels.get(id) }));
    }, quietMs);
    return () => clearTimeout(timer);
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
