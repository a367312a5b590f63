import { useEffect, useRef, useState } from 'preact/hooks';
import { ChatIcon } from './icons.tsx';
import { Panel } from './panel.tsx';
import { Preview } from './preview.tsx';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import { directionOf, type Say } from './words.ts';

type Props = { session: Session; language: string; say: Say };

export function App({ session, language, say }: Props) {
  const state = useSession(session);
  const launcher = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !state.isPanelOpen) launcher.current?.focus();
    wasOpen.current = state.isPanelOpen;
  }, [state.isPanelOpen]);

  const label = state.isPanelOpen ? say('close') : say('open');
  const unread = state.isPanelOpen ? 0 : state.unreadCount + (state.greeting && !state.greeting.isOpened ? 1 : 0);
  return (
    <div class={`widget${state.isPanelOpen ? ' is-open' : ''}`} lang={language} dir={directionOf(language)}>
      {state.isPanelOpen ? null : <Preview session={session} state={state} say={say} />}
      {state.isPanelOpen ? <Panel session={session} state={state} language={language} say={say} /> : null}
      <button
        ref={launcher}
        type="button"
        class="launcher"
        aria-label={unread > 0 ? `${label}, ${say('unread', { count: unread })}` : label}
        aria-expanded={state.isPanelOpen}
        onClick={() => (state.isPanelOpen ? session.close() : session.open())}
      >
        <ChatIcon isOpen={state.isPanelOpen} />
        {unread > 0 ? (
          <span class="badge" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      <span class="hidden" role="status">
        {unread > 0 ? say('unread', { count: unread }) : ''}
      </span>
    </div>
  );
}

function useSession(session: Session): SessionState {
  const [state, setState] = useState(session.getState);
  useEffect(() => {
    setState(session.getState());
    return session.subscribe(() => setState(session.getState()));
  }, [session]);
  return state;
}
