import type { Training } from '@parley/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { inEnglish } from '../../../lib/i18n.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { showToast } from '../../../lib/toasts.ts';
import { botWords } from '../../../locales/bot.ts';
import { botKeys, trainingQuery } from '../shared/bot.queries.ts';

const isOnItsWay = (training: Training | null | undefined) => training?.phase === 'QUEUED' || training?.phase === 'RUNNING';

/** Tells how a training ended, in the server's words where it gave some. */
function tellOutcome({ phase, reason }: Training, message: string): void {
  if (phase === 'DONE') showToast('success', inEnglish(message) || botWords.trainingTexts('trained'));
  else if (phase === 'FAILED') showToast('error', message || reason);
  else if (phase === 'ASKING') showToast('warning', inEnglish(message) || botWords.trainingTexts('asks'));
  else showToast('info', inEnglish(message) || botWords.trainingTexts('goesOn'));
}

/** Train Agent: the warning, the progress while it runs, then the server's message (BOT-055, BOT-056). */
export function useTraining(botId: string) {
  const client = useQueryClient();
  const train = useMutation({
    meta: { isQuiet: true },
    mutationFn: () => api.told.training.train({ params: { agentId: botId } }),
    onMutate: () => showToast('warning', botWords.trainingTexts('building')),
    onSuccess: ({ answer, message }) => tellOutcome(answer, message),
    onError: tellFailure,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: botKeys.training(botId) }),
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
        client.invalidateQueries({ queryKey: botKeys.lists }),
      ]),
  });
  const options = trainingQuery(botId);
  const current = useQuery({ ...options, meta: { isQuiet: true }, ...(train.isPending ? { refetchInterval: 1000 } : {}) });
  const training = current.data?.training;
  const isRunning = train.isPending || isOnItsWay(training);

  // A training that outlasts its request, or that somebody else asked for, is told of when it ends.
  const isWaiting = train.isPending;
  const watched = useRef<string>(undefined);
  useEffect(() => {
    if (isWaiting || !training) return;
    if (isOnItsWay(training)) {
      watched.current = training.id;
      return;
    }
    if (watched.current !== training.id) return;
    watched.current = undefined;
    tellOutcome(training, '');
    void client.invalidateQueries({ queryKey: botKeys.details(botId) });
    void client.invalidateQueries({ queryKey: botKeys.lists });
  }, [training, isWaiting, client, botId]);

  return { start: () => train.mutate(), isRunning, training };
}
