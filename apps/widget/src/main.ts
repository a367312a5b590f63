import { h, render } from 'preact';
import { App } from './app.tsx';
import { textOn } from './colour.ts';
import type { WidgetConfig } from './protocol.ts';
import { createSession } from './session.ts';
import { createStorage } from './storage.ts';
import styles from './widget.css?inline';
import { chooseWords } from './words.ts';

// Only while the script itself runs does the document know which tag loaded it.
const tag = document.currentScript as HTMLScriptElement | null;
const widgetKey = tag?.dataset.key ?? '';

async function start(origin: string): Promise<void> {
  const response = await fetch(`${origin}/widget/config?key=${encodeURIComponent(widgetKey)}`);
  const envelope = (await response.json()) as { status: boolean; message: string; data: WidgetConfig };
  // A key that is unknown, or a domain that is not allowed: the page stays as it is, and its developer is told.
  if (!envelope.status) throw new Error(envelope.message);
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));

  const host = document.createElement('parley-chat');
  // A rule of the page such as `* { color: red !important }` reaches the host and would be inherited from there.
  host.style.setProperty('all', 'initial', 'important');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  const brand = new CSSStyleSheet();
  const colour = /^#[0-9a-f]{6}$/i.test(envelope.data.colour) ? envelope.data.colour : '#1f6f78';
  brand.replaceSync(`.widget{--brand:${colour};--on-brand:${textOn(colour)}}`);
  root.adoptedStyleSheets = [sheet, brand];
  document.body.append(host);

  const session = createSession({
    origin,
    widgetKey,
    config: envelope.data,
    storage: createStorage(widgetKey),
    tab: createStorage(widgetKey, () => sessionStorage),
  });
  const say = chooseWords([tag?.dataset.language ?? '', document.documentElement.lang, navigator.language]);
  render(h(App, { session, say }), root);
}

if (tag && widgetKey && !document.querySelector('parley-chat'))
  start(new URL(tag.src).origin).catch((error: unknown) => console.warn('Parley chat:', error instanceof Error ? error.message : error));
