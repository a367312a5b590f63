import { useEffect, useRef, useState } from 'preact/hooks';
import { ChatIcon } from './icons.tsx';
import { Panel } from './panel.tsx';
import type { Session } from './session.ts';
import type { SessionState } from './session-state.ts';
import type { Say } from './words.ts';

export function App({ session, say }: { session: Session; say: Say }) {
  const state = useSession(session);
  const launcher = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !state.isPanelOpen) launcher.current?.focus();
    wasOpen.current = state.isPanelOpen;
  }, [state.isPanelOpen]);

  const label = state.isPanelOpen ? say('close') : say('open');
  const unread = state.isPanelOpen ? 0 : state.unreadCount;
  return (
    <div class={`widget${state.isPanelOpen ? ' is-open' : ''}`}>
      {state.isPanelOpen ? <Panel session={session} state={state} say={say} /> : null}
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
