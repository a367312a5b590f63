import {
  partOf,
  type Template,
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateExtra,
  type TemplateKind,
  type TemplateSave,
  templateLanguages,
} from '@parley/contract';

export type DraftButton = TemplateButton & { key: number };
export type DraftCard = Omit<TemplateCard, 'buttons'> & { key: number; buttons: DraftButton[] };
type Header = Omit<Extract<TemplateComponent, { type: 'HEADER' }>, 'type'>;
/** Shape of a template: on WhatsApp a plain one, an offer or a carousel; on RCS a text, a card or a carousel. */
export type TemplateShape = 'plain' | 'offer' | 'carousel' | 'card';

export type TemplateDraft = {
  channelId: string;
  name: string;
  category: TemplateCategory;
  language: string;
  shape: TemplateShape;
  header: Header;
  body: { text: string; samples: Record<string, string> };
  footer: string;
  buttons: DraftButton[];
  offer: { text: string; hasExpiration: boolean };
  code: { addSecurityRecommendation: boolean; codeExpirationMinutes: number | '' };
  cards: DraftCard[];
  extra: TemplateExtra;
};

/** Returns the text beside a field; several faults of one field are one text. */
export type FaultOf = (field: string) => string | undefined;

let lastKey = 0;
const nextKey = () => {
  lastKey += 1;
  return lastKey;
};

export const newButton = (type: TemplateButton['type']): DraftButton => ({
  key: nextKey(),
  type,
  text: '',
  url: '',
  phoneNumber: '',
  example: '',
  payload: '',
});
export const newCard = (buttons: readonly TemplateButton[] = [], format: TemplateCard['header']['format'] = 'IMAGE'): DraftCard => ({
  key: nextKey(),
  header: { format, url: '', fileId: '', height: 'MEDIUM' },
  title: '',
  body: { text: '', samples: {} },
  buttons: buttons.map(({ type }) => newButton(type)),
});
const noHeader: Header = { format: 'NONE', text: '', resourceUrl: '', fileId: '', samples: {} };
const noExtra: TemplateExtra = { senderId: '', principalEntityId: '', registeredTemplateId: '', fallbackText: '', orientation: 'VERTICAL' };
const keyed = (buttons: readonly TemplateButton[]): DraftButton[] => buttons.map((button) => ({ ...button, key: nextKey() }));

export const emptyDraft = (channelId = ''): TemplateDraft => ({
  channelId,
  name: '',
  category: 'UTILITY',
  language: 'en',
  shape: 'plain',
  header: noHeader,
  body: { text: '', samples: {} },
  footer: '',
  buttons: [],
  offer: { text: '', hasExpiration: true },
  code: { addSecurityRecommendation: true, codeExpirationMinutes: '' },
  cards: [],
  extra: noExtra,
});

export function toDraft(template: Template): TemplateDraft {
  const { components } = template;
  const cards = partOf(components, 'CAROUSEL')?.cards ?? [];
  const { type: _header, ...header } = partOf(components, 'HEADER') ?? { type: '', ...noHeader };
  const offer = partOf(components, 'LIMITED_TIME_OFFER');
  const code = partOf(components, 'AUTHENTICATION');
  const body = partOf(components, 'BODY');
  return {
    ...emptyDraft(template.channelId),
    name: template.name,
    category: template.category,
    language: template.language,
    shape: cards.length === 1 ? 'card' : cards.length > 1 ? 'carousel' : offer ? 'offer' : 'plain',
    header,
    body: { text: body?.text ?? '', samples: body?.samples ?? {} },
    footer: partOf(components, 'FOOTER')?.text ?? '',
    buttons: keyed(partOf(components, 'BUTTONS')?.buttons ?? []),
    ...(offer ? { offer: { text: offer.text, hasExpiration: offer.hasExpiration } } : {}),
    ...(code
      ? { code: { addSecurityRecommendation: code.addSecurityRecommendation, codeExpirationMinutes: code.codeExpirationMinutes ?? '' } }
      : {}),
    cards: cards.map((card) => ({ ...card, key: nextKey(), buttons: keyed(card.buttons) })),
    extra: template.extra,
  };
}

