import { Button, Text } from '@mantine/core';
import { type ChatDetail, chatStates, type InboxChat, type Me } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { liveClient } from '../../../lib/live.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { holdsAny, useCan, useMe } from '../../account/shared/me.ts';
import { chatKeys } from '../shared/chat.queries.ts';
import { useIsGivenOut } from '../shared/given-out.ts';
import { useRequest } from './use-request.ts';

type Props = { chat: ChatDetail; offer: InboxChat['offer']; takesPart: boolean };

const acceptRequests = { transferred: 'acceptTransfer', invited: 'acceptInvite', assigned: 'acceptAssign' } as const;

/** Ways to get a chat that one only reads: accept or decline what is offered, pick up what waits, take up again what is closed. */
export function TakeUp({ chat, offer, takesPart }: Props) {
  const t = useWords(chatWords.conversation);
  const canHandle = useCan(['CHAT.HANDLE']);
  const isGivenOut = useIsGivenOut();
  const { isBusy, problem, run } = useRequest(() => {});
  const me = useMe();
  const client = useQueryClient();
  const reopen = useMutation({
    mutationFn: () => api.inbox.reopen({ params: { chatId: chat.chatId } }),
    // The live line tells of it as well, where there is one.
    onSuccess: () =>
      Promise.all(
        [chatKeys.list(), chatKeys.inbox(), chatKeys.detail(chat.chatId)].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
    meta: { isQuiet: true },
  });
  if (!canHandle) return null;
  const { chatId, state } = chat;
  const alert = problem ? (
    <Text size="sm" c="red" role="alert">
      {problem}
    </Text>
  ) : null;
  if (offer)
    return (
      <>
        <Button size="xs" loading={isBusy} onClick={() => run(() => liveClient.request(acceptRequests[offer.kind], { chatId }))}>
          {t('accept')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => run(() => liveClient.request('declineOffer', { chatId, kind: offer.kind }))}
        >
          {t('decline')}
        </Button>
        {alert}
      </>
    );
  if (state === chatStates.missed || (state === chatStates.created && chat.handledBy === 'queue' && !isGivenOut))
    return (
      <>
        <Button
          size="xs"
          loading={isBusy}
          onClick={() =>
            run(() => liveClient.request(state === chatStates.missed ? 'agentMissedChatPickup' : 'agentPickupChat', { chatId }))
          }
        >
          {t('pickUp')}
        </Button>
        {alert}
      </>
    );
  if (state !== chatStates.closed || !mayReopen(me, chat)) return null;
  return (
    <>
      <Button size="xs" variant={takesPart ? 'filled' : 'default'} loading={reopen.isPending} onClick={() => reopen.mutate()}>
        {t('reopen')}
      </Button>
      {reopen.error ? <SaveProblem error={reopen.error} /> : null}
    </>
  );
}

/** Its last owner, the agents of its department, and who looks over the whole enterprise: the server refuses everybody else. */
function mayReopen(me: Me | undefined, { ownerId, deptId }: ChatDetail): boolean {
  if (!me) return false;
  const supervisesAll = holdsAny(me, ['CHAT.VIEW_MONITOR']) && me.dataScope === 'enterprise';
  return ownerId === me.uId || supervisesAll || (deptId !== '' && me.deptIds.includes(deptId));
}

function SaveProblem({ error }: { error: unknown }) {
  return (
    <Text size="sm" c="red" role="alert">
      {describeFailure(error).message}
    </Text>
  );
}
