import type { ActivityItem } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import type { RowAction } from '../../../components/row-menu.tsx';
import { api } from '../../../lib/api.ts';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { tellErrors } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityChange } from './campaign.queries.ts';

/** Builds the actions on an iteration that lead elsewhere or need no dialog: the same in each list and on its own page. */
export function useActivityMenu(onGone?: () => void) {
  const say = useWords(campaignWords.activity);
  const navigate = useNavigate();
  const key = useRef(crypto.randomUUID());
  const renew = () => {
    key.current = crypto.randomUUID();
  };
  const clone = useActivityChange((activityId: string) =>
    api.told.activities.clone({ params: { activityId }, body: { requestKey: key.current } }),
  ).mutate;
  const withdraw = useActivityChange((activityId: string) =>
    api.told.activities.action({ params: { activityId }, body: { state: 'New', reason: '' } }),
  ).mutate;
  const remove = useActivityChange((activityId: string) => api.told.activities.remove({ params: { activityId } })).mutate;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onGone` is made anew each time and does the same
  return useCallback(
    (row: ActivityItem): RowAction[] => {
      const name = `${row.campaignName} #${row.number}`;
      const open = (search: { step: 'basics' | 'review' }) =>
        void navigate({ to: '/campaigns/activity/$activityId/edit', params: { activityId: row.id }, search });
      const handleRemove = async () => {
        if (!(await confirmDelete('delete', name))) return;
        remove(row.id, {
          onSuccess: ({ message }) => {
            showToast('success', sayDone(message, 'deleted'));
            onGone?.();
          },
          onError: tellErrors,
        });
      };
      const all: Partial<Record<ActivityItem['may'][number], RowAction>> = {
        edit: { label: say(row.approval === 'Rejected' ? 'editAgain' : 'edit'), onClick: () => open({ step: 'basics' }) },
        submit: { label: say('submit'), onClick: () => open({ step: 'review' }) },
        withdraw: {
          label: say('withdraw'),
          onClick: () =>
            withdraw(row.id, { onSuccess: ({ message }) => showToast('success', sayDone(message, 'saved')), onError: tellErrors }),
        },
        clone: {
          label: say('clone'),
          onClick: () =>
            clone(row.id, {
              onSuccess: ({ answer }) => void navigate({ to: '/campaigns/activity/$activityId/edit', params: { activityId: answer.id } }),
              onError: tellErrors,
              onSettled: renew,
            }),
        },
        delete: { label: say('delete'), isDangerous: true, onClick: () => void handleRemove() },
      };
      return (['edit', 'submit', 'withdraw', 'clone', 'delete'] as const).flatMap((move) => {
        const action = all[move];
        return action && row.may.includes(move) ? [action] : [];
      });
    },
    [say, navigate, clone, withdraw, remove],
  );
}
