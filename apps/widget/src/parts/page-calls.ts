import type { About } from '../line.ts';
import type { WidgetEvent } from '../protocol.ts';
import type { Session } from '../session.ts';
import type { WidgetStorage } from '../storage.ts';
import { createCallLimit } from './call-limit.ts';
import { followGreetings } from './greetings.ts';
import { createPageEvents } from './page-events.ts';
import { watchRules } from './page-rules.ts';
import { countVisit } from './visits.ts';

export type PageOptions = {
  about: About;
  storage: WidgetStorage;
  tab: WidgetStorage;
  warn: (text: string) => void;
  setHidden: (isHidden: boolean) => void;
  setLanguage: (language: string) => void;
};

export type Page = { call: (args: ArrayLike<unknown>) => void; attach: (session: Session) => void };

const toldMost = 30;
const mostName = 60;
const mostValue = 300;
const mostWords = 4096;
const mostWaiting = 100;

/** Values that a page gives, as text; what is no plain value is left out. */
function valuesOf(given: unknown): Record<string, string> {
  if (typeof given !== 'object' || given === null) return {};
  const plain = Object.entries(given).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(plain.slice(0, toldMost).map(([name, value]) => [name.slice(0, mostName), String(value).slice(0, mostValue)]));
}

function prefill({ inner: { store, tab } }: Session, text: string): void {
  tab.set('draft', text);
  store.change({ draftNo: store.get().draftNo + 1 });
}

/** The person whom a statement is about, as far as the page can read it; whether it is true the server says. */
export function subjectOf(token: string): string {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
}

/**
 * Serves `parley(command, …)`. Calls that say who the visitor is count before the session begins, so that its first words are already
 * theirs; the others wait for it.
 */
export function createPage(options: PageOptions): Page {
  const { about, storage, tab, warn } = options;
  const allows = createCallLimit();
  const events = createPageEvents();
  let waiting: { work: () => void; isOfPerson: boolean }[] = [];
  let unwelcome: { work: () => void; identity: string | undefined }[] = [];
  let session: Session | undefined;
  let hasWarned = false;
  Object.assign(about, countVisit(storage));

  /** @param isOfPerson it tells or says something of the person who sits there now */
  const withSession = (work: (session: Session) => void, isOfPerson = false) => {
    if (session) work(session);
    else waiting.push({ work: () => session && work(session), isOfPerson });
  };
  /** Nothing of the former person stays, in the storage or on the screen. */
  const forget = () => {
    about.told = {};
    if (session) return session.reset();
    waiting = waiting.filter(({ isOfPerson }) => !isOfPerson);
    for (const one of [storage, tab]) for (const name of one.names('')) if (name !== 'visits') one.remove(name);
  };
  const introduce = () => {
    session?.connect();
    session?.inner.line.hello();
  };
  const whenWelcome = (work: (session: Session) => void) =>
    withSession((one) => {
      one.connect();
      if (one.inner.line.isWelcome()) work(one);
      else if (unwelcome.length < mostWaiting) unwelcome.push({ work: () => work(one), identity: about.identity });
    }, true);
  const hear = (one: Session, event: WidgetEvent) => {
    if (event.type === 'welcome') {
      const { ignored = [] } = event.data.visitor ?? {};
      if (ignored.length > 0) warn(`identify: not taken: ${ignored.join(', ')}.`);
      for (const { work } of unwelcome.splice(0)) work();
    }
    if (event.type === 'identityRefused') {
      warn(`identify: ${event.data.message}`);
      if (!event.data.isOther) return;
      // Calls that came with the new statement are the new person's; earlier ones are forgotten.
      const theirs = unwelcome.filter(({ identity }) => identity === about.identity);
      one.reset();
      unwelcome = theirs;
    }
    if (event.type === 'refused' && event.data.key === 'track') warn(`track: ${event.data.message}`);
  };

  const commands: Record<string, (first: unknown, second: unknown) => void> = {
    identify(token) {
      if (typeof token !== 'string' || token === '') return warn('identify: it needs a token.');
      const subject = subjectOf(token);
      const former = storage.get('user') ?? '';
      about.identity = token;
      if (former !== '' && former !== subject) forget();
      else introduce();
      storage.set('user', subject);
    },
    reset() {
      about.identity = '';
      forget();
    },
    set(values) {
      const told = valuesOf(values);
      about.told = Object.fromEntries(Object.entries({ ...about.told, ...told }).slice(-toldMost));
      session?.send('tell', { told });
    },
    track(name, values) {
      if (typeof name !== 'string' || name.trim() === '') return warn('track: it needs a name.');
      whenWelcome((one) => one.send('track', { name: name.trim().slice(0, mostName), data: valuesOf(values) }));
    },
    open: () => withSession((one) => one.open()),
    close: () => withSession((one) => one.close()),
    show: () => options.setHidden(false),
    hide: () => options.setHidden(true),
    language: (code) => options.setLanguage(String(code)),
    prefill: (text) => withSession((one) => prefill(one, String(text ?? '').slice(0, mostWords)), true),
    message(text) {
      const words = String(text ?? '').trim();
      if (words !== '') withSession((one) => one.say(words.slice(0, mostWords)), true);
    },
    on: (name, listener) => events.on(String(name), listener),
    off: (name, listener) => events.off(String(name), listener),
  };

  return {
    call(args) {
      if (!allows()) {
        if (!hasWarned) warn('too many calls; some are dropped.');
        hasWarned = true;
        return;
      }
      const [command, first, second] = Array.from(args);
      const serve = typeof command === 'string' && Object.hasOwn(commands, command) ? commands[command] : undefined;
      if (!serve) return warn(`there is no command ${String(command)}.`);
      serve(first, second);
    },
    attach(begun) {
      session = begun;
      begun.inner.forgetters.add(() => {
        unwelcome = [];
      });
      begun.hear((event) => hear(begun, event));
      events.follow(begun);
      followGreetings(begun);
      watchRules(begun, about, whenWelcome);
      for (const { work } of waiting.splice(0)) work();
    },
  };
}
