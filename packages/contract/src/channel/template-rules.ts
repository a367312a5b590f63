import { channelTypes } from './channel.ts';
import {
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateExtra,
  templateLimits,
  variablesOf,
} from './template-components.ts';
import { charactersOf, partOf } from './template-parts.ts';

/** Three forms of template, each with channels of its own (screens 6.3). */
export const templateKinds = { whatsapp: channelTypes.WHATSAPP, rcs: channelTypes.RCS, sms: channelTypes.SMS } as const;
export type TemplateKind = keyof typeof templateKinds;
export const templateKindOf = (channelType: number): TemplateKind | undefined =>
  (Object.keys(templateKinds) as TemplateKind[]).find((kind) => templateKinds[kind] === channelType);

/** Sizes of a sample by what it is, in bytes. Documents as media are PDF alone. */
export const mediaSampleLimits = { IMAGE: 5 * 1024 * 1024, VIDEO: 16 * 1024 * 1024, DOCUMENT: 100 * 1024 * 1024 } as const;

/** Beyond the limits of the specification: what the other forms allow, and an offer's body at Meta. */
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
  mandatory: 'This field is mandatory.',
  name: 'Lower case letters, digits and underscores only.',
  gap: 'Variables are numbered from {{1}} without gaps.',
  mixed: 'Variables have either numbers or names, not both.',
  edge: 'A variable may not be first or last in the body.',
  adjacent: 'Two variables may not stand side by side.',
  broken: 'Every {{ needs a name and its }}: letters, digits and underscores.',
  sample: 'Each variable needs a sample.',
  mediaSample: 'A media sample is needed.',
  kinds: 'All cards have the same kind of media and the same kinds of buttons.',
} as const;

/** Something that keeps a template from being saved, or, when `isMissing`, from being submitted. */
export type TemplateFault = { field: string; message: string; isMissing?: true };
export type TemplateForm = {
  kind: TemplateKind;
  name: string;
  category: TemplateCategory;
  components: readonly TemplateComponent[];
  extra: TemplateExtra;
};

const missing = (field: string, message: string = templateRuleTexts.mandatory): TemplateFault => ({ field, message, isMissing: true });
const tooLong = (field: string, text: string, limit: number): TemplateFault[] =>
  charactersOf(text) > limit ? [{ field, message: `At most ${limit} characters.` }] : [];

/** Where the variables of a text stand wrongly. @param isBody only in a body do first, last and side by side matter */
export function variableFaults(text: string, isBody: boolean): string[] {
  const names = variablesOf(text);
  const whole = /\{\{\s*[A-Za-z0-9_]{1,60}\s*\}\}/g;
  const faults: string[] = [];
  if (/\{\{|\}\}/.test(text.replace(whole, ''))) faults.push(templateRuleTexts.broken);
  const numbers = names.filter((name) => /^\d+$/.test(name));
  if (numbers.length > 0 && numbers.length < names.length) faults.push(templateRuleTexts.mixed);
  else if (numbers.length > 0 && numbers.some((_name, index) => !numbers.includes(String(index + 1)))) faults.push(templateRuleTexts.gap);
  if (!isBody || names.length === 0) return faults;
  const marked = text.trim().replace(whole, '{{x}}');
  if (marked.startsWith('{{x}}') || marked.endsWith('{{x}}')) faults.push(templateRuleTexts.edge);
  if (/\}\}\s*\{\{/.test(marked)) faults.push(templateRuleTexts.adjacent);
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
    ...variableFaults(text, isBody).map((message) => ({ field, message })),
    ...variablesOf(text)
      .filter((name) => (samples[name] ?? '').trim() === '')
      .map((name) => missing(`${field}.samples.${name}`, templateRuleTexts.sample)),
  ];
}

function urlFaults(field: string, button: TemplateButton): TemplateFault[] {
  if (button.url.trim() === '') return [missing(`${field}.url`)];
  const names = variablesOf(button.url);
  const filled = button.url.trim().replace(/\{\{[^{}]*\}\}/g, 'x');
  if (!/^https?:\/\/[^\s/?#]+(?:[/?#]\S*)?$/i.test(filled))
    return [{ field: `${field}.url`, message: 'A whole address that begins with https:// or http://.' }];
  if (names.length > 1 || (names.length === 1 && !/\}\}$/.test(button.url.trim())))
    return [{ field: `${field}.url`, message: 'An address may end in one variable.' }];
  return names.length === 1 && button.example.trim() === '' ? [missing(`${field}.example`, templateRuleTexts.sample)] : [];
}

