import { dateFormat } from '@parley/contract/format/intl';
import { Fragment } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { DownIcon, Tick } from './icons.tsx';
import type { OutboxItem } from './outbox.ts';
import { usePart } from './parts.ts';
import { isPlain } from './plain.ts';
import type { Attachment, WidgetEntry } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import type { Say } from './words.ts';

/** So near the end of the thread still counts as reading along. */
const endTolerancePx = 60;

type Props = { session: Session; state: SessionState; say: Say };

export function ThreadView({ session, state, say }: Props) {
  const { thread, outbox, typingName, partial, config, greeting } = state;
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [isAway, setAway] = useState(false);
  const lastKey = outbox.at(-1)?.key ?? '';

  const handleScroll = () => {
    const { scrollTop, clientHeight, scrollHeight } = box.current ?? { scrollTop: 0, clientHeight: 0, scrollHeight: 0 };
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < endTolerancePx;
    setAway(!isAtEnd.current);
  };
  // Own words always come into view; others' only when the end was in view before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of the newest own message is what starts it
  useLayoutEffect(() => {
    isAtEnd.current = true;
    scrollToEnd(box.current);
  }, [lastKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new in the thread is what starts it
  useLayoutEffect(() => {
    if (isAtEnd.current) scrollToEnd(box.current);
  }, [thread.segments, typingName, partial, greeting]);
  useEffect(() => {
    // Pictures and the growing composer change the heights later.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) scrollToEnd(box.current);
    });
    const inner = box.current?.firstElementChild;
    if (box.current) observer.observe(box.current);
    if (inner) observer.observe(inner);
    return () => observer.disconnect();
  }, []);

  const hasEntries = thread.segments.some(({ entries }) => entries.length > 0);
  return (
    <div class="thread-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={box} class="thread" role="log" aria-live="polite" aria-label={say('conversation')} tabIndex={0} onScroll={handleScroll}>
        <div class="thread-inner">
          {!hasEntries && config.greeting && !greeting ? (
            <div class="line is-theirs">
              <div class="bubble">
                <Words text={config.greeting} />
              </div>
            </div>
          ) : null}
          {thread.segments.map((segment, index) => (
            <Fragment key={segment.chatId}>
              {index > 0 ? <p class="system">{say('newConversation')}</p> : null}
              {segment.entries.map((entry, at) => (
                <Entry
                  key={entry.number}
                  entry={entry}
                  previous={segment.entries[at - 1]}
                  brand={config.title}
                  isOpen={segment.chatId === thread.chatId && thread.isOpen}
                  isRead={segment.chatId !== thread.chatId || entry.number <= thread.agentReadUpTo}
                  session={session}
                  say={say}
                />
              ))}
            </Fragment>
          ))}
          {thread.chatId !== null && !thread.isOpen && hasEntries ? <p class="system">{say('ended')}</p> : null}
          {greeting ? (
            <div class="line is-theirs">
              <div class="bubble">
                <Words text={greeting.text} />
              </div>
            </div>
          ) : null}
          {outbox.map((item) => (
            <Waiting key={item.key} item={item} session={session} say={say} />
          ))}
          {partial ? (
            // Not read out: the answer itself is, once, when it is there.
            <div class="line is-theirs" aria-hidden="true" inert>
              <div class="bubble is-partial">
                <Words text={partial.text} />
              </div>
            </div>
          ) : null}
          {typingName === undefined ? null : (
            <div class="line is-theirs">
              <div class="bubble typing" role="img" aria-label={say(typingName ? 'typing' : 'typingSomebody', { name: typingName })}>
                <i />
                <i />
                <i />
              </div>
            </div>
          )}
        </div>
      </div>
      {isAway ? (
        <button type="button" class="latest" onClick={() => scrollToEnd(box.current)}>
          <DownIcon />
          {say('latest')}
        </button>
      ) : null}
    </div>
  );
}

