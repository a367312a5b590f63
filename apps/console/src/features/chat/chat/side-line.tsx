import type { ChatSide } from '@parley/contract';
import { IconNote } from '@tabler/icons-react';
import { Fragment, Suspense } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import threadClasses from './chat-thread.module.css';
import classes from './side-line.module.css';
import { describeSide } from './thread-items.ts';

const RuleLine = late(() => import('./rule-line.tsx').then((module) => module.RuleLine));

const ToolLine = late(() => import('./tool-line.tsx').then((module) => module.ToolLine));

/** @property isDecided the call that the line proposes is decided @property mayDecide the reader takes part in the open chat */
type Props = { side: ChatSide; ownId: string; chatId?: string; isDecided?: boolean; mayDecide?: boolean };

/** A line of the second record: a note on its own ground across the thread, so that nobody takes it for a message, or what somebody changed. */
export function SideLine({ side, ownId, chatId = '', isDecided = false, mayDecide = false }: Props) {
  const t = useWords(chatWords.conversation);
  const time = <time dateTime={side.at}>{formatTime(side.at)}</time>;
  const { act } = side;
  if (side.kind === 'rule' || act?.act === 'rule')
    return (
      <Suspense fallback={<div className={threadClasses.system}>{time}</div>}>
        <RuleLine side={side} time={time} />
      </Suspense>
    );
  if (side.kind === 'tool' || act?.act === 'tool')
    return (
      <Suspense fallback={<div className={threadClasses.system}>{time}</div>}>
        <ToolLine side={side} time={time} chatId={chatId} isDecided={isDecided} mayDecide={mayDecide} />
      </Suspense>
    );
  const isWhisper = side.kind === 'whisper' && side.text !== '';
  if (side.kind !== 'note' && !isWhisper)
    return (
      <div className={threadClasses.system}>
        {describeSide({ ...side, act }, t)} · {time}
      </div>
    );
  return (
    <article
      className={classes.note}
      aria-label={t(isWhisper ? 'whisperBy' : 'noteBy', { name: side.authorName, agent: side.to?.name ?? '' })}
    >
      <p className={classes.head}>
        <IconNote size={14} aria-hidden />
        <strong>{side.authorId === ownId ? t('you') : side.authorName}</strong>
        <span>{isWhisper ? t('whisperTo', { agent: side.to?.name ?? '' }) : t('noteInternal')}</span>
        {time}
      </p>
      <p className={classes.text} dir="auto">
        {partsOf(side).map(({ at, text, uId }) =>
          uId ? (
            <mark key={at} className={classes.mention} data-own={uId === ownId || undefined}>
              {text}
            </mark>
          ) : (
            <Fragment key={at}>{text}</Fragment>
          ),
        )}
      </p>
    </article>
  );
}

type Part = { at: number; text: string; uId: string | undefined };

/** The words of a note, parted at the names of those whom it mentions; of two names that fit the longer one counts. */
export function partsOf({ text, mentions }: Pick<ChatSide, 'text' | 'mentions'>): Part[] {
  const names = mentions.map(({ uId, name }) => ({ uId, sign: `@${name}` })).sort((a, b) => b.sign.length - a.sign.length);
  const parts: Part[] = [];
  let begun = 0;
  let at = text.indexOf('@');
  while (at !== -1) {
    const named = names.find(({ sign }) => text.startsWith(sign, at));
    if (named) {
      if (at > begun) parts.push({ at: begun, text: text.slice(begun, at), uId: undefined });
      parts.push({ at, text: named.sign, uId: named.uId });
      begun = at + named.sign.length;
    }
    at = text.indexOf('@', at + (named?.sign.length ?? 1));
  }
  if (begun < text.length) parts.push({ at: begun, text: text.slice(begun), uId: undefined });
  return parts;
}
