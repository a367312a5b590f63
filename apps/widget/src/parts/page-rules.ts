import { fitsPage } from '@parley/contract/chat/site-page';
import type { About } from '../line.ts';
import type { WidgetRule } from '../protocol.ts';
import type { Session } from '../session.ts';

const lookMs = 1_000;

/** The page at a moment, as far as rules ask for it. */
export type Sight = {
  at: { host: string; pathname: string; search: string };
  seconds: number;
  scrolled: number;
  visits: number;
  language: string;
  told: Readonly<Record<string, string>>;
};

/** Tells whether all conditions of a rule hold. */
export const holds = (rule: WidgetRule, { at, seconds, scrolled, visits, language, told }: Sight): boolean =>
  fitsPage(rule.page, at) &&
  seconds >= rule.seconds &&
  scrolled >= rule.scroll &&
  visits >= rule.visits &&
  (rule.language === '' || language.toLowerCase().split('-')[0] === rule.language.toLowerCase().split('-')[0]) &&
  rule.attributes.every(({ name, value }) => told[name] === value) &&
  (rule.cart === 0 || Number(told.cart) >= rule.cart);

/** The share of the page that was in sight, in percent: a page that fits the window was seen whole. */
function scrolledNow(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight > 0 ? Math.min(100, ((scrollY + innerHeight) / scrollHeight) * 100) : 100;
}

/**
 * Looks once a second, while the page is seen, whether a rule holds, and asks the server for the first that does; each rule once a page. Of a
 * site that loads no pages anew, another address is another page.
 */
export function watchRules(session: Session, about: About, whenWelcome: (work: (session: Session) => void) => void): () => void {
  const rules = session.getState().config.rules ?? [];
  const isWatched = session.getState().config.isWatched === true;
  if (rules.length === 0 && !isWatched) return () => {};
  let address = location.href;
  let seconds = 0;
  let scrolled = 0;
  let met = new Set<string>();
  const note = () => {
    scrolled = Math.max(scrolled, scrolledNow());
  };
  const look = () => {
    if (location.href !== address) {
      address = location.href;
      seconds = 0;
      scrolled = 0;
      met = new Set();
      session.send('page', { pageUrl: address.slice(0, 2000), pageTitle: document.title.slice(0, 300) });
    }
    if (document.visibilityState !== 'visible') return;
    seconds += lookMs / 1000;
    note();
    const { isPanelOpen, thread, greeting } = session.getState();
    if (isPanelOpen || thread.isOpen || greeting) return;
    const sight = {
      at: location,
      seconds,
      scrolled,
      visits: about.visits ?? 0,
      language: document.documentElement.lang || navigator.language,
      told: about.told ?? {},
    };
    const rule = rules.find((one) => !met.has(one.id) && holds(one, sight));
    if (!rule) return;
    met.add(rule.id);
    whenWelcome((one) => one.send('ruleMet', { ruleId: rule.id }));
  };
  addEventListener('scroll', note, { passive: true });
  const timer = setInterval(look, lookMs);
  return () => {
    clearInterval(timer);
    removeEventListener('scroll', note);
  };
}
