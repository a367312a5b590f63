import type { ChatConfig, ChatSettingKey, PreviewChannel } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

/** Settings of a department, or of the enterprise, with the origin of each. @param deptId '': the enterprise */
export const settingsQuery = (deptId: string) =>
  queryOptions({
    queryKey: ['chat-settings', deptId],
    queryFn: ({ signal }) => api.chats.configuration({ query: { deptId: deptId as '' } }, { signal }),
  });

/** Settings and messages as a chat would have them. It is asked anew each time that it is opened: departments inherit what others save. */
export const previewQuery = ({ deptId, channelType, at }: { deptId: string; channelType: PreviewChannel; at: string }) =>
  queryOptions({
    queryKey: ['chat-settings', 'preview', deptId, channelType, at],
    queryFn: ({ signal }) => api.chats.previewConfiguration({ query: { deptId: deptId as '', channelType, at } }, { signal }),
    staleTime: 0,
  });

type Save = { chat: Partial<ChatConfig>; reset: ChatSettingKey[]; version: number | undefined };

export function useSaveSettings(deptId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: Save) => api.chats.saveConfiguration({ body: { ...body, deptId: deptId as '' } }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery(deptId).queryKey, saved);
      return Promise.all([
        client.invalidateQueries({ queryKey: chatKeys.config() }),
        // Departments inherit what the enterprise has.
        deptId === '' ? client.invalidateQueries({ queryKey: ['chat-settings'] }) : undefined,
      ]);
    },
  });
}
