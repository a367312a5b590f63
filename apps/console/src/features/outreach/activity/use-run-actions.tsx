import { Stack, Text } from '@mantine/core';
import { type ActivityItem, activityStates, runActions } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { hasFlag } from '../../../lib/app-config.ts';
import { openDialog } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { formatCost, formatReportDate } from '../../../lib/format.ts';
import { tellErrors, tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useActivityAction, useActivityChange } from '../shared/campaign.queries.ts';
import { type ActivityDialog, changedParts } from './activity-changed.ts';

type RunActionsOptions = {
  /** It is not any more what was approved: the parts that differ. */
  onChanged?: (parts: readonly string[]) => void;
  onAsk: (dialog: ActivityDialog) => void;
};

/** Start, schedule, pause, resume and stop: of an iteration's own page and of the rows that are ready to go. */
export function useRunActions(activity: ActivityItem, { onChanged, onAsk }: RunActionsOptions) {
  const say = useWords(campaignWords.activity);
  const { id: activityId } = activity;
  const action = useActivityAction(activityId);
  const start = useActivityChange(() => api.told.activities.start({ params: { activityId } }));
  const look = useMutation({ meta: { isQuiet: true }, mutationFn: () => api.activities.estimate({ params: { activityId } }) });
  const count = useMutation({ meta: { isQuiet: true }, mutationFn: () => api.activities.instances({ params: { activityId } }) });
  const tell = {
    onSuccess: ({ message }: { message: string }) => showToast('success', sayDone(message, 'saved')),
    onError: (error: Error) => {
      const parts = changedParts(error);
      if (parts) onChanged?.(parts);
      tellErrors(error);
    },
  };
  const quietWarning = activity.quietUntil === '' ? undefined : say('quietNow', { time: formatReportDate(activity.quietUntil) });
  const handleStart = async () => {
    const percent = activity.wavePercent;
    const people = activity.audienceCount ?? 0;
    let text = percent === null ? say('startText', { count: people }) : say('startWave', { count: people, percent });
    // The estimate on start is made only where the installation wants it (CAMP-071).
    if (hasFlag('campaignEstimateCost')) {
      try {
        const { amount, currency, breakdown } = await look.mutateAsync();
        const told = { amount: formatCost(amount, currency), count: breakdown.reachable };
        text = percent === null ? say('startCost', told) : say('startWaveCost', { ...told, percent });
      } catch (error) {
        tellFailure(error);
        return;
      }
    }
    if (quietWarning) text = `${text} ${quietWarning}`;
    const isSure = await openDialog({ type: 'confirm', title: say('startTitle'), text, confirm: say('startNow') });
    if (isSure) start.mutate(undefined, tell);
  };
  const handleResume = async () => {
    // Resuming after the limits of the first part needs a reason.
    if (activity.pauseReason === 'LIMITS') return onAsk('resume');
    const ask = { type: 'confirm', title: say('resumeTitle'), text: quietWarning ?? '', confirm: say('resume') } as const;
    if (quietWarning === undefined || (await openDialog(ask))) action.mutate({ state: runActions.resume }, tell);
  };
  const handleStop = async () => {
    let unsent = activity.audienceCount ?? 0;
    if (activity.state !== activityStates.scheduled) {
      try {
        unsent = (await count.mutateAsync()).remaining;
      } catch (error) {
        tellFailure(error);
        return;
      }
    }
    const isSure = await openDialog({
      type: 'confirm',
      title: say('stopTitle'),
      text: (
        <Stack gap={4}>
          <Text size="sm" fw={550}>
            {say('unsent', { count: unsent })}
          </Text>
          <Text size="sm">{say('stopText')}</Text>
        </Stack>
      ),
      confirm: say('stop'),
      cancel: say('keep'),
      color: 'red',
    });
    if (!isSure) return;
    action.mutate(
      { state: runActions.stop },
      { ...tell, onSuccess: ({ answer }) => showToast('success', say('stopped', { count: answer.unsent })) },
    );
  };
  return {
    isBusy: action.isPending || start.isPending || look.isPending || count.isPending,
    start: handleStart,
    stop: handleStop,
    schedule: () => action.mutate({ state: runActions.schedule }, tell),
    pause: () => onAsk('pause'),
    resume: handleResume,
  };
}
