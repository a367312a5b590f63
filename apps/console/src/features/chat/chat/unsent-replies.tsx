import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ChatSummary } from '@parley/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatReportDate, shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { dropReply, mayRetry, type OutboxItem, retryReply, useOutbox } from '../shared/outbox.ts';
import classes from './chat-list.module.css';
import { HeldReply } from './held-reply.tsx';

type Props = { chats: ChatSummary[]; onOpen: (chatId: string) => void };

/** Own replies that were refused or have become old, in whatever chats: their threads show them too, but a chat that has gone is not opened by itself. */
export function UnsentReplies({ chats, onOpen }: Props) {
  const t = useWords(chatWords.conversation);
  const [isOpen, dialog] = useDisclosure(false);
  const unsent = useOutbox().filter(({ state }) => state === 'refused');
  if (unsent.length === 0) return null;
  const nameOf = ({ chatId }: OutboxItem) => chats.find((chat) => chat.chatId === chatId)?.customerName || t('customer');
  return (
    <>
      <Button
        size="xs"
        color="red"
        variant="light"
        className={classes.unsent}
        leftSection={<IconAlertTriangle size={14} aria-hidden />}
        onClick={dialog.open}
      >
        {t('unsent', { count: unsent.length })}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('unsentTitle')}>
        <Stack component="ul" gap="md" m={0} p={0}>
          {unsent.map((item) => (
            <Stack key={item.key} component="li" gap={4} className={classes.unsentItem}>
              <Text size="xs" c="dimmed">
                {t('unsentTo', { name: nameOf(item), at: formatReportDate(item.at) })}
              </Text>
              <Text size="sm" dir="auto" className={classes.unsentText}>
                {item.text || shortenFileName(item.attachment?.name ?? '')}
              </Text>
              {item.held ? (
                <HeldReply item={item} held={item.held} />
              ) : (
                <Text size="xs" c="red">
                  {mayRetry(item) ? item.reason : t('replyTooOld')}
                </Text>
              )}
              <Group gap="xs">
                {mayRetry(item) && !item.held ? (
                  <Button size="compact-xs" variant="light" onClick={() => retryReply(item.key)}>
                    {t('send')}
                  </Button>
                ) : null}
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => {
                    dialog.close();
                    onOpen(item.chatId);
                  }}
                >
                  {t('unsentOpen')}
                </Button>
                {item.held ? null : (
                  <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dropReply(item.key)}>
                    {t('discard')}
                  </Button>
                )}
              </Group>
            </Stack>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