const plainButton = ({ key: _key, ...button }: DraftButton): TemplateButton => button;
const plainCard = ({ key: _key, buttons, ...card }: DraftCard): TemplateCard => ({ ...card, buttons: buttons.map(plainButton) });

/** The components of a draft: only those that its shape has, and no empty ones. */
export function toComponents(draft: TemplateDraft, kind: TemplateKind): TemplateComponent[] {
  const body: TemplateComponent = { type: 'BODY', ...draft.body };
  if (kind === 'sms') return [body];
  if (kind === 'whatsapp' && draft.category === 'AUTHENTICATION') {
    const { codeExpirationMinutes, addSecurityRecommendation } = draft.code;
    return [
      { type: 'AUTHENTICATION', addSecurityRecommendation, ...(codeExpirationMinutes === '' ? {} : { codeExpirationMinutes }) },
      {
        type: 'BUTTONS',
        buttons: [plainButton({ ...newButton('OTP'), text: draft.buttons.find(({ type }) => type === 'OTP')?.text ?? '' })],
      },
    ];
  }
  const buttons: TemplateComponent[] = draft.buttons.length > 0 ? [{ type: 'BUTTONS', buttons: draft.buttons.map(plainButton) }] : [];
  const carousel: TemplateComponent = { type: 'CAROUSEL', cards: draft.cards.map(plainCard) };
  if (kind === 'rcs') return draft.shape === 'plain' ? [body, ...buttons] : [carousel, ...buttons];
  if (draft.shape === 'carousel') return [body, carousel];
  const header: TemplateComponent[] = draft.header.format === 'NONE' ? [] : [{ type: 'HEADER', ...draft.header }];
  if (draft.shape === 'offer') return [...header, { type: 'LIMITED_TIME_OFFER', ...draft.offer }, body, ...buttons];
  return [...header, body, ...(draft.footer === '' ? [] : [{ type: 'FOOTER' as const, text: draft.footer }]), ...buttons];
}

const isLanguage = (code: string): code is TemplateSave['language'] => (templateLanguages as readonly string[]).includes(code);

export const toSave = (draft: TemplateDraft, kind: TemplateKind): TemplateSave => ({
  channelId: draft.channelId,
  name: draft.name,
  category: draft.category,
  language: isLanguage(draft.language) ? draft.language : 'en',
  // Links to samples are made anew with each reading.
  components: toComponents(draft, kind).map((component): TemplateComponent => {
    if (component.type === 'HEADER') return component.fileId === '' ? component : { ...component, resourceUrl: '' };
    if (component.type !== 'CAROUSEL') return component;
    const cards = component.cards.map((card) => (card.header.fileId === '' ? card : { ...card, header: { ...card.header, url: '' } }));
    return { ...component, cards };
  }),
  extra: draft.extra,
});

/** Another shape with what it begins with: an offer has its two buttons, a carousel its two cards. */
export function withShape(draft: TemplateDraft, shape: TemplateShape): TemplateDraft {
  if (shape === 'offer') return { ...draft, shape, footer: '', buttons: [newButton('COPY_CODE'), newButton('URL')] };
  if (shape === 'card') return { ...draft, shape, cards: [draft.cards[0] ?? newCard()] };
  if (shape !== 'carousel') return { ...draft, shape };
  const [first = newCard([newButton('QUICK_REPLY')])] = draft.cards;
  return { ...draft, shape, cards: draft.cards.length > 1 ? draft.cards : [first, newCard(first.buttons, first.header.format)] };
}

/** No more characters than allowed, counted as people count them (TMPL-023). */
export const clamp = (text: string, limit: number): string => [...text].slice(0, limit).join('');

/** The part of a template that a vendor's reason speaks of; '' when it names none. */
export function fieldOfReason(reason: string): 'header' | 'body' | 'footer' | 'buttons' | 'name' | 'category' | '' {
  const words = {
    header: /header/i,
    footer: /footer/i,
    buttons: /button|\burl\b/i,
    name: /\bname\b/i,
    category: /categor/i,
    body: /body|text|variable|parameter|content/i,
  } as const;
  return (Object.keys(words) as (keyof typeof words)[]).find((field) => words[field].test(reason)) ?? '';
}
