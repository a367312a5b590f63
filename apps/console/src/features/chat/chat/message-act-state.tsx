import { Button, Loader } from '@mantine/core';
import { type ChatAction, type EntryMarks, isOfOthers } from '@parley/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { chatActWords } from '../../../locales/chat-act.ts';
import { type MessageChat, mayAct } from './may-act.ts';
import { useDropAct, useEditMessage, useReact, useTakeBack } from './message-act.queries.ts';
import classes from './message-act-state.module.css';

type Act = NonNullable<EntryMarks['act']>;
type Props = { chat: MessageChat; action: ChatAction; act: Act; ownId: string; canWrite: boolean };

const queued = { reaction: 'queuedReaction', edit: 'queuedEdit', revoke: 'queuedRevoke' } as const;
const failed = { reaction: 'failedReaction', edit: 'failedEdit', revoke: 'failedRevoke' } as const;

/**
 * An act that the vendor has not done: on its way, or come to nothing, with the reason and the ways on for those who may do it. Rows come and
 * go as one scrolls, so it is no alert.
 */
export function MessageActState({ chat, action, act, ownId, canWrite }: Props) {
  const { chatId, ownerId } = chat;
  const t = useWords(chatActWords.messageAct);
  const react = useReact(chatId, action);
  const edit = useEditMessage(chatId, action);
  const takeBack = useTakeBack(chatId, action);
  const drop = useDropAct(chatId, action);
  const retry = {
    reaction: () => react.mutate(act.value),
    edit: () => edit.mutate({ text: act.value, was: action.message }),
    revoke: () => takeBack.mutate(undefined),
  }[act.kind];
  if (act.state === 'queued')
    return (
      <span className={classes.state}>
        <Loader size={10} color="gray" aria-hidden />
        {t(act.kind === 'reaction' && act.value === '' ? 'queuedUnreact' : queued[act.kind])}
        {act.value ? <bdi className={classes.value}>{act.value}</bdi> : null}
      </span>
    );
  return (
    <span className={classes.state} data-failed>
      <IconAlertTriangle size={13} aria-hidden />
      <span className={classes.value}>
        {t(act.state === 'unknown' ? 'unknown' : failed[act.kind])} {act.reason}
      </span>
      {canWrite && mayAct(act.kind, action, chat, ownId) ? (
        <Button size="compact-xs" variant="subtle" onClick={retry}>
          {t('retry')}
        </Button>
      ) : null}
      {canWrite && !isOfOthers(act.kind, action, { userId: ownId, isOwner: ownerId === ownId }) ? (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => drop.mutate(undefined)}>
          {t('drop')}
        </Button>
      ) : null}
    </span>
  );
}
