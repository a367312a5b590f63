import { dateFormat } from '@parley/contract/format/intl';
import { useState } from 'preact/hooks';
import { Composer } from './composer.tsx';
import { CloseIcon, MoreIcon } from './icons.tsx';
import { usePart } from './parts.ts';
import type { WidgetConfig } from './protocol.ts';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { ThreadView } from './thread-view.tsx';
import type { Say } from './words.ts';

type Props = { session: Session; state: SessionState; language: string; say: Say };

export function Panel({ session, state, language, say }: Props) {
  const { thread, config } = state;
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.stopPropagation();
    session.close();
  };
  const isRated = thread.chatId !== null && state.ratedChatIds.includes(thread.chatId);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const asksRating = !thread.isOpen && thread.canRate && !isRated;
  const asksAddress = !state.isKnown && isNobodyThere(state);
  const form = thread.isOpen || state.form || state.outbox.length > 0 ? undefined : config.form;
  // Somebody whom the form does not reach writes all the same.
  const before = usePart(form && 'before', () => session.setForm({ values: {} }));
  const forms = usePart(isMenuOpen || asksRating || isRated || asksAddress ? 'forms' : undefined);
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
        {thread.chatId ? (
          <button
            type="button"
            class="icon-button"
            aria-label={say('more')}
            title={say('more')}
            aria-expanded={isMenuOpen}
            onClick={() => setMenuOpen(!isMenuOpen)}
          >
            <MoreIcon />
          </button>
        ) : null}
        <button type="button" class="icon-button" aria-label={say('close')} title={say('close')} onClick={session.close}>
          <CloseIcon />
        </button>
      </header>
      <div class="notice" role="status">
        {state.connection === 'lost' ? <p>{say('offline')}</p> : null}
      </div>
      {forms && isMenuOpen ? <forms.Menu session={session} state={state} say={say} onClose={() => setMenuOpen(false)} /> : null}
      <ThreadView session={session} state={state} say={say} />
      {forms && asksRating ? <forms.Rating key={thread.chatId} asksComment={thread.asksComment} onRate={session.rate} say={say} /> : null}
      <div role="status">{isRated && !thread.isOpen ? <p class="thanks">{say('rated')}</p> : null}</div>
      {forms && asksAddress ? <forms.AddressForm session={session} state={state} say={say} /> : null}
      {form && before && state.connection !== 'connecting' ? (
        <before.BeforeForm form={form} session={session} state={state} language={language} say={say} />
      ) : null}
      {form ? null : <Composer key={state.draftNo} session={session} state={state} say={say} />}
    </div>
  );
}

/** No agent is there, and no bot answers: an answer needs an address. */
function isNobodyThere({ thread, config }: SessionState): boolean {
  if (!config.presence || config.presence.isStaffed) return false;
  return thread.isOpen ? thread.handledBy === 'queue' : !config.hasBot;
}

export function describeHandler({ thread, config, connection }: SessionState, say: Say): string {
  if (connection === 'connecting') return say('connecting');
  if (thread.isOpen && thread.handledBy === 'agent' && thread.agentName) return say('withAgent', { name: thread.agentName });
  if (thread.isOpen && thread.handledBy === 'queue') return config.isOnline ? (usualWait(config, say) ?? say('queue')) : away(config, say);
  if (thread.isOpen && (thread.handledBy === 'bot' || thread.handledBy === 'stream')) return say('bot');
  if (config.presence ? config.presence.isStaffed : config.isOnline) return usualWait(config, say) ?? say('online');
  return config.hasBot ? say('bot') : away(config, say);
}

const usualWait = ({ presence }: WidgetConfig, say: Say): string | undefined =>
  presence?.waitMinutes ? say('usualWait', { count: presence.waitMinutes }) : undefined;

/** The next opening by the visitor's own clock; without one there is nothing to promise. */
function away({ presence }: WidgetConfig, say: Say): string {
  if (!presence?.opensAt) return say('away');
  const at = new Date(presence.opensAt);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = dateFormat(undefined, { ...(isToday ? {} : { weekday: 'short' }), hour: 'numeric', minute: '2-digit' }).format(at);
  return say('opensAt', { time });
}
