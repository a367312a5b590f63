import { Button, Group, VisuallyHidden } from '@mantine/core';
import type { MeanwhileEntry } from '@parley/contract';
import { IconMessageExclamation } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortenFileName } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
import { describeWait } from '../shared/chat.rules.ts';
import { dropReply, mayRetry, type OutboxItem, retryReply } from '../shared/outbox.ts';
import { partsOf, returnToDraft } from './drafts.ts';
import classes from './held-reply.module.css';

const tickMs = 1_000;

type Props = { item: OutboxItem; held: NonNullable<OutboxItem['held']> };

/** A reply that somebody's answer has overtaken: with that answer, and the choice of its writer. */
export function HeldReply({ item, held }: Props) {
  const t = useWords(chatWords.conversation);
  const now = useTicks();
  const newest = held.entries.at(-1);
  if (!newest) return null;
  const handleEdit = () => {
    dropReply(item.key);
    returnToDraft(item.chatId, { ...partsOf(item), seen: newest.number, mail: item.mail });
  };
  const sayAge = ({ secondsAgo }: MeanwhileEntry) => describeAge(secondsAgo + Math.max(0, Math.floor((now - held.at) / 1000)), t);
  return (
    <section className={classes.held} aria-label={t('heldTitle')}>
      {/* The time moves on each second, so the line that is read out has none. */}
      <VisuallyHidden role="alert">{t('heldAlert', { name: nameOf(newest, t) })}</VisuallyHidden>
      <ul className={classes.entries}>
        {held.entries.map((entry) => (
          <li key={entry.actionId}>
            <span className={classes.head}>
              <IconMessageExclamation size={14} stroke={1.8} aria-hidden />
              {t('heldAnswered', { name: nameOf(entry, t), ago: sayAge(entry) })}
            </span>
            <blockquote className={classes.quote} dir="auto">
              {entry.message || shortenFileName(entry.attachmentName)}
            </blockquote>
          </li>
        ))}
      </ul>
      {mayRetry(item) ? null : <span className={classes.head}>{t('replyTooOld')}</span>}
      <Group gap="xs">
        {mayRetry(item) ? (
          <Button size="compact-sm" variant="light" onClick={() => retryReply(item.key)}>
            {t('heldSend')}
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" onClick={handleEdit}>
          {t('heldEdit')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => dropReply(item.key)}>
          {t('heldDrop')}
        </Button>
      </Group>
    </section>
  );
}

const nameOf = ({ name, authorKind }: MeanwhileEntry, t: ChatSay): string =>
  name || t(({ agent: 'colleague', bot: 'bot', system: 'automatic' } as const)[authorKind]);

function describeAge(seconds: number, t: ChatSay): string {
  if (seconds < 60) return t('secondsShort', { count: seconds });
  const { unit, count } = describeWait(0, seconds * 1000);
  return t(unit, { count });
}

function useTicks(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
