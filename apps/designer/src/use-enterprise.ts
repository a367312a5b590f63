import type { ChannelFacts, KnownType } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from './frame/api-context.ts';

const text: KnownType = { type: 'Text' };
/** Fields of every customer, as the server's check knows them */
const own: Readonly<Record<string, KnownType>> = { name: text, phone: text, email: text, language: text, country: text, zone: text };

/** Facts of a channel for a check: its type, the content that it takes, and whether a rule begins the stream on it. */
export type TypedChannel = ChannelFacts & { name: string; type: number; isAttached: boolean };

/**
 * Loads the names of customers' fields for expressions (attributes by their field name), and the channels' facts for the check, by their
 * ids.
 */
export function useEnterprise(): { customer: Readonly<Record<string, KnownType>>; channels: ReadonlyMap<string, TypedChannel> } {
  const api = useApi();
  const { data: attributes } = useQuery({ queryKey: ['refs', 'attribute', '', ''], queryFn: () => api.refs('attribute', '') });
  const { data: found } = useQuery({ queryKey: ['refs', 'channel', '', ''], queryFn: () => api.refs('channel', '') });
  const customer = useMemo(
    (): Readonly<Record<string, KnownType>> => ({
      ...own,
      ...Object.fromEntries((attributes ?? []).map(({ detail }): [string, KnownType] => [detail, { type: 'Any' }])),
    }),
    [attributes],
  );
  const channels = useMemo(
    () =>
      new Map(
        (found ?? []).flatMap(({ id, name, extra: { type, windowHours, textLimit, isAttached } }) =>
          typeof type === 'number'
            ? [
                [
                  id,
                  { name, type, windowHours: Number(windowHours ?? 0), textLimit: Number(textLimit ?? 0), isAttached: isAttached === true },
                ] as const,
              ]
            : [],
        ),
      ),
    [found],
  );
  return { customer, channels };
}