/** Text as it stands, until the part that draws its marks and links is there. */
function Words({ text }: { text: string }) {
  const part = usePart(isPlain(text) ? undefined : 'message');
  if (part) return <part.MarkupView text={text} />;
  return (
    <span class="text" dir="auto">
      {text}
    </span>
  );
}

function FileOf(given: { attachment: Attachment; session: Session; say: Say }) {
  const part = usePart('message');
  return part ? <part.AttachmentView {...given} /> : <span class="text">{given.attachment.name}</span>;
}

function scrollToEnd(box: HTMLElement | null): void {
  if (box) box.scrollTop = box.scrollHeight;
}

type EntryProps = {
  entry: WidgetEntry;
  previous: WidgetEntry | undefined;
  brand: string;
  isOpen: boolean;
  isRead: boolean;
  session: Session;
  say: Say;
};

function Entry({ entry, previous, brand, isOpen, isRead, session, say }: EntryProps) {
  const part = usePart(entry.card || entry.choices || entry.richCards ? 'message' : undefined);
  if (entry.author === 'system') return <p class="system">{entry.text}</p>;
  const isOwn = entry.author === 'visitor';
  const name = entry.name || (entry.author === 'bot' ? brand : '');
  const isFirstOfTurn = previous?.author !== entry.author || previous.name !== entry.name;
  return (
    <div class={`line ${isOwn ? 'is-own' : 'is-theirs'}`}>
      {isOwn ? <span class="hidden">{say('you')}</span> : isFirstOfTurn && name ? <span class="name">{name}</span> : null}
      <div class="bubble">
        {entry.attachment && !entry.richCards ? <FileOf attachment={entry.attachment} session={session} say={say} /> : null}
        {entry.richCards && part ? (
          <part.RichCardsView cards={entry.richCards} />
        ) : entry.card && part ? (
          <part.CardView card={entry.card} say={say} />
        ) : entry.text ? (
          <Words text={entry.text} />
        ) : null}
        {entry.isTakenBack ? <em>{say('takenBack')}</em> : null}
      </div>
      {entry.reaction ? (
        <span class="reaction" role="img" aria-label={say('reaction', { emoji: entry.reaction })}>
          {entry.reaction}
        </span>
      ) : null}
      {entry.choices && part ? (
        <part.ChoicesView choices={entry.choices} isOpen={isOpen} onPress={({ id, title }) => session.say(title, null, id)} say={say} />
      ) : null}
      <span class="meta">
        <time dateTime={entry.at}>{formatTime(entry.at)}</time>
        {entry.isEdited ? <span>{say('edited')}</span> : null}
        {isOwn ? <Tick state={isRead ? 'read' : 'sent'} label={isRead ? say('read') : say('sent')} /> : null}
      </span>
    </div>
  );
}

function Waiting({ item, session, say }: { item: OutboxItem; session: Session; say: Say }) {
  return (
    <div class={`line is-own${item.state === 'refused' ? ' is-refused' : ''}`}>
      <span class="hidden">{say('you')}</span>
      <div class="bubble is-waiting">
        {item.attachment ? <FileOf attachment={item.attachment} session={session} say={say} /> : null}
        {item.text ? <Words text={item.text} /> : null}
      </div>
      {item.state === 'refused' ? (
        <span class="meta" role="alert">
          <span class="error">{item.reason || say('refused')}</span>
          <button type="button" class="text-button" onClick={() => session.retry(item.key)}>
            {say('retry')}
          </button>
          <button type="button" class="text-button" onClick={() => session.discard(item.key)}>
            {say('discard')}
          </button>
        </span>
      ) : (
        <span class="meta">
          {item.state === 'waiting' ? say('waiting') : null}
          <Tick state={item.state} label={item.state === 'waiting' ? say('waiting') : say('sending')} />
        </span>
      )}
    </div>
  );
}

function formatTime(at: string): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return dateFormat(undefined, isToday ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
