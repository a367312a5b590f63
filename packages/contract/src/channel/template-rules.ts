import { type FaultWords, type FieldError, faultTexts, faultWords, fieldError } from '../faults.ts';
import {
  type TemplateButton,
  type TemplateCard,
  type TemplateComponent,
  type TemplateExtra,
  templateLimits,
  variablesOf,
} from './template-components.ts';
import { type TemplateCategory, type TemplateKind, templateKinds } from './template-marks.ts';
import { charactersOf, partOf } from './template-parts.ts';

export const templateKindOf = (channelType: number): TemplateKind | undefined =>
  (Object.keys(templateKinds) as TemplateKind[]).find((kind) => templateKinds[kind] === channelType);

/** Sizes of a sample by what it is, in bytes. Documents as media are PDF alone. */
export const mediaSampleLimits = { IMAGE: 5 * 1024 * 1024, VIDEO: 16 * 1024 * 1024, DOCUMENT: 100 * 1024 * 1024 } as const;

/** Limits beyond the specification's: those of the other forms, and of an offer's body at Meta. */
export const moreTemplateLimits = {
  name: 512,
  offerBody: 600,
  offerCode: 15,
  rcsText: 2000,
  rcsTitle: 200,
  suggestions: 4,
  smsText: 1600,
  urlButtons: 2,
} as const;

export const templateRuleTexts = {
  mandatory: faultTexts['field.mandatory'],
  name: faultTexts['template.name_format'],
  gap: faultTexts['template.variable_gap'],
  mixed: faultTexts['template.variable_mixed'],
  edge: faultTexts['template.variable_edge'],
  adjacent: faultTexts['template.variable_adjacent'],
  broken: faultTexts['template.variable_broken'],
  sample: faultTexts['template.sample'],
  mediaSample: faultTexts['template.media_sample'],
  kinds: faultTexts['template.cards_differ'],
} as const;

/** Something that keeps a template from being saved, or, when `isMissing`, from being submitted. */
export type TemplateFault = FieldError & { isMissing?: true };
export type TemplateForm = {
  kind: TemplateKind;
  name: string;
  category: TemplateCategory;
  components: readonly TemplateComponent[];
  extra: TemplateExtra;
};

type MissingCode = 'field.mandatory' | 'template.sample' | 'template.media_sample' | 'template.card_empty';
const missing = (field: string, code: MissingCode = 'field.mandatory'): TemplateFault => ({ ...fieldError(field, code), isMissing: true });
const tooLong = (field: string, text: string, limit: number): TemplateFault[] =>
  charactersOf(text) > limit ? [fieldError(field, 'text.too_long', { maximum: limit })] : [];

/** Returns the faults in the places of a text's variables. @param isBody only in a body do first, last and side by side matter */
export function variableFaults(text: string, isBody: boolean): FaultWords[] {
  const names = variablesOf(text);
  const whole = /\{\{\s*[A-Za-z0-9_]{1,60}\s*\}\}/g;
  const faults: FaultWords[] = [];
  if (/\{\{|\}\}/.test(text.replace(whole, ''))) faults.push(faultWords('template.variable_broken'));
  const numbers = names.filter((name) => /^\d+$/.test(name));
  if (numbers.length > 0 && numbers.length < names.length) faults.push(faultWords('template.variable_mixed'));
  else if (numbers.length > 0 && numbers.some((_name, index) => !numbers.includes(String(index + 1))))
    faults.push(faultWords('template.variable_gap'));
  if (!isBody || names.length === 0) return faults;
  const marked = text.trim().replace(whole, '{{x}}');
  if (marked.startsWith('{{x}}') || marked.endsWith('{{x}}')) faults.push(faultWords('template.variable_edge'));
  if (/\}\}\s*\{\{/.test(marked)) faults.push(faultWords('template.variable_adjacent'));
  return faults;
}