function buttonFaults(field: string, button: TemplateButton): TemplateFault[] {
  const limit = button.type === 'QUICK_REPLY' ? templateLimits.quickReply : templateLimits.action;
  const hasOwnText = button.type === 'COPY_CODE' || button.type === 'OTP';
  const faults = tooLong(`${field}.text`, button.text, limit);
  if (!hasOwnText && button.text.trim() === '') faults.push(missing(`${field}.text`));
  if (variablesOf(button.text).length > 0) faults.push({ field: `${field}.text`, message: 'The text of a button has no variables.' });
  if (button.type === 'URL') faults.push(...urlFaults(field, button));
  if (button.type === 'PHONE_NUMBER') {
    if (button.phoneNumber.trim() === '') faults.push(missing(`${field}.phoneNumber`));
    else if (!/^\+?[\d ()-]{5,20}$/.test(button.phoneNumber))
      faults.push({ field: `${field}.phoneNumber`, message: 'A number with its country code, such as +919820012345.' });
  }
  if (button.type === 'COPY_CODE') {
    if (button.example.trim() === '') faults.push(missing(`${field}.example`, templateRuleTexts.sample));
    faults.push(...tooLong(`${field}.example`, button.example, moreTemplateLimits.offerCode));
  }
  return faults;
}

const countOf = (buttons: readonly TemplateButton[], type: TemplateButton['type']) =>
  buttons.filter((button) => button.type === type).length;

function buttonsFaults(buttons: readonly TemplateButton[]): TemplateFault[] {
  const faults = buttons.flatMap((button, index) => buttonFaults(`buttons.${index}`, button));
  const say = (message: string) => faults.push({ field: 'buttons', message });
  if (buttons.length > templateLimits.buttons) say(`At most ${templateLimits.buttons} buttons.`);
  if (countOf(buttons, 'URL') > moreTemplateLimits.urlButtons) say(`At most ${moreTemplateLimits.urlButtons} buttons open a link.`);
  if (countOf(buttons, 'PHONE_NUMBER') > 1) say('At most one button calls.');
  if (countOf(buttons, 'COPY_CODE') > 1) say('At most one button copies a code.');
  const turns = buttons.filter(
    (button, index) => index > 0 && (button.type === 'QUICK_REPLY') !== (buttons[index - 1]?.type === 'QUICK_REPLY'),
  );
  if (turns.length > 1) say('Replies stand together, before or after the other buttons.');
  return faults;
}

/** Kinds of media and buttons, which are the same on every card of a carousel. */
const shapeOf = (card: TemplateCard) => [card.header.format, ...card.buttons.map(({ type }) => type)].join(' ');

function carouselFaults(cards: readonly TemplateCard[]): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (cards.length < templateLimits.cardsLeast || cards.length > templateLimits.cardsMost)
    faults.push({ field: 'cards', message: `A carousel has ${templateLimits.cardsLeast} to ${templateLimits.cardsMost} cards.` });
  if (new Set(cards.map(shapeOf)).size > 1) faults.push({ field: 'cards', message: templateRuleTexts.kinds });
  cards.forEach((card, index) => {
    const field = `cards.${index}`;
    if (card.header.format === 'NONE') faults.push({ field: `${field}.header`, message: 'A card has an image or a video.' });
    else if (card.header.fileId === '' && card.header.url === '') faults.push(missing(`${field}.header`, templateRuleTexts.mediaSample));
    faults.push(...textFaults(`${field}.body`, card.body.text, templateLimits.cardBody, card.body.samples, true));
    if (card.body.text.trim() === '') faults.push(missing(`${field}.body`));
    if (card.buttons.length > templateLimits.buttonsOfCard)
      faults.push({ field: `${field}.buttons`, message: `At most ${templateLimits.buttonsOfCard} buttons on a card.` });
    card.buttons.forEach((button, at) => {
      if (button.type === 'COPY_CODE' || button.type === 'OTP' || button.type === 'LOCATION')
        faults.push({ field: `${field}.buttons.${at}`, message: 'A card has replies, links and calls only.' });
      faults.push(...buttonFaults(`${field}.buttons.${at}`, button));
    });
  });
  return faults;
}

function offerFaults({ category, components }: TemplateForm): TemplateFault[] {
  const offer = partOf(components, 'LIMITED_TIME_OFFER');
  if (!offer) return [];
  const faults = tooLong('offer', offer.text, templateLimits.offerText);
  const say = (field: string, message: string) => faults.push({ field, message });
  if (offer.text.trim() === '') faults.push(missing('offer'));
  if (category !== 'MARKETING') say('offer', 'A limited time offer is for MARKETING alone.');
  if (partOf(components, 'FOOTER')?.text) say('footer', 'A template with an offer has no footer.');
  const format = partOf(components, 'HEADER')?.format ?? 'NONE';
  if (format === 'TEXT' || format === 'DOCUMENT') say('header', 'A template with an offer has an image, a video or no header.');
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  if (buttons.length !== 2 || buttons[0]?.type !== 'COPY_CODE' || buttons[1]?.type !== 'URL')
    say('buttons', 'An offer has one button that copies its code, and one that opens a link.');
  faults.push(...tooLong('body', partOf(components, 'BODY')?.text ?? '', moreTemplateLimits.offerBody));
  return faults;
}

function authenticationFaults({ components }: TemplateForm): TemplateFault[] {
  const faults: TemplateFault[] = [];
  const others = components.filter(({ type }) => type !== 'AUTHENTICATION' && type !== 'BUTTONS');
  if (!partOf(components, 'AUTHENTICATION') || others.length > 0)
    faults.push({ field: 'body', message: 'The text of an AUTHENTICATION template is fixed; it has a code and nothing else.' });
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  if (buttons.length !== 1 || buttons[0]?.type !== 'OTP')
    faults.push({ field: 'buttons', message: 'An AUTHENTICATION template has one button: it copies the code.' });
  return faults;
}

