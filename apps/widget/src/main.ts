import { h, render } from 'preact';
import { App } from './app.tsx';
import { textOn } from './colour.ts';
import type { About } from './line.ts';
import { languages, loadPart, loadWords, setSource } from './parts.ts';
import type { WidgetConfig } from './protocol.ts';
import { createSession, type Session } from './session.ts';
import { createStorage } from './storage.ts';
import styles from './widget.css?inline';
import { chooseLanguage, sayIn } from './words.ts';

// Only while the script itself runs does the document know which tag loaded it.
const tag = document.currentScript as HTMLScriptElement | null;
const widgetKey = tag?.dataset.key ?? '';

const sheetOf = (text: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
};

async function readConfig(origin: string): Promise<WidgetConfig> {
  const response = await fetch(`${origin}/widget/config?key=${encodeURIComponent(widgetKey)}`);
  const envelope = (await response.json()) as { status: boolean; message: string; data: WidgetConfig };
  // A key that is unknown, or a domain that is not allowed: the page stays as it is, and its developer is told.
  if (!envelope.status) throw new Error(envelope.message);
  return envelope.data;
}

type PageFunction = ((...args: unknown[]) => void) & { q?: ArrayLike<unknown>[] };
const shared = globalThis as unknown as { parley?: PageFunction };

async function start(origin: string): Promise<void> {
  const host = document.createElement('parley-chat');
  // A rule of the page such as `* { color: red !important }` reaches the host and would be inherited from there.
  host.style.setProperty('all', 'initial', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  root.append(box);
  setSource({ origin, nonce: tag?.nonce ?? '' }, (text) => root.adoptedStyleSheets.push(sheetOf(text)));
  const storage = createStorage(widgetKey);
  const tab = createStorage(widgetKey, () => sessionStorage);
  const about: About = { identity: '', told: {}, visits: 0, visitSeconds: 0 };

  // Calls of the page wait until there is somebody to serve them: the part for them comes with the first one.
  const calls: ArrayLike<unknown>[] = shared.parley?.q ?? [];
  let serve = (args: ArrayLike<unknown>) => {
    calls.push(args);
    void page();
  };
  shared.parley = (...args) => serve(args);
  let session: Session | undefined;
  const page = once(async () => {
    const { createPage } = await loadPart('page');
    const made = createPage({
      ...{ about, storage, tab, warn },
      setHidden: (isHidden) => host.style.setProperty('display', isHidden ? 'none' : 'initial', 'important'),
      setLanguage(language) {
        // A page may say it before there is anything to draw.
        wanted.unshift(language);
        void speak(wanted);
      },
    });
    serve = made.call;
    for (const args of calls.splice(0)) made.call(args);
    if (session) made.attach(session);
    return made;
  });

  const speak = async (wanted: readonly string[]) => {
    const language = chooseLanguage(wanted, languages);
    const words = await loadWords(language).catch(() => ({}));
    if (session) render(h(App, { session, language, say: sayIn(language, words) }), box);
  };
  const wanted = [tag?.dataset.language ?? '', document.documentElement.lang, navigator.language];
  const early = calls.length > 0 ? page().catch(() => undefined) : undefined;
  const [config] = await Promise.all([readConfig(origin), loadWords(chooseLanguage(wanted, languages)).catch(() => {}), early]);
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));

  const colour = /^#[0-9a-f]{6}$/i.test(config.colour) ? config.colour : '#1f6f78';
  root.adoptedStyleSheets.push(sheetOf(styles), sheetOf(`.widget{--brand:${colour};--on-brand:${textOn(colour)}}`));
  document.body.append(host);

  const needsPage = early || config.rules || config.isWatched;
  const made = needsPage ? await page().catch(() => undefined) : undefined;
  session = createSession({ ...{ origin, widgetKey, config, storage, tab, about } });
  made?.attach(session);
  await speak(wanted);
}

/** Does it with the first call; a failure is tried again with the next. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | undefined;
  return () => {
    known ??= work().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

const warn = (text: string) => console.warn(`Parley chat: ${text}`);

if (tag && widgetKey && !document.querySelector('parley-chat'))
  start(new URL(tag.src).origin).catch((error: unknown) => warn(error instanceof Error ? error.message : String(error)));