function textFaults(
  field: string,
  text: string,
  limit: number,
  samples: Readonly<Record<string, string>>,
  isBody: boolean,
): TemplateFault[] {
  return [
    ...tooLong(field, text, limit),
    ...variableFaults(text, isBody).map((fault) => ({ field, ...fault })),
    ...variablesOf(text)
      .filter((name) => (samples[name] ?? '').trim() === '')
      .map((name) => missing(`${field}.samples.${name}`, 'template.sample')),
  ];
}

function urlFaults(field: string, button: TemplateButton): TemplateFault[] {
  if (button.url.trim() === '') return [missing(`${field}.url`)];
  const names = variablesOf(button.url);
  const filled = button.url.trim().replace(/\{\{[^{}]*\}\}/g, 'x');
  if (!/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(filled)) return [fieldError(`${field}.url`, 'template.button_url')];
  if (names.length > 1 || (names.length === 1 && !/\}\}$/.test(button.url.trim())))
    return [fieldError(`${field}.url`, 'template.button_url_variable')];
  return names.length === 1 && button.example.trim() === '' ? [missing(`${field}.example`, 'template.sample')] : [];
}

function buttonFaults(field: string, button: TemplateButton): TemplateFault[] {
  const limit = button.type === 'QUICK_REPLY' ? templateLimits.quickReply : templateLimits.action;
  const hasOwnText = button.type === 'COPY_CODE' || button.type === 'OTP';
  const faults = tooLong(`${field}.text`, button.text, limit);
  if (!hasOwnText && button.text.trim() === '') faults.push(missing(`${field}.text`));
  if (variablesOf(button.text).length > 0) faults.push(fieldError(`${field}.text`, 'template.button_variables'));
  if (button.type === 'URL') faults.push(...urlFaults(field, button));
  if (button.type === 'PHONE_NUMBER') {
    if (button.phoneNumber.trim() === '') faults.push(missing(`${field}.phoneNumber`));
    else if (!/^\+?[\d ()-]{5,20}$/.test(button.phoneNumber)) faults.push(fieldError(`${field}.phoneNumber`, 'template.button_phone'));
  }
  if (button.type === 'COPY_CODE') {
    if (button.example.trim() === '') faults.push(missing(`${field}.example`, 'template.sample'));
    faults.push(...tooLong(`${field}.example`, button.example, moreTemplateLimits.offerCode));
  }
  return faults;
}

const cardsCount = fieldError('cards', 'template.cards_count', { minimum: templateLimits.cardsLeast, maximum: templateLimits.cardsMost });

const countOf = (buttons: readonly TemplateButton[], type: TemplateButton['type']) =>
  buttons.filter((button) => button.type === type).length;

function buttonsFaults(buttons: readonly TemplateButton[]): TemplateFault[] {
  const faults = buttons.flatMap((button, index) => buttonFaults(`buttons.${index}`, button));
  if (buttons.length > templateLimits.buttons)
    faults.push(fieldError('buttons', 'template.buttons_most', { maximum: templateLimits.buttons }));
  if (countOf(buttons, 'URL') > moreTemplateLimits.urlButtons)
    faults.push(fieldError('buttons', 'template.links_most', { maximum: moreTemplateLimits.urlButtons }));
  if (countOf(buttons, 'PHONE_NUMBER') > 1) faults.push(fieldError('buttons', 'template.calls_most'));
  if (countOf(buttons, 'COPY_CODE') > 1) faults.push(fieldError('buttons', 'template.codes_most'));
  const turns = buttons.filter(
    (button, index) => index > 0 && (button.type === 'QUICK_REPLY') !== (buttons[index - 1]?.type === 'QUICK_REPLY'),
  );
  if (turns.length > 1) faults.push(fieldError('buttons', 'template.replies_together'));
  return faults;
}

/** Kinds of media and buttons, which are the same on every card of a carousel. */
const shapeOf = (card: TemplateCard) => [card.header.format, ...card.buttons.map(({ type }) => type)].join(' ');

