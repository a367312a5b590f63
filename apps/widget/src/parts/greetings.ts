import type { Session } from '../session.ts';
import type { Greeting } from '../session-state.ts';

function readGreeting(text: string | null): Greeting | undefined {
  try {
    return (JSON.parse(text ?? 'null') as Greeting | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Words by which a rule speaks first: they stay over the pages of a tab until they are answered, and the server hears when they are opened. */
export function followGreetings(session: Session): void {
  const { store, line, tab } = session.inner;
  store.change({ greeting: readGreeting(tab.get('greeting')) });
  session.hear((event) => {
    if (event.type === 'greeting') store.change({ greeting: { ...event.data, isOpened: false } });
  });
  const follow = () => {
    const { greeting, isPanelOpen } = store.get();
    if (!greeting) return tab.remove('greeting');
    if (isPanelOpen && !greeting.isOpened && line.send('greetingOpened', { showId: greeting.showId }))
      return store.change({ greeting: { ...greeting, isOpened: true } });
    tab.set('greeting', JSON.stringify(greeting));
  };
  store.subscribe(follow);
}
