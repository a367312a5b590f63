import { type EncapProperties, pagesPath, type WidgetEntry, type WidgetThread } from '@parley/contract';
import { fillSlots } from '@parley/contract/faults';
import { type Frame, frame, html, Markup, type ScreenPage, screenForm } from '../page-view/page.html.ts';
import type { PageTexts } from '../page-view/page.texts.ts';

const nothing = new Markup('');

/** @property sent key of the next message: the same page posted twice is one message */
export type ThreadPage = {
  code: string;
  publicUrl: string;
  thread: WidgetThread | undefined;
  /** The form that is open in the walk */
  screen: ScreenPage | undefined;
  /** Nothing is asked for any more */
  isOver: boolean;
  overWords: string;
  canWrite: boolean;
  /** The walk has heard the last word, and has not answered yet */
  isAwaited: boolean;
  sent: string;
  notice: string;
  properties: EncapProperties;
};

/** Addresses of forms of this very page: the form stands in it, so that nobody has to read them. */
function wordsOf(text: string, { publicUrl, screen }: Pick<ThreadPage, 'publicUrl' | 'screen'>, texts: PageTexts): Markup {
  const start = `${publicUrl}${pagesPath}`;
  const at = text.indexOf(start);
  const code = at === -1 ? '' : text.slice(at + start.length, at + start.length + 16);
  if (!/^[0-9A-Za-z]{16}$/.test(code)) return html`${text}`;
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at + start.length + code.length)];
  const isHere = screen?.action === `${pagesPath}${code}`;
  return html`${before}${isHere ? nothing : html` <a href="${pagesPath}${code}">${texts.openForm}</a>`}${after}`;
}

const fileOf = ({ attachment }: WidgetEntry): Markup => {
  if (!attachment) return nothing;
  if (attachment.type.startsWith('image/')) return html`<img class="picture" src="${attachment.url}" alt="${attachment.name}">`;
  return html`<a class="file" href="${attachment.url}">${attachment.name}</a>`;
};
/** Addresses that a card may lead to; anything else is words. */
const isLink = (href: string): boolean => /^(https?:|tel:|mailto:)/i.test(href);
const cardsOf = ({ richCards = [] }: WidgetEntry): Markup =>
  html`${richCards.map(
    ({ title, text, media, links }) =>
      html`<div class="rich">${media?.type.startsWith('image/') ? html`<img class="picture" src="${media.url}" alt="">` : nothing}${
        title === '' ? nothing : html`<b>${title}</b>`
      }${text === '' ? nothing : html`<p>${text}</p>`}${links.map((link) => (isLink(link.href) ? html`<a href="${link.href}" rel="noopener noreferrer">${link.title}</a>` : html`<span>${link.title}</span>`))}</div>`,
  )}`;

function entryOf(entry: WidgetEntry, page: ThreadPage, texts: PageTexts, isLast: boolean): Markup {
  if (entry.author === 'system') return html`<li class="line">${entry.text}</li>`;
  const isOwn = entry.author === 'visitor';
  const who = isOwn ? texts.you : entry.name || page.properties.title;
  // The page speaks for itself: a name is shown where a person of the team writes.
  const isNamed = !isOwn && entry.name !== '';
  const choices = isLast && page.canWrite && !page.isOver ? (entry.choices?.items ?? []) : [];
  const words = entry.text === '' || (entry.richCards?.length ?? 0) > 0 ? nothing : html`<p>${wordsOf(entry.text, page, texts)}</p>`;
  return html`<li class="${isOwn ? 'own' : 'ours'}"><span class="${isNamed ? 'who' : 'unseen'}">${who}</span>${words}${cardsOf(entry)}${fileOf(entry)}${
    choices.length === 0
      ? nothing
      : html`<form method="post" action="${pagesPath}${page.code}" class="choices"><input type="hidden" name="act" value="press"><input type="hidden" name="key" value="${page.sent}">${choices.map(
          ({ id, title, description }) =>
            html`<button name="press" value="${JSON.stringify({ id, title })}">${title}${description === '' ? nothing : html`<small>${description}</small>`}</button>`,
        )}</form>`
  }</li>`;
}

