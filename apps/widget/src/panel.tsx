import { Composer } from './composer.tsx';
import { CloseIcon } from './icons.tsx';
import { Rating } from './rating.tsx';
import type { Session, SessionState } from './session.ts';
import { ThreadView } from './thread-view.tsx';
import type { Words } from './words.ts';

export function Panel({ session, state, words }: { session: Session; state: SessionState; words: Words }) {
  const { thread, config } = state;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    session.close();
  };
  const isRated = thread.chatId !== null && state.ratedChatIds.includes(thread.chatId);
  return (
    <div class="panel" role="dialog" aria-label={config.title} onKeyDown={handleKeyDown}>
      <header class="header">
        <div class="header-words">
          <h2>{config.title}</h2>
          <p>
            <span class={`dot${config.isOnline ? ' is-online' : ''}`} aria-hidden="true" />
            {describeHandler(state, words)}
          </p>
        </div>
        <button type="button" class="icon-button" aria-label={words.close} title={words.close} onClick={session.close}>
          <CloseIcon />
        </button>
      </header>
      <div class="notice" role="status">
        {state.connection === 'lost' ? <p>{words.offline}</p> : null}
      </div>
      <ThreadView session={session} state={state} words={words} />
      {!thread.isOpen && thread.canRate && !isRated ? <Rating key={thread.chatId} onRate={session.rate} words={words} /> : null}
      <div role="status">{isRated && !thread.isOpen ? <p class="thanks">{words.rated}</p> : null}</div>
      <Composer session={session} state={state} words={words} />
    </div>
  );
}

function describeHandler({ thread, config, connection }: SessionState, words: Words): string {
  if (connection === 'connecting') return words.connecting;
  if (thread.isOpen && thread.handledBy === 'agent' && thread.agentName) return words.withAgent(thread.agentName);
  if (thread.isOpen && thread.handledBy === 'queue') return config.isOnline ? words.queue : words.away;
  if (thread.isOpen && thread.handledBy === 'bot') return words.bot;
  return config.isOnline ? words.online : words.away;
}
