import { Badge } from '@mantine/core';
import type { ChatAction } from '@parley/contract';
import { IconMailFast, IconRouteOff } from '@tabler/icons-react';
import { formatInstant, formatReportDate, formatTime, formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import { changesOf, marksOf } from '../shared/chat.rules.ts';
import classes from './message-marks.module.css';

/** Time of a message; both times if it arrived later than it was written. */
export function MessageTime({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const { actedOn } = action;
  const { writtenAt } = changesOf(action);
  const time = (at: string, shown: string) => (
    <time dateTime={at} title={formatTimestamp(at)}>
      {shown}
    </time>
  );
  if (writtenAt === undefined) return time(actedOn, formatTime(actedOn));
  const isSameDay = formatInstant(writtenAt, 'isoDay') === formatInstant(actedOn, 'isoDay');
  return (
    <>
      {time(writtenAt, isSameDay ? formatTime(writtenAt) : formatReportDate(writtenAt))}
      <span>{t('arrivedAt', { time: formatTime(actedOn) })}</span>
    </>
  );
}

/** Marks of a message beside its words and its time. */
export function MessageMarks({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const { isAutomatic } = marksOf(action);
  const { edited, revoked, notBegun } = changesOf(action);
  return (
    <>
      {isAutomatic ? (
        <Badge component="span" size="xs" color="gray" leftSection={<IconMailFast size={11} aria-hidden />} title={t('automaticHint')}>
          {t('automatic')}
        </Badge>
      ) : null}
      {notBegun ? (
        <Badge component="span" size="xs" color="yellow" leftSection={<IconRouteOff size={11} aria-hidden />} title={t('notBegunHint')}>
          {t('notBegun', { name: notBegun.stream })}
        </Badge>
      ) : null}
      {revoked ? <span title={formatTimestamp(revoked.at)}>{t('revoked')}</span> : null}
      {edited && !revoked ? (
        <span title={edited.was ? t('editedFrom', { time: formatTimestamp(edited.at), text: edited.was }) : formatTimestamp(edited.at)}>
          {t('edited')}
        </span>
      ) : null}
    </>
  );
}

/** The customer's reaction, on the edge of the message that it belongs to. */
export function MessageReaction({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const emoji = changesOf(action).reaction?.emoji;
  return emoji ? (
    <span className={classes.reaction} role="img" aria-label={t('reaction', { emoji })}>
      {emoji}
    </span>
  ) : null;
}