function carouselFaults(cards: readonly TemplateCard[]): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (cards.length < templateLimits.cardsLeast || cards.length > templateLimits.cardsMost) faults.push(cardsCount);
  if (new Set(cards.map(shapeOf)).size > 1) faults.push(fieldError('cards', 'template.cards_differ'));
  cards.forEach((card, index) => {
    const field = `cards.${index}`;
    if (card.header.format === 'NONE') faults.push(fieldError(`${field}.header`, 'template.card_media'));
    else if (card.header.fileId === '' && card.header.url === '') faults.push(missing(`${field}.header`, 'template.media_sample'));
    faults.push(...textFaults(`${field}.body`, card.body.text, templateLimits.cardBody, card.body.samples, true));
    if (card.body.text.trim() === '') faults.push(missing(`${field}.body`));
    if (card.buttons.length > templateLimits.buttonsOfCard)
      faults.push(fieldError(`${field}.buttons`, 'template.card_buttons_most', { maximum: templateLimits.buttonsOfCard }));
    card.buttons.forEach((button, at) => {
      if (button.type === 'COPY_CODE' || button.type === 'OTP' || button.type === 'LOCATION')
        faults.push(fieldError(`${field}.buttons.${at}`, 'template.card_button_kinds'));
      faults.push(...buttonFaults(`${field}.buttons.${at}`, button));
    });
  });
  return faults;
}

function offerFaults({ category, components }: TemplateForm): TemplateFault[] {
  const offer = partOf(components, 'LIMITED_TIME_OFFER');
  if (!offer) return [];
  const faults = tooLong('offer', offer.text, templateLimits.offerText);
  if (offer.text.trim() === '') faults.push(missing('offer'));
  if (category !== 'MARKETING') faults.push(fieldError('offer', 'template.offer_category'));
  if (partOf(components, 'FOOTER')?.text) faults.push(fieldError('footer', 'template.offer_footer'));
  const format = partOf(components, 'HEADER')?.format ?? 'NONE';
  if (format === 'TEXT' || format === 'DOCUMENT') faults.push(fieldError('header', 'template.offer_header'));
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  if (buttons.length !== 2 || buttons[0]?.type !== 'COPY_CODE' || buttons[1]?.type !== 'URL')
    faults.push(fieldError('buttons', 'template.offer_buttons'));
  faults.push(...tooLong('body', partOf(components, 'BODY')?.text ?? '', moreTemplateLimits.offerBody));
  return faults;
}

function authenticationFaults({ components }: TemplateForm): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const others = components.filter(({ type }) => type !== 'AUTHENTICATION' && type !== 'BUTTONS');
  if (!partOf(components, 'AUTHENTICATION') || others.length > 0) faults.push(fieldError('body', 'template.code_body'));
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  if (buttons.length !== 1 || buttons[0]?.type !== 'OTP') faults.push(fieldError('buttons', 'template.code_button'));
  return faults;
}

function whatsappFaults(form: TemplateForm): TemplateFault[] {
  const { category, components } = form;
  if (category === 'AUTHENTICATION') return authenticationFaults(form);
  const faults: TemplateFault[] = [];
  if (partOf(components, 'AUTHENTICATION')) faults.push(fieldError('category', 'template.code_category'));
  const header = partOf(components, 'HEADER');
  const body = partOf(components, 'BODY');
  const footer = partOf(components, 'FOOTER');
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  const carousel = partOf(components, 'CAROUSEL');
  if (header?.format === 'TEXT') {
    faults.push(...textFaults('header', header.text, templateLimits.header, header.samples, false));
    if (header.text.trim() === '') faults.push(missing('header'));
    if (variablesOf(header.text).length > 1) faults.push(fieldError('header', 'template.header_variables'));
  } else if (header && header.format !== 'NONE' && header.fileId === '' && header.resourceUrl === '')
    faults.push(missing('header', 'template.media_sample'));
  if (!body || body.text.trim() === '') faults.push(missing('body'));
  else faults.push(...textFaults('body', body.text, templateLimits.body, body.samples, true));
  faults.push(...tooLong('footer', footer?.text ?? '', templateLimits.footer));
  if (variablesOf(footer?.text ?? '').length > 0) faults.push(fieldError('footer', 'template.footer_variables'));
  faults.push(...buttonsFaults(buttons), ...offerFaults(form));
  if (buttons.some(({ type }) => type === 'OTP' || type === 'LOCATION')) faults.push(fieldError('buttons', 'template.button_kinds'));
  if (carousel) {
    const beside = (header && header.format !== 'NONE') || footer?.text || buttons.length > 0 || partOf(components, 'LIMITED_TIME_OFFER');
    if (category !== 'MARKETING') faults.push(fieldError('cards', 'template.cards_category'));
    if (beside) faults.push(fieldError('cards', 'template.cards_beside'));
    faults.push(...carouselFaults(carousel.cards));
  }
  return faults;
}

