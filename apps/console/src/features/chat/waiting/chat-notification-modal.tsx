import { Button, Group, Loader, Modal, Table, Text } from '@mantine/core';
import { ApiError } from '@parley/client';
import type { NotificationChat, WaitingKind } from '@parley/contract';
import { parseMarkup, stripMarkup } from '@parley/contract/markup';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isToldAlready } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { channelTypeName } from '../../channel/shared/channel-type-name.ts';
import { agentsQuery } from '../shared/chat.queries.ts';
import { previewOf } from '../shared/chat.rules.ts';
import { waitingChatsQuery } from './notification.queries.ts';
import { OfferNote } from './offer-note.tsx';
import type { OfferedKind } from './offer-toast.tsx';
import { leftAt, TimeLeft, useSeconds } from './time-left.tsx';
import classes from './waiting-chats.module.css';

type Props = {
  kind: WaitingKind | null;
  onClose: () => void;
  onPickup: (kind: WaitingKind, chatId: string) => Promise<boolean>;
  onDecline: (kind: OfferedKind, chatId: string) => Promise<void>;
};

/** Long enough to see that the press was taken. */
const closeDelayMs = 200;

/** The waiting chats of one kind, for agents who may choose. */
export function ChatNotificationModal({ kind, onClose, onPickup, onDecline }: Props) {
  const t = useWords(chatWords.notification);
  // A pickup moves the focus to the reply of the chat instead of back to the bell.
  const [returnsFocus, setReturnsFocus] = useState(true);
  const handleClose = () => {
    setReturnsFocus(true);
    onClose();
  };
  const handlePickup = (picked: WaitingKind, chatId: string) => {
    setReturnsFocus(false);
    return onPickup(picked, chatId);
  };
  return (
    <Modal opened={kind !== null} onClose={handleClose} title={t('modalTitle')} size="xl" returnFocus={returnsFocus}>
      {kind ? <WaitingTable key={kind} kind={kind} onClose={onClose} onPickup={handlePickup} onDecline={onDecline} /> : null}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={handleClose}>
          {t('close')}
        </Button>
      </Group>
    </Modal>
  );
}

function WaitingTable({ kind, onClose, onPickup, onDecline }: Props & { kind: WaitingKind }) {
  const { data, error, isPending, dataUpdatedAt } = useQuery(waitingChatsQuery(kind));
  const { data: agents } = useQuery(agentsQuery);
  useEffect(() => {
    // A refusal is told in the server's words; a request that did not arrive only stops the loader.
    if (error instanceof ApiError && error.code !== 'network' && !isToldAlready(error)) showToast('error', describeFailure(error).message);
  }, [error]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Closed by hand meanwhile, it may be open again for another kind by the time this would close it.
  useEffect(() => () => clearTimeout(closing.current), []);
  const handlePickup = (chatId: string) => {
    void onPickup(kind, chatId);
    clearTimeout(closing.current);
    closing.current = setTimeout(onClose, closeDelayMs);
  };
  if (isPending && !error) return <Loader size="sm" role="status" aria-label="…" />;
  const names = new Map(agents?.users.map(({ uId, name }) => [uId, name]));
  const handleDecline = kind === 'new' || kind === 'missed' ? undefined : (chatId: string) => void onDecline(kind, chatId);
  return (
    <WaitingChats
      kind={kind}
      chats={data ?? []}
      readAt={dataUpdatedAt}
      agentNames={names}
      onPickup={handlePickup}
      onDecline={handleDecline}
    />
  );
}

type TableProps = {
  kind: WaitingKind;
  chats: readonly NotificationChat[];
  /** Time at which the list was read: the time left runs from there. */
  readAt: number;
  agentNames: ReadonlyMap<string, string>;
  onPickup: (chatId: string) => void;
  /** Absent for what is offered to nobody in particular. */
  onDecline: ((chatId: string) => void) | undefined;
};

export function WaitingChats({ kind, chats: read, readAt, agentNames, onPickup, onDecline }: TableProps) {
  const t = useWords(chatWords.notification);
  const sayChat = useWords(chatWords.conversation);
  const by = kind === 'transferred' ? t('transferredBy') : kind === 'invited' ? t('invitedBy') : undefined;
  const now = useSeconds(read.some(({ secondsLeft }) => secondsLeft !== null));
  const chats = read.map((chat) => ({ ...chat, left: leftAt(chat.secondsLeft, readAt, now) })).filter(({ left }) => left > 0);
  if (chats.length === 0)
    return (
      <Text c="dimmed" ta="center" py="lg">
        {t('noRecord')}
      </Text>
    );
  return (
    // A narrow screen shows each chat as a card: its roles are named, since cells that are no table boxes may lose theirs.
    <Table.ScrollContainer minWidth={0} scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': t('modalTitle') } }}>
      <Table verticalSpacing="xs" role="table" className={classes.table}>
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{t('customerName')}</Table.Th>
            <Table.Th role="columnheader">{t('customerNumber')}</Table.Th>
            {by ? <Table.Th role="columnheader">{by}</Table.Th> : null}
            <Table.Th role="columnheader">{t('lastMessage')}</Table.Th>
            <Table.Th role="columnheader">{t('type')}</Table.Th>
            <Table.Th role="columnheader">{t('action')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {chats.map((chat) => (
            <Table.Tr key={chat.chatId} role="row">
              <Table.Td role="cell" className={classes.name}>
                {chat.customerName}
              </Table.Td>
              <Table.Td role="cell" className="tabular">
                {chat.customerNumber}
              </Table.Td>
              {by ? (
                <Table.Td role="cell" data-label={by}>
                  {agentNames.get(chat.transferringAgent || chat.handlingAgent) ?? ''}
                </Table.Td>
              ) : null}
              <Table.Td role="cell">
                <Text size="sm" lineClamp={2} className={classes.message}>
                  <bdi>{stripMarkup(parseMarkup(previewOf(chat, sayChat)))}</bdi>
                </Text>
                {chat.note ? <OfferNote note={chat.note} /> : null}
              </Table.Td>
              <Table.Td role="cell">{channelTypeName(chat.channelType)}</Table.Td>
              <Table.Td role="cell">
                <Group gap={6} wrap="nowrap">
                  <Button size="xs" aria-label={t('pickupOf', { name: chat.customerName })} onClick={() => onPickup(chat.chatId)}>
                    {t('pickup')}
                  </Button>
                  {onDecline ? (
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={t('declineOf', { name: chat.customerName })}
                      onClick={() => onDecline(chat.chatId)}
                    >
                      {t('decline')}
                    </Button>
                  ) : null}
                  {chat.secondsLeft === null ? null : (
                    <Text size="xs" c="dimmed" className={classes.left}>
                      <TimeLeft seconds={chat.left} />
                    </Text>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
