import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showToast } from '../../../lib/toasts.ts';
import { chatMonitorWords } from '../../../locales/chat-monitor.ts';
import { monitorKeys } from '../shared/monitor.queries.ts';

/** Takes part in a chat beside its owner. */
export function useJoin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chatId: string) => api.chatMonitor.join({ body: { chatId } }),
    onSuccess: () => showToast('success', chatMonitorWords.monitor('joined')),
    onSettled: () => void client.invalidateQueries({ queryKey: monitorKeys.chats() }),
  });
}