function rcsFaults({ components, extra }: TemplateForm): TemplateFault[] {
  const faults: TemplateFault[] = tooLong('extra.fallbackText', extra.fallbackText, moreTemplateLimits.smsText);
  const cards = partOf(components, 'CAROUSEL')?.cards ?? [];
  const body = partOf(components, 'BODY');
  const suggestions = partOf(components, 'BUTTONS')?.buttons ?? [];
  const check = (field: string, buttons: readonly TemplateButton[]) => {
    if (buttons.length > moreTemplateLimits.suggestions)
      faults.push(fieldError(field, 'template.suggestions_most', { maximum: moreTemplateLimits.suggestions }));
    buttons.forEach((button, index) => {
      if (button.type === 'COPY_CODE' || button.type === 'OTP') faults.push(fieldError(`${field}.${index}`, 'template.suggestion_kinds'));
      faults.push(...buttonFaults(`${field}.${index}`, button));
    });
  };
  check('buttons', suggestions);
  if (cards.length === 0) {
    if (!body || body.text.trim() === '') faults.push(missing('body'));
    else faults.push(...textFaults('body', body.text, moreTemplateLimits.rcsText, body.samples, false));
  }
  if (cards.length > templateLimits.cardsMost) faults.push(cardsCount);
  cards.forEach((card, index) => {
    const field = `cards.${index}`;
    faults.push(...tooLong(`${field}.title`, card.title, moreTemplateLimits.rcsTitle));
    if (variablesOf(card.title).length > 0) faults.push(fieldError(`${field}.title`, 'template.title_variables'));
    faults.push(...textFaults(`${field}.body`, card.body.text, moreTemplateLimits.rcsText, card.body.samples, false));
    const hasMedia = card.header.format !== 'NONE';
    if (hasMedia && card.header.fileId === '' && card.header.url === '') faults.push(missing(`${field}.header`, 'template.media_sample'));
    if (!hasMedia && card.title.trim() === '' && card.body.text.trim() === '') faults.push(missing(`${field}.body`, 'template.card_empty'));
    if (cards.length > 1 && card.header.height === 'TALL') faults.push(fieldError(`${field}.header`, 'template.card_tall'));
    check(`${field}.buttons`, card.buttons);
  });
  return faults;
}

function smsFaults({ components }: TemplateForm): TemplateFault[] {
  const body = partOf(components, 'BODY');
  if (!body || body.text.trim() === '') return [missing('body')];
  const others = components.filter(({ type }) => type !== 'BODY');
  return [
    ...textFaults('body', body.text, moreTemplateLimits.smsText, body.samples, false),
    ...(others.length > 0 ? [fieldError('body', 'template.sms_alone')] : []),
  ];
}

/**
 * Returns the faults of a template, by field. `isMissing` ones may be saved in a draft and are refused when it is submitted; all others are
 * refused at once.
 */
export function templateFaults(form: TemplateForm): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (form.name.trim() === '') faults.push(fieldError('name', 'field.mandatory'));
  else if (!/^[a-z0-9_]+$/.test(form.name)) faults.push(fieldError('name', 'template.name_format'));
  const types = form.components.map(({ type }) => type);
  if (new Set(types).size < types.length) faults.push(fieldError('components', 'template.component_twice'));
  const byKind = { whatsapp: whatsappFaults, rcs: rcsFaults, sms: smsFaults };
  return [...faults, ...tooLong('name', form.name, moreTemplateLimits.name), ...byKind[form.kind](form)];
}
