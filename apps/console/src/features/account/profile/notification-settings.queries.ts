import type { NotificationPreferences, NotificationWay, NotificationWays } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { meQuery } from '../shared/me.ts';
import { canPush, isPushedTo, switchPushOff, switchPushOn } from '../shared/push.ts';

export const preferencesQuery = queryOptions({
  queryKey: ['notification-preferences'],
  queryFn: ({ signal }) => api.notifications.preferences({}, { signal }),
});

type Kind = NotificationPreferences['kinds'][number]['kind'];
type Change = { kinds?: { kind: Kind; ways: NotificationWays }[]; digestHour?: number | null };

const applied = (before: NotificationPreferences, { kinds = [], digestHour }: Change): NotificationPreferences => ({
  digestHour: digestHour === undefined ? before.digestHour : digestHour,
  kinds: before.kinds.map((row) => ({ ...row, ways: kinds.find(({ kind }) => kind === row.kind)?.ways ?? row.ways })),
});

/** A switch stands at once as it was set, and goes back when the server refuses it. Saves follow each other, so that the last one counts. */
export function useSavePreferences() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  const { mutate } = useMutation({
    scope: { id: 'notification-preferences' },
    mutationFn: (body: Change) => api.notifications.savePreferences({ body }),
    onError: () => client.invalidateQueries({ queryKey }),
  });
  const save = (change: Change, options: { onSuccess?: () => void } = {}) => {
    // Writes the cache first, so that the next switch builds on this one. A running fetch would put the old value back, so it is cancelled.
    void client.cancelQueries({ queryKey }, { revert: false });
    client.setQueryData(queryKey, (before) => before && applied(before, change));
    mutate(change, options);
  };
  return {
    save,
    setWay(kind: Kind, way: NotificationWay, isOn: boolean) {
      // Reads the ways from the cache: another switch of the kind may have been set since this one was drawn.
      const ways = client.getQueryData(queryKey)?.kinds.find((row) => row.kind === kind)?.ways;
      if (ways) save({ kinds: [{ kind, ways: { ...ways, [way]: isOn } }] });
    },
  };
}

export const useSendTest = () => useMutation({ mutationFn: () => api.notifications.sendTest({ body: {} }) });

export type PushState = { publicKey: string; browsers: number; isHere: boolean };
/** The push state of this browser: nothing if the browser has no pushes. */
export const pushQuery = (userId: string) =>
  queryOptions({
    queryKey: ['push-state', userId],
    queryFn: async ({ signal }): Promise<PushState> => ({
      ...(await api.notifications.pushKey({}, { signal })),
      isHere: await isPushedTo(userId),
    }),
    enabled: canPush(),
  });

/** @returns switches this browser on or off; what fails is told by its own words beside the switch */
export function useSwitchPush(userId: string, language: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ isOn, publicKey }: { isOn: boolean; publicKey: string }) =>
      isOn ? switchPushOn(userId, publicKey, language) : switchPushOff(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: pushQuery(userId).queryKey }),
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  });
}
