import type { SendingSettings } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const sendingSettingsQuery = queryOptions({
  queryKey: ['blacklist', 'settings'],
  queryFn: ({ signal }) => api.blacklist.getSettings({}, { signal }),
});

export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { settings: SendingSettings; version: number }) => api.told.blacklist.saveSettings({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['blacklist'] }),
  });
}
