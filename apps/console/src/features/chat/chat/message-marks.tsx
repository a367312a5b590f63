import { Badge } from '@mantine/core';
import type { ChatAction, EntryMarks } from '@parley/contract';
import { IconMailFast, IconRouteOff } from '@tabler/icons-react';
import { formatInstant, formatReportDate, formatTime, formatTimestamp } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { type ChatSay, chatWords } from '../../../locales/chat.ts';
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
      {revoked ? (
        <span title={formatTimestamp(revoked.at)}>{revoked.by === undefined ? t('revoked') : t('takenBackBy', { name: revoked.by })}</span>
      ) : null}
      {edited && !revoked ? <span title={describeEdit(edited, t)}>{t('edited')}</span> : null}
    </>
  );
}

/** Says the time of the change, the words before the first one, and those between, a line for each, newest first. */
function describeEdit({ at, was, former = [] }: NonNullable<EntryMarks['edited']>, t: ChatSay): string {
  const first = was ? t('editedFrom', { time: formatTimestamp(at), text: was }) : formatTimestamp(at);
  const between = former.toReversed().map((words) => [formatTimestamp(words.at), words.by, words.text].filter(Boolean).join(' · '));
  return [first, ...between].join('\n');
}

/** Reactions of the customer and of an agent, on the edge of the message that they belong to. */
export function MessageReaction({ action }: { action: ChatAction }) {
  const t = useWords(chatWords.conversation);
  const { reaction, ourReaction } = changesOf(action);
  return (
    <>
      {reaction?.emoji ? (
        <span className={classes.reaction} role="img" aria-label={t('reaction', { emoji: reaction.emoji })}>
          {reaction.emoji}
        </span>
      ) : null}
      {ourReaction?.emoji ? (
        <span className={classes.reaction} role="img" aria-label={t('ourReaction', { emoji: ourReaction.emoji })} title={ourReaction.by}>
          {ourReaction.emoji}
        </span>
      ) : null}
    </>
  );
}
