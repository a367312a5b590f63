import { CloseIcon } from './icons.tsx';
import { type Session, unreadMark } from './session.ts';
import type { SessionState } from './session-state.ts';
import { currentSegment } from './thread.ts';
import type { Say } from './words.ts';

/** The newest unread words stand beside the button while the panel is closed, until it is opened or put away. */
export function Preview({ session, state, say }: { session: Session; state: SessionState; say: Say }) {
  const { thread, greeting, config } = state;
  const last = currentSegment(thread)?.entries.findLast(
    ({ author, number }) => (author === 'agent' || author === 'bot') && number > thread.readUpTo,
  );
  const text = last ? last.text || last.attachment?.name : greeting && !greeting.isOpened ? greeting.text : '';
  if (!text || state.dismissed === unreadMark(state)) return null;
  return (
    <div class="preview">
      <button type="button" class="preview-text" dir="auto" onClick={session.open}>
        <strong>{last?.name || config.title}</strong>
        {text.slice(0, 200)}
      </button>
      <button type="button" class="icon-button" aria-label={say('dismiss')} title={say('dismiss')} onClick={session.dismiss}>
        <CloseIcon />
      </button>
    </div>
  );
}