/** The thread, what is open in it, and where to write: also asked for alone, when something has changed. */
export function threadOf(texts: PageTexts, page: ThreadPage, framing: Pick<Frame, 'title' | 'language'>): Markup {
  const entries = page.thread?.entries ?? [];
  const lastOfOurs = entries.findLastIndex(({ author }) => author !== 'visitor' && author !== 'system');
  const { properties } = page;
  const end = page.isOver
    ? html`<div class="over" role="status"><p>${page.overWords}</p>${
        properties.redirectUrl === ''
          ? nothing
          : html`<a class="go" href="${properties.redirectUrl}" rel="noopener noreferrer">${texts.goOnTo}</a>`
      }</div>`
    : nothing;
  const people =
    page.thread?.handledBy === 'agent' || page.thread?.handledBy === 'queue'
      ? html`<p class="line" role="status">${texts.withPeople}</p>`
      : nothing;
  return html`<h1 class="title">${framing.title}</h1><div role="log" aria-live="polite" aria-label="${texts.conversation}" tabindex="0"><ol class="thread">${entries.map(
    (entry, place) => entryOf(entry, page, texts, place === lastOfOurs),
  )}</ol></div>${people}${page.isAwaited ? html`<p class="line" data-awaited>${texts.moment}</p>` : nothing}${
    page.screen && !page.isOver ? screenForm(framing, texts, page.screen) : nothing
  }${end}${page.canWrite && !page.isOver && !page.screen ? writing(texts, page) : nothing}`;
}

const writing = (texts: PageTexts, { code, sent, notice }: ThreadPage): Markup =>
  html`<form method="post" action="${pagesPath}${code}" enctype="multipart/form-data" class="say" data-say>${
    notice === '' ? nothing : html`<p class="fault" role="alert">${notice}</p>`
  }<input type="hidden" name="act" value="say"><input type="hidden" name="key" value="${sent}"><label for="words">${texts.message}</label><textarea id="words" name="words" maxlength="4000" rows="2"></textarea><div class="acts"><details class="file"><summary>${texts.addFile}</summary><input type="file" name="f.file" aria-label="${texts.addFile}"></details><button class="go">${texts.sendMessage}</button></div></form>`;

/** A page before its walk: what it is about, the number where it asks for one, and where to begin. */
export function beginOf(
  texts: PageTexts,
  {
    code,
    properties,
    title,
    asksNumber,
    notice,
    hint,
  }: { code: string; properties: EncapProperties; title: string; asksNumber: boolean; notice: string; hint: string },
): Markup {
  return html`<form class="card" method="post" action="${pagesPath}${code}"${asksNumber ? nothing : new Markup(' data-begin')}><h1>${title}</h1>${
    properties.intro === '' ? nothing : html`<p class="text">${properties.intro}</p>`
  }<input type="hidden" name="act" value="begin">${
    asksNumber
      ? html`<div class="field"><label for="number">${texts.yourNumber}${hint === '' ? nothing : html` <span class="opt">(${hint})</span>`}</label><p class="help" id="number-help">${texts.numberHelp}</p><input id="number" name="number" type="tel" inputmode="tel" autocomplete="tel" required aria-describedby="number-help${notice === '' ? '' : ' number-fault'}"${
          notice === '' ? nothing : new Markup(' aria-invalid="true"')
        }>${notice === '' ? nothing : html`<p class="fault" id="number-fault" role="alert">${notice}</p>`}</div>`
      : nothing
  }<div class="acts"><button class="go">${texts.begin}</button></div></form>`;
}

/** A page that asks for a code: where it goes to, and once it has gone, the code itself. */
export function codeOf(
  texts: PageTexts,
  asked: { code: string; properties: EncapProperties; title: string; hint: string; isSent: boolean; notice: string; typed: string },
): Markup {
  const { code, properties, title, hint, isSent, notice, typed } = asked;
  const action = `${pagesPath}${code}`;
  const isWrong = notice !== '';
  const fault = (id: string): Markup => (isWrong ? html`<p class="fault" id="${id}-fault" role="alert">${notice}</p>` : nothing);
  const marks = (id: string): Markup => (isWrong ? html` aria-invalid="true" aria-describedby="${id}-fault"` : nothing);
  const intro = properties.intro === '' ? nothing : html`<p class="text">${properties.intro}</p>`;
  const asking = html`<input type="hidden" name="act" value="code">${
    hint !== ''
      ? nothing
      : html`<div class="field"><label for="number">${texts.yourNumber}</label><p class="help" id="number-help">${texts.numberHelp}</p><input id="number" name="number" type="tel" inputmode="tel" autocomplete="tel" required value="${typed}"${isSent ? nothing : marks('number')}>${isSent ? nothing : fault('number')}</div>`
  }<div class="acts"><button${isSent ? nothing : new Markup(' class="go"')}>${isSent ? texts.sendCodeAgain : texts.sendCode}</button></div>`;
  const words = hint === '' ? texts.codeGoes : fillSlots(texts.codeGoesTo, { number: hint });
  if (!isSent)
    return html`<form class="card" method="post" action="${action}"><h1>${title}</h1>${intro}<p class="text">${words}</p>${hint === '' ? nothing : fault('number')}${asking}</form>`;
  return html`<div class="card"><h1>${title}</h1>${intro}<form method="post" action="${action}"><input type="hidden" name="act" value="prove"><p class="text" role="status">${texts.codeOnItsWay}</p><div class="field"><label for="code">${texts.yourCode}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${marks('code')}>${fault('code')}</div><div class="acts"><button class="go">${texts.checkCode}</button></div></form><form method="post" action="${action}">${asking}</form></div>`;
}