function whatsappFaults(form: TemplateForm): TemplateFault[] {
  const { category, components } = form;
  if (category === 'AUTHENTICATION') return authenticationFaults(form);
  const faults: TemplateFault[] = [];
  if (partOf(components, 'AUTHENTICATION')) faults.push({ field: 'category', message: 'Codes are for the category AUTHENTICATION alone.' });
  const header = partOf(components, 'HEADER');
  const body = partOf(components, 'BODY');
  const footer = partOf(components, 'FOOTER');
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  const carousel = partOf(components, 'CAROUSEL');
  if (header?.format === 'TEXT') {
    faults.push(...textFaults('header', header.text, templateLimits.header, header.samples, false));
    if (header.text.trim() === '') faults.push(missing('header'));
    if (variablesOf(header.text).length > 1) faults.push({ field: 'header', message: 'A header has at most one variable.' });
  } else if (header && header.format !== 'NONE' && header.fileId === '' && header.resourceUrl === '')
    faults.push(missing('header', templateRuleTexts.mediaSample));
  if (!body || body.text.trim() === '') faults.push(missing('body'));
  else faults.push(...textFaults('body', body.text, templateLimits.body, body.samples, true));
  faults.push(...tooLong('footer', footer?.text ?? '', templateLimits.footer));
  if (variablesOf(footer?.text ?? '').length > 0) faults.push({ field: 'footer', message: 'A footer has no variables.' });
  faults.push(...buttonsFaults(buttons), ...offerFaults(form));
  if (buttons.some(({ type }) => type === 'OTP' || type === 'LOCATION'))
    faults.push({ field: 'buttons', message: 'Buttons are replies, links, calls and codes to copy.' });
  if (carousel) {
    const beside = (header && header.format !== 'NONE') || footer?.text || buttons.length > 0 || partOf(components, 'LIMITED_TIME_OFFER');
    if (category !== 'MARKETING') faults.push({ field: 'cards', message: 'A carousel is for MARKETING alone.' });
    if (beside) faults.push({ field: 'cards', message: 'Beside a carousel there is a body alone.' });
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
      faults.push({ field, message: `At most ${moreTemplateLimits.suggestions} suggestions.` });
    buttons.forEach((button, index) => {
      if (button.type === 'COPY_CODE' || button.type === 'OTP')
        faults.push({ field: `${field}.${index}`, message: 'Suggestions are replies, links, calls and places.' });
      faults.push(...buttonFaults(`${field}.${index}`, button));
    });
  };
  check('buttons', suggestions);
  if (cards.length === 0) {
    if (!body || body.text.trim() === '') faults.push(missing('body'));
    else faults.push(...textFaults('body', body.text, moreTemplateLimits.rcsText, body.samples, false));
  }
  if (cards.length > templateLimits.cardsMost)
    faults.push({ field: 'cards', message: `A carousel has ${templateLimits.cardsLeast} to ${templateLimits.cardsMost} cards.` });
  cards.forEach((card, index) => {
    const field = `cards.${index}`;
    faults.push(...tooLong(`${field}.title`, card.title, moreTemplateLimits.rcsTitle));
    if (variablesOf(card.title).length > 0) faults.push({ field: `${field}.title`, message: 'A title has no variables.' });
    faults.push(...textFaults(`${field}.body`, card.body.text, moreTemplateLimits.rcsText, card.body.samples, false));
    const hasMedia = card.header.format !== 'NONE';
    if (hasMedia && card.header.fileId === '' && card.header.url === '')
      faults.push(missing(`${field}.header`, templateRuleTexts.mediaSample));
    if (!hasMedia && card.title.trim() === '' && card.body.text.trim() === '')
      faults.push(missing(`${field}.body`, 'A card has media, a title or a text.'));
    if (cards.length > 1 && card.header.height === 'TALL')
      faults.push({ field: `${field}.header`, message: 'Media of a carousel is short or medium.' });
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
    ...(others.length > 0 ? [{ field: 'body', message: 'An SMS is text alone.' }] : []),
  ];
}

/**
 * What is wrong with a template, by field. `isMissing` ones may be saved in a draft and are refused when it is submitted; all others are
 * refused at once.
 */
export function templateFaults(form: TemplateForm): TemplateFault[] {
  const faults: TemplateFault[] = [];
  if (form.name.trim() === '') faults.push({ field: 'name', message: templateRuleTexts.mandatory });
  else if (!/^[a-z0-9_]+$/.test(form.name)) faults.push({ field: 'name', message: templateRuleTexts.name });
  const types = form.components.map(({ type }) => type);
  if (new Set(types).size < types.length) faults.push({ field: 'components', message: 'Each component is there at most once.' });
  const byKind = { whatsapp: whatsappFaults, rcs: rcsFaults, sms: smsFaults };
  return [...faults, ...tooLong('name', form.name, moreTemplateLimits.name), ...byKind[form.kind](form)];
}
