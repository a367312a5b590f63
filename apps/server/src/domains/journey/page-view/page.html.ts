import { fillSlots } from '@parley/contract/faults';
import { nameFormat } from '@parley/contract/format/intl';
import type { FieldFault, Raw, ShownField, ShownScreen } from '@parley/journey';
import { faultWords } from '@parley/journey';
import { escapeHtml } from '../../account/door.ts';
import type { PageTexts } from './page.texts.ts';

/** Markup that is written as it stands; every other value is escaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Written = string | number | Markup | readonly Markup[];
const write = (value: Written): string =>
  value instanceof Markup ? value.text : Array.isArray(value) ? value.map((one: Markup) => one.text).join('') : escapeHtml(String(value));
export const html = (parts: TemplateStringsArray, ...values: Written[]): Markup =>
  new Markup(parts.reduce((text, part, place) => text + part + (place < values.length ? write(values[place] as Written) : ''), ''));
export const nothing = new Markup('');
/** An attribute without a value, where it holds. */
const flag = (name: string, isOn: boolean): Markup => (isOn ? new Markup(` ${name}`) : nothing);

export type Brand = { title: string; logo: string; primary: string; primaryText: string };
/** @property styles of the page itself, beside those of every page */
export type Frame = { brand: Brand; title: string; language: string; nonce: string; script: boolean; styles?: string };

/** Languages that are written from right to left. */
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur']);
const directionOf = (language: string): string => (rightToLeft.has(language.split(/[-_]/)[0] ?? '') ? 'rtl' : 'ltr');

/** One style sheet for every form: one column, targets of 44 px, and the brand's colours. */
const style = ({ primary, primaryText }: Brand): string => `
:root{color-scheme:light dark;--ink:#1c2b33;--soft:#5b6b73;--line:#c3ced3;--edge:#7b8a92;--back:#f3f5f6;--card:#fff;--bad:#b3261e;--brand:${primary};--on:${primaryText}}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf0;--soft:#a9b7be;--line:#45545c;--edge:#74868f;--back:#10181c;--card:#182329;--bad:#ff8a80}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif}
main{max-width:640px;margin:0 auto;padding:24px 16px 48px}header{display:flex;gap:12px;align-items:center;max-width:640px;margin:0 auto;padding:16px}header img{max-height:32px}
header b{font-weight:600}.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px}
h1{font-size:22px;line-height:1.3;margin:0 0 4px}.step{color:var(--soft);margin:0 0 16px;font-size:14px}progress{width:100%;height:6px;accent-color:var(--brand);display:block;margin:0 0 20px}
.text{white-space:pre-line;margin:0 0 16px}.field{margin:0 0 20px;border:0;padding:0;min-width:0}.field>label:not(.pick),legend{display:block;font-weight:600;margin:0 0 4px;padding:0}
.opt{color:var(--soft);font-weight:400}.help{color:var(--soft);font-size:14px;margin:0 0 6px;white-space:pre-line}
input:not([type=radio]):not([type=checkbox]):not([type=file]),select,textarea{width:100%;min-height:44px;padding:10px 12px;border:1px solid var(--edge);border-radius:8px;background:var(--card);color:inherit;font:inherit}
textarea{min-height:120px}input[type=file]{min-height:44px;max-width:100%;font:inherit}.pick{display:flex;gap:12px;align-items:flex-start;min-height:44px;padding:9px 12px;margin:0 0 8px;border:1px solid var(--line);border-radius:8px;cursor:pointer;overflow-wrap:anywhere}.pick:has(:checked){border-color:var(--brand);box-shadow:inset 0 0 0 1px var(--brand)}.pick input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--brand);flex:none}
.pick small{display:block;color:var(--soft)}.row{display:flex;flex-wrap:wrap;gap:0 8px}.row .pick{padding-inline-end:16px}.row input:not([type=radio]){margin-block-end:8px}.fault{color:var(--bad);font-size:14px;margin:4px 0 0}[aria-invalid=true]{border-color:var(--bad)!important}
.problems{border:1px solid var(--bad);border-radius:8px;padding:12px 16px;margin:0 0 20px}.problems h2{font-size:16px;margin:0 0 4px}.problems ul{margin:0;padding-inline-start:20px}.problems a{color:var(--bad)}
.acts{display:flex;gap:12px;margin-top:24px;flex-wrap:wrap}button{min-height:44px;padding:10px 24px;border-radius:8px;border:1px solid var(--line);background:var(--card);color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.go{background:var(--brand);color:var(--on);border-color:var(--brand);flex:1}:focus-visible{outline:3px solid var(--brand);outline-offset:2px}.foot{color:var(--soft);font-size:14px;margin-top:16px}.foot a{color:inherit}
canvas{border:1px solid var(--line);border-radius:8px;width:100%;height:160px;background:#fff;touch-action:none;display:block}.picture{max-width:100%;border-radius:8px}.note{white-space:pre-line}
details.later{margin-top:16px;color:var(--soft);font-size:14px}.later summary{cursor:pointer;min-height:44px;padding:10px 0}.later label{display:block;margin:8px 0 4px}.later .acts{margin-top:8px}
nav{margin-inline-start:auto;display:flex;gap:12px;font-size:14px}nav a{color:var(--soft);padding:10px 4px}[hidden]{display:none}
@media print{.acts,nav,.foot{display:none}.card{border:0}}`;

