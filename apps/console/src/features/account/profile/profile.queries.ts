import type { AudioSettings, Profile } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { meQuery } from '../shared/me.ts';

export const profileQuery = queryOptions({ queryKey: ['profile'], queryFn: ({ signal }) => api.users.profile({}, { signal }) });
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: ({ signal }) => api.account.listSessions({}, { signal }) });

export type ProfileChange = Partial<Pick<Profile, 'name' | 'phone' | 'timeZone' | 'language' | 'profilePic'>>;

/** The bar shows name and picture too, so the start-up profile follows. */
export function useSaveProfile(options: { isQuiet?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: options.isQuiet ?? false },
    mutationFn: (profile: ProfileChange) => api.users.saveProfile({ body: { profile } }),
    onSuccess: async (saved) => {
      client.setQueryData(profileQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export function useSaveAudio() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { enableChatNotification: boolean; audioSettings: AudioSettings }) => api.users.saveAudio({ body }),
    onSuccess: (saved) => {
      const me = client.getQueryData(meQuery.queryKey);
      if (me) client.setQueryData(meQuery.queryKey, { ...me, ...saved });
    },
  });
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sessionId: string) => api.account.endSession({ params: { sessionId } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
