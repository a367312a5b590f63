import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ChatHit } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { formatInstant } from '../../../lib/format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { chatSearchQuery } from '../shared/chat.queries.ts';
import { previewOf } from '../shared/chat.rules.ts';
import { ChannelIcon } from './channel-icon.tsx';
import classes from './chat-list.module.css';
import { shortTime } from './chat-row.tsx';

type Props = { text: string; openId: string | undefined; openAt: number | undefined; onOpen: (chatId: string, message?: number) => void };

/** Chats found by their customer's name, and messages by their words, in all chats that one may read. */
export function FoundChats({ text, openId, openAt, onOpen }: Props) {
  const t = useWords(chatWords.conversation);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(chatSearchQuery(text));
  const isSlow = useDelayed(data === undefined && !error);
  const chats = data?.pages[0]?.chats ?? [];
  const hits = data?.pages.flatMap((page) => page.hits) ?? [];
  const lookedTo = data?.pages.at(-1)?.lookedTo;
  if (error)
    return (
      <section className={classes.found} aria-label={t('foundChats')}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </section>
    );
  return (
    <section className={classes.found} aria-label={t('foundChats')} aria-busy={data === undefined}>
      {chats.length > 0 ? <h2 className={classes.foundTitle}>{t('foundCustomers')}</h2> : null}
      <ul className={classes.foundRows}>
        {chats.map((chat) => (
          <Found
            key={chat.chatId}
            channelType={chat.channelType}
            name={chat.customerName || chat.customerNumber}
            at={chat.lastActivityAt}
            isOpen={chat.chatId === openId && openAt === undefined}
            onOpen={() => onOpen(chat.chatId)}
          >
            {previewOf(chat, t)}
          </Found>
        ))}
      </ul>
      <h2 className={classes.foundTitle}>{t('foundMessages')}</h2>
      <ul className={classes.foundRows}>
        {hits.map((hit) => (
          <Found
            key={`${hit.chatId} ${hit.number}`}
            channelType={hit.channelType}
            name={hit.customerName || hit.customerNumber}
            at={hit.actedOn}
            isOpen={hit.chatId === openId && hit.number === openAt}
            onOpen={() => onOpen(hit.chatId, hit.number)}
          >
            <Passage hit={hit} />
          </Found>
        ))}
      </ul>
      {isSlow ? (
        <Stack gap="xs" px="sm">
          <Skeleton height={44} radius="md" />
          <Skeleton height={44} radius="md" />
        </Stack>
      ) : null}
      <Text size="xs" c="dimmed" px={10} py={4} role="status">
        {data === undefined ? '' : hits.length === 0 && !hasNextPage ? t('foundNone') : lookedTo ? lookedBackTo(lookedTo) : ''}
      </Text>
      {hasNextPage ? (
        <Button variant="subtle" size="compact-sm" mx={6} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('lookFurther')}
        </Button>
      ) : null}
      <Text size="xs" c="dimmed" px={10} py={4}>
        {t('foundHint')}
      </Text>
    </section>
  );

  function lookedBackTo(at: string): string {
    return t('lookedTo', { day: formatInstant(at, 'day') });
  }
}

type FoundProps = { channelType: number; name: string; at: string; isOpen: boolean; onOpen: () => void; children: ReactNode };

function Found({ channelType, name, at, isOpen, onOpen, children }: FoundProps) {
  return (
    <li>
      <button type="button" className={classes.hit} aria-current={isOpen || undefined} onClick={onOpen}>
        <span className={classes.hitTop}>
          <ChannelIcon type={channelType} />
          <span className={classes.hitName} dir="auto">
            {name}
          </span>
          <time className={classes.hitTime} dateTime={at}>
            {shortTime(at)}
          </time>
        </span>
        <span className={classes.hitText} dir="auto">
          {children}
        </span>
      </button>
    </li>
  );
}

/** The passage with its words marked; what a customer has written is text, whatever it looks like. */
function Passage({ hit: { text, marks } }: { hit: ChatHit }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    if (from < at) continue;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...parts, text.slice(at)];
}