export type LaterPanel = {
  /** Address of the page */
  url: string;
  code: string;
  /** Way by which the address goes out: to the known number, to one that is typed and proved, or by none */
  way: 'known' | 'typed' | 'none';
  /** A code was sent to the typed number */
  isAsked: boolean;
  said: string;
  isFault: boolean;
};
/** The address with which somebody goes on later, on whatever device, and the ways to get it. */
export function laterOf(texts: PageTexts, { url, code, way, isAsked, said, isFault }: LaterPanel): Markup {
  const action = `${pagesPath}${code}`;
  const words = said === '' ? nothing : html`<p class="${isFault ? 'fault' : 'help'}" role="${isFault ? 'alert' : 'status'}">${said}</p>`;
  const sending =
    way === 'none'
      ? nothing
      : way === 'known'
        ? html`<form method="post" action="${action}"><input type="hidden" name="act" value="later"><div class="acts"><button>${texts.sendToMe}</button></div></form>`
        : html`<form method="post" action="${action}"><input type="hidden" name="act" value="later"><label for="later-number">${texts.sendToNumber}</label><input id="later-number" name="number" type="tel" inputmode="tel" autocomplete="tel" required><div class="acts"><button>${texts.sendToMe}</button></div></form>`;
  const proving = isAsked
    ? html`<form method="post" action="${action}"><input type="hidden" name="act" value="laterCode"><p class="help">${texts.codeOnItsWay}</p><label for="later-code">${texts.yourCode}</label><input id="later-code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required><div class="acts"><button>${texts.checkCode}</button></div></form>`
    : nothing;
  return html`<details class="later"${said === '' && !isAsked ? nothing : new Markup(' open')}><summary>${texts.goOnLater}</summary><label for="later-url">${texts.goOn}</label><input id="later-url" readonly value="${url}">${words}${proving}${sending}</details>`;
}

const styles = `
.thread{list-style:none;margin:0 0 16px;padding:0;display:flex;flex-direction:column;gap:12px}.thread li{max-width:85%;padding:10px 14px;border-radius:14px;overflow-wrap:anywhere}
.thread p{margin:0;white-space:pre-line}.thread .ours{background:var(--card);border:1px solid var(--line);align-self:flex-start;border-start-start-radius:4px}
.thread .own{background:var(--brand);color:var(--on);align-self:flex-end;border-end-end-radius:4px}.thread .own a{color:inherit}.who{display:block;font-size:13px;opacity:.8;margin-bottom:2px}
.line{color:var(--soft);font-size:14px;text-align:center;align-self:center;margin:0 0 12px}.choices{display:flex;flex-direction:column;gap:8px;margin-top:10px}.choices button{text-align:start;font-weight:500;width:100%}
.choices small{display:block;color:var(--soft);font-weight:400}.rich{display:flex;flex-direction:column;gap:6px}.rich a{min-height:44px;display:flex;align-items:center}
.say{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:12px 16px}.say label{display:block;font-weight:600;margin:0 0 4px}.say textarea{min-height:64px;resize:vertical}.say .acts{margin-top:8px;align-items:center;justify-content:space-between}
.say .file summary{color:var(--soft);cursor:pointer;padding:10px 0}.say .file input{display:block;margin:0 0 8px}input::file-selector-button{min-height:36px;padding:6px 12px;margin-inline-end:12px;border-radius:8px;border:1px solid var(--edge);background:var(--card);color:inherit;font:inherit;cursor:pointer}.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.thread li{position:relative}.title{font-size:20px;margin:0 0 16px}.say button.go{flex:none}.over{text-align:center;padding:16px}.over p{font-size:18px;margin:0 0 12px}
a.go{display:inline-block;min-height:44px;padding:10px 24px;border-radius:8px;background:var(--brand);color:var(--on);text-decoration:none;font-weight:600}`;

/** @param refreshes the page asks again by itself, where there is no script */
export function walkPage(
  framing: Frame,
  texts: PageTexts,
  body: Markup,
  { code, privacyUrl, refreshes, later }: { code: string; privacyUrl: string; refreshes: boolean; later?: LaterPanel | undefined },
): string {
  return frame(
    { ...framing, styles },
    html`${refreshes ? html`<noscript><meta http-equiv="refresh" content="3"></noscript>` : nothing}<div data-walk="${code}">${body}</div>${later ? laterOf(texts, later) : nothing}${
      privacyUrl === '' ? nothing : html`<p class="foot"><a href="${privacyUrl}" rel="noopener noreferrer">${texts.privacy}</a></p>`
    }`,
  );
}
