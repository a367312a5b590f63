import type { Permission } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { channelNamesQuery } from '../../channel/shared/channel-options.ts';

const channelReaders: readonly Permission[] = [
  'CAMPAIGNS.CREATE',
  'CAMPAIGNS.EDIT',
  'CHANNELS.VIEW',
  'CHANNELS.CREATE',
  'CHANNELS.EDIT',
  'CHANNELS.DELETE',
  'CHAT.HANDLE',
  'MSG_TEMPLATES.VIEW',
  'MSG_TEMPLATES.CREATE',
  'MSG_TEMPLATES.EDIT',
];

export type NamedChannel = { channelId: string; channelName: string };

/** Channels to narrow a list by: all, or those of the rows for a reader who may not list channels. */
export function useChannelChoices(rows: readonly NamedChannel[]): { value: string; label: string }[] {
  const mayList = useCan(channelReaders);
  const { data } = useQuery({ ...channelNamesQuery, enabled: mayList });
  if (data) return data.map(({ id, name }) => ({ value: id, label: name }));
  return [...new Map(rows.map(({ channelId, channelName }) => [channelId, channelName]))]
    .filter(([id]) => id !== '')
    .map(([value, label]) => ({ value, label }));
}
