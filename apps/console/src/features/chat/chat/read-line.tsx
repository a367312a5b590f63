import type { ChatAction } from '@parley/contract';
import type { ReactNode } from 'react';
import { formatInstant, formatTime } from '../../../lib/format.ts';
import threadClasses from './chat-thread.module.css';
import { MessageBubble } from './message-bubble.tsx';
import { SideLine } from './side-line.tsx';
import type { toThreadItems } from './thread-items.ts';

type ReadLineProps = {
  item: ReturnType<typeof toThreadItems>[number];
  ownId: string;
  className: string;
  below?: (action: ChatAction) => ReactNode;
};

/** One line of a chat that is read, and not answered. */
export function ReadLine({ item, ownId, className, below = () => null }: ReadLineProps) {
  if (item.kind === 'partial' || item.kind === 'waiting') return null;
  return (
    <div className={className}>
      {item.head.day ? (
        <div className={threadClasses.day}>
          <span>{formatInstant(item.head.day, 'day')}</span>
        </div>
      ) : null}
      {item.kind === 'message' ? (
        <MessageBubble
          action={item.action}
          isFirstOfTurn={item.isFirstOfTurn}
          isOwn={item.action.actionBy === ownId}
          onRetry={undefined}
          below={below(item.action)}
        />
      ) : item.kind === 'side' ? (
        <SideLine side={item.side} ownId={ownId} />
      ) : (
        <div className={threadClasses.system}>
          {item.text} · <time dateTime={item.at}>{formatTime(item.at)}</time>
        </div>
      )}
    </div>
  );
}
