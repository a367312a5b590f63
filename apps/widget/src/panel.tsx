import { Composer } from './composer.tsx';
import { CloseIcon } from './icons.tsx';
import { Rating } from './rating.tsx';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { ThreadView } from './thread-view.tsx';
import type { Say } from './words.ts';

export function Panel({ session, state, say }: { session: Session; state: SessionState; say: Say }) {
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
            {describeHandler(state, say)}
          </p>
        </div>
        <button type="button" class="icon-button" aria-label={say('close')} title={say('close')} onClick={session.close}>
          <CloseIcon />
        </button>
      </header>
      <div class="notice" role="status">
        {state.connection === 'lost' ? <p>{say('offline')}</p> : null}
      </div>
      <ThreadView session={session} state={state} say={say} />
      {!thread.isOpen && thread.canRate && !isRated ? (
        <Rating key={thread.chatId} asksComment={thread.asksComment} onRate={session.rate} say={say} />
      ) : null}
      <div role="status">{isRated && !thread.isOpen ? <p class="thanks">{say('rated')}</p> : null}</div>
      <Composer session={session} state={state} say={say} />
    </div>
  );
}

export function describeHandler({ thread, config, connection }: SessionState, say: Say): string {
  if (connection === 'connecting') return say('connecting');
  if (thread.isOpen && thread.handledBy === 'agent' && thread.agentName) return say('withAgent', { name: thread.agentName });
  if (thread.isOpen && thread.handledBy === 'queue') return config.isOnline ? say('queue') : say('away');
  if (thread.isOpen && (thread.handledBy === 'bot' || thread.handledBy === 'stream')) return say('bot');
  if (config.isOnline) return say('online');
  return config.hasBot ? say('bot') : say('away');
}
