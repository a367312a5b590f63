import type { ChannelFacts, Known } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from './frame/api-context.ts';

const text: Known = { type: 'Text' };
/** Of every customer, as the server's check knows them */
const own: Readonly<Record<string, Known>> = { name: text, phone: text, email: text, language: text, country: text, zone: text };

/** What a check asks about a channel: its type, and what it takes. */
export type TypedChannel = ChannelFacts & { type: number };

/** What expressions may name of customers (attributes by their field name), and what the check asks about channels, by their ids. */
export function useEnterprise(): { customer: Readonly<Record<string, Known>>; channels: ReadonlyMap<string, TypedChannel> } {
  const api = useApi();
  const { data: attributes } = useQuery({ queryKey: ['refs', 'attribute', '', ''], queryFn: () => api.refs('attribute', '') });
  const { data: found } = useQuery({ queryKey: ['refs', 'channel', '', ''], queryFn: () => api.refs('channel', '') });
  const customer = useMemo(
    (): Readonly<Record<string, Known>> => ({
      ...own,
      ...Object.fromEntries((attributes ?? []).map(({ detail }): [string, Known] => [detail, { type: 'Any' }])),
    }),
    [attributes],
  );
  const channels = useMemo(
    () =>
      new Map(
        (found ?? []).flatMap(({ id, extra: { type, windowHours, textLimit } }) =>
          typeof type === 'number'
            ? [[id, { type, windowHours: Number(windowHours ?? 0), textLimit: Number(textLimit ?? 0) }] as const]
            : [],
        ),
      ),
    [found],
  );
  return { customer, channels };
}