export const frame = ({ brand, title, language, nonce, script, styles = '' }: Frame, body: Markup, nav: Markup = nothing): string =>
  html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style nonce="${nonce}">${new Markup(style(brand) + styles)}</style>${
    script ? html`<script nonce="${nonce}" src="/p/page.js" defer></script>` : nothing
  }</head><body><header>${brand.logo === '' ? nothing : html`<img src="${brand.logo}" alt="">`}<b>${brand.title}</b>${nav}</header><main>${body}</main></body></html>`
    .text;

/** A page that says one thing. */
export const sayPage = (framing: Frame, words: string): string =>
  frame({ ...framing, script: false }, html`<div class="card" role="status"><h1>${framing.title}</h1><p class="text">${words}</p></div>`);

export type ScreenPage = {
  action: string;
  screen: ShownScreen;
  faults: readonly FieldFault[];
  /** Words about a file that was not taken; '' for none */
  notice: string;
  /** Words that somebody has typed and that did not pass, by field */
  typed: Readonly<Record<string, unknown>>;
  files: Readonly<Record<string, readonly { id: string; name: string }[]>>;
  pictures: Readonly<Record<string, string>>;
  /** The sealed state where halves are not kept; '' where they are */
  carried: string;
  keptDays: number;
  languages: readonly string[];
  /** Code of the encap's page that the form stands in; '' for none */
  within: string;
  /** Address with which somebody goes on later; '' where nothing is kept, or nobody has begun */
  later?: string;
};

export function screenPage(framing: Frame, texts: PageTexts, page: ScreenPage): string {
  const { languages, action } = page;
  const nav =
    languages.length < 2
      ? nothing
      : html`<nav aria-label="${texts.language}">${languages.map(
          (one) =>
            html`<a href="${action}?lang=${one}" lang="${one}"${one === framing.language ? new Markup(' aria-current="true"') : nothing}>${nameOf(one)}</a>`,
        )}</nav>`;
  return frame(framing, screenForm(framing, texts, page), nav);
}

/** The form of a screen, for a page of its own or that of a walk. */
export function screenForm(framing: Pick<Frame, 'title' | 'language'>, texts: PageTexts, page: ScreenPage): Markup {
  const { screen, faults, action, within } = page;
  const heading = screen.title === '' ? framing.title : screen.title;
  return html`<form class="card" method="post" action="${action}" enctype="multipart/form-data" novalidate data-page>${within === '' ? nothing : html`<input type="hidden" name="in" value="${within}">`}<h1>${heading}</h1>${
    screen.steps > 1
      ? html`<p class="step">${fillSlots(texts.step, { step: screen.step, steps: screen.steps })}</p><progress max="${screen.steps}" value="${screen.step}" aria-hidden="true"></progress>`
      : nothing
  }${screen.text === '' ? nothing : html`<p class="text">${screen.text}</p>`}${page.notice === '' ? nothing : html`<p class="problems" role="alert">${page.notice}</p>`}${problems(texts, screen, faults, framing.language)}<input type="hidden" name="screen" value="${screen.id}"><input type="hidden" name="lang" value="${framing.language}">${
    page.carried === '' ? nothing : html`<input type="hidden" name="state" value="${page.carried}">`
  }<div data-fields>${screen.fields.map((field) => fieldOf(field, texts, page, framing.language))}</div><div class="acts">${
    screen.canGoBack ? html`<button name="act" value="back" formnovalidate>${texts.back}</button>` : nothing
  }<button class="go" name="act" value="next">${screen.isLast ? texts.send : texts.next}</button></div><p class="foot">${
    page.keptDays > 0 ? fillSlots(texts.keptFor, { days: page.keptDays }) : ''
  } <span role="status" aria-live="polite" data-saved data-words="${texts.saved}"></span></p></form>${
    page.later
      ? html`<details class="later"><summary>${texts.goOnLater}</summary><label for="later-url">${texts.goOn}</label><input id="later-url" readonly value="${page.later}"></details>`
      : nothing
  }`;
}

/** The fields of a screen alone, for a page that draws them anew. */
export const fieldsOnly = (texts: PageTexts, page: ScreenPage, language: string): string =>
  page.screen.fields.map((field) => fieldOf(field, texts, page, language).text).join('');

/** The name of a language in itself. */
const nameOf = (language: string): string => nameFormat(language, { type: 'language' }).of(language) ?? language;

const idOf = (field: Pick<ShownField, 'id'>): string => `f-${field.id}`;

function problems(texts: PageTexts, screen: ShownScreen, faults: readonly FieldFault[], language: string): Markup {
  if (faults.length === 0) return nothing;
  const labelOf = (id: string) => screen.fields.find((field) => field.id === id)?.label ?? '';
  return html`<div class="problems" role="alert" tabindex="-1" data-problems><h2>${texts.problems}</h2><ul>${faults.map(
    (fault) => html`<li><a href="#f-${fault.field}">${labelOf(fault.field)}</a>: ${faultWords(fault, language)}</li>`,
  )}</ul></div>`;
}

function fieldOf(field: ShownField, texts: PageTexts, page: ScreenPage, language: string): Markup {
  if (field.kind === 'note') return html`<p class="note">${field.label}</p>`;
  if (field.kind === 'picture') {
    const source = page.pictures[field.id] ?? '';
    return source === '' ? nothing : html`<p><img class="picture" src="${source}" alt="${field.label}"></p>`;
  }
  const fault = page.faults.find((one) => one.field === field.id);
  const said = fault ? html`<p class="fault" id="${idOf(field)}-fault">${faultWords(fault, language)}</p>` : nothing;
  const optional = field.isRequired ? nothing : html` <span class="opt">(${texts.optional})</span>`;
  const help = field.help === '' ? nothing : html`<p class="help" id="${idOf(field)}-help">${field.help}</p>`;
  const control = controlOf(field, texts, page, fault !== undefined);
  // A consent is one box whose words stand beside it: a heading would say them twice.
  if (field.kind === 'consent')
    return html`<div class="field" id="${idOf(field)}" data-field="${field.id}">${help}${control.markup}${said}</div>`;
  if (control.isGroup)
    return html`<fieldset class="field" id="${idOf(field)}" data-field="${field.id}"${describedBy(field, fault !== undefined)}><legend>${field.label}${optional}</legend>${help}${control.markup}${said}</fieldset>`;
  return html`<div class="field" data-field="${field.id}"><label for="${idOf(field)}">${field.label}${optional}</label>${help}${control.markup}${said}</div>`;
}

type Control = { markup: Markup; isGroup: boolean };

const describedBy = (field: ShownField, isWrong: boolean): Markup => {
  const ids = [...(field.help === '' ? [] : [`${idOf(field)}-help`]), ...(isWrong ? [`${idOf(field)}-fault`] : [])];
  return new Markup(ids.length > 0 ? ` aria-describedby="${ids.join(' ')}"` : '');
};
const described = (field: ShownField, isWrong: boolean): Markup =>
  html`${describedBy(field, isWrong)}${flag('aria-invalid="true"', isWrong)}`;

const inputTypes: Partial<Record<ShownField['kind'], { type: string; mode?: string; complete?: string }>> = {
  number: { type: 'text', mode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  phone: { type: 'tel', mode: 'tel', complete: 'tel' },
  email: { type: 'email', mode: 'email', complete: 'email' },
};

function controlOf(field: ShownField, texts: PageTexts, page: ScreenPage, isWrong: boolean): Control {
  const typed = page.typed[field.id];
  const given = typed === undefined ? field.given : typed;
  const about = described(field, isWrong);
  switch (field.kind) {
    case 'longText':
      return alone(
        html`<textarea id="${idOf(field)}" name="f.${field.id}" maxlength="${field.longest}"${about}${flag('required', field.isRequired)}>${plain(given)}</textarea>`,
      );
    case 'choice':
      return choice(field, texts, given, about);
    case 'choices':
      return group(
        html`${field.options.map((option) => pick(field, 'checkbox', option.id, option.title, option.description, isChosen(given, option.id)))}`,
      );
    case 'yesNo':
      return group(
        html`<div class="row">${(['true', 'false'] as const).map((value) =>
          pick(field, 'radio', value, value === 'true' ? texts.yes : texts.no, '', String(given) === value),
        )}</div>`,
      );
    case 'consent':
      return group(html`${pick(field, 'checkbox', 'true', field.label, '', String(given) === 'true')}`);
    case 'rating':
      return group(
        html`<div class="row">${Array.from({ length: field.steps }, (_, place) =>
          pick(field, 'radio', String(place + 1), String(place + 1), '', String(given) === String(place + 1)),
        )}</div>`,
      );
    case 'location':
      return group(placeOf(field, texts, given));
    case 'file':
    case 'photo':
    case 'signature':
      return group(filesOf(field, texts, page));
    default:
      return alone(inputOf(field, given, about));
  }
}
const alone = (markup: Markup): Control => ({ markup, isGroup: false });
const group = (markup: Markup): Control => ({ markup, isGroup: true });
const plain = (given: unknown): string => (typeof given === 'string' || typeof given === 'number' ? String(given) : '');
const isChosen = (given: unknown, id: string): boolean => (Array.isArray(given) ? given.includes(id) : given === id);

function inputOf(field: ShownField, given: unknown, about: Markup): Markup {
  const { type, mode, complete } = inputTypes[field.kind] ?? { type: 'text' };
  const bounds = field.kind === 'date' ? new Markup(`${dayBound('min', field.least)}${dayBound('max', field.most)}`) : nothing;
  return html`<input id="${idOf(field)}" name="f.${field.id}" type="${type}" value="${plain(given)}"${mode ? html` inputmode="${mode}"` : nothing}${
    complete ? html` autocomplete="${complete}"` : nothing
  }${type === 'text' ? html` maxlength="${field.longest}"` : nothing}${bounds}${about}${flag('required', field.isRequired)}>`;
}
const dayBound = (name: string, day: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(day) ? ` ${name}="${day}"` : '');

const mostRadios = 7;
function choice(field: ShownField, texts: PageTexts, given: unknown, about: Markup): Control {
  if (field.options.length <= mostRadios)
    return group(
      html`${field.options.map(({ id, title, description }) => pick(field, 'radio', id, title, description, isChosen(given, id)))}`,
    );
  return alone(
    html`<select id="${idOf(field)}" name="f.${field.id}"${about}${flag('required', field.isRequired)}><option value="">${texts.choose}</option>${field.options.map(
      ({ id, title }) => html`<option value="${id}"${flag('selected', isChosen(given, id))}>${title}</option>`,
    )}</select>`,
  );
}

const pick = (field: ShownField, type: 'radio' | 'checkbox', value: string, title: string, description: string, isOn: boolean): Markup =>
  html`<label class="pick"><input type="${type}" name="f.${field.id}" value="${value}"${flag('checked', isOn)}><span>${title}${
    description === '' ? nothing : html`<small>${description}</small>`
  }</span></label>`;

function placeOf(field: ShownField, texts: PageTexts, given: unknown): Markup {
  const place =
    typeof given === 'object' && given !== null && 'place' in given ? (given as Extract<Raw, { place: unknown }>).place : undefined;
  return html`<div class="row" data-place><input name="f.${field.id}.latitude" inputmode="decimal" aria-label="${texts.latitude}" placeholder="${texts.latitude}" value="${place?.latitude ?? ''}"><input name="f.${field.id}.longitude" inputmode="decimal" aria-label="${texts.longitude}" placeholder="${texts.longitude}" value="${place?.longitude ?? ''}"><button type="button" hidden data-here>${texts.usePlace}</button></div>`;
}

function filesOf(field: ShownField, texts: PageTexts, { files }: ScreenPage): Markup {
  const kept = (files[field.id] ?? []).map(
    ({ id, name }) =>
      html`<label class="pick"><input type="checkbox" name="k.${field.id}" value="${id}" checked><span>${fillSlots(texts.keepFile, { name })}</span></label>`,
  );
  const accepts = field.kind === 'file' ? nothing : new Markup(' accept="image/*"');
  const drawing =
    field.kind === 'signature'
      ? html`<p class="help">${texts.draw}</p><canvas hidden data-sign width="600" height="160" aria-hidden="true"></canvas><button type="button" hidden data-clear>${texts.clear}</button>`
      : nothing;
  return html`${kept}${drawing}<input type="file" name="f.${field.id}" aria-label="${field.label}"${accepts}${flag('multiple', field.kind !== 'signature')}>`;
}
