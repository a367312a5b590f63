import type { Known } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from './frame/api-context.ts';

const text: Known = { type: 'Text' };
/** Of every customer, as the server's check knows them */
const own: Readonly<Record<string, Known>> = { name: text, phone: text, email: text, language: text, country: text, zone: text };

/** What expressions may name of customers (attributes by their field name), and of which type each channel is. */
export function useEnterprise(): { customer: Readonly<Record<string, Known>>; typeOfChannel: ReadonlyMap<string, number> } {
  const api = useApi();
  const { data: attributes } = useQuery({ queryKey: ['refs', 'attribute', '', ''], queryFn: () => api.refs('attribute', '') });
  const { data: channels } = useQuery({ queryKey: ['refs', 'channel', '', ''], queryFn: () => api.refs('channel', '') });
  const customer = useMemo(
    (): Readonly<Record<string, Known>> => ({
      ...own,
      ...Object.fromEntries((attributes ?? []).map(({ detail }): [string, Known] => [detail, { type: 'Any' }])),
    }),
    [attributes],
  );
  const typeOfChannel = useMemo(
    () => new Map((channels ?? []).flatMap(({ id, extra }) => (typeof extra.type === 'number' ? [[id, extra.type] as const] : []))),
    [channels],
  );
  return { customer, typeOfChannel };
}
