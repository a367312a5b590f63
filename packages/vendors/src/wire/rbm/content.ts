import { fillVariables, type TemplateCard } from '@parley/contract';
import { missingOf } from '../../text-of.ts';
import { isAct, type OutgoingCard, type OutgoingCardButton, type OutgoingContent, type OutgoingTemplate } from '../../types.ts';

type Part = Record<string, unknown>;
const limits = { text: 3072, suggestion: 25, suggestions: 11, ofCard: 4, title: 200, description: 2000 } as const;

/** Returns why a message cannot be shown; '' when it can. */
export function problemOfRcs(content: OutgoingContent): string {
  if (content.kind === 'text' && content.text.length > limits.text)
    return `The text has ${content.text.length} characters; RCS shows ${limits.text}.`;
  if (content.kind === 'carousel' && (content.cards.length < 2 || content.cards.length > 10)) return 'A carousel has two to ten cards.';
  if (isAct(content) || content.kind === 'contacts') return `RCS carries no ${content.kind}.`;
  if (content.kind === 'template') {
    const texts = content.components.flatMap((part) =>
      part.type === 'BODY' ? [part.text] : part.type === 'CAROUSEL' ? part.cards.flatMap((card) => [card.title, card.body.text]) : [],
    );
    const values = rcsValues(content);
    const missing = texts.map((text) => missingOf(text, values)).find(Boolean);
    return missing ? `There is no value for {{${missing}}}.` : '';
  }
  return '';
}

/** One set of values for the whole template: RCS names its variables once. */
export const rcsValues = (template: OutgoingTemplate): Record<string, string> =>
  Object.assign(
    {},
    template.header && 'values' in template.header ? template.header.values : {},
    ...template.cards.map((card) => card.body),
    template.body,
  ) as Record<string, string>;

type Button = Pick<OutgoingCardButton, 'id' | 'title' | 'place' | 'asksPlace' | 'event'> & {
  url?: string | undefined;
  phoneNumber?: string | undefined;
};
/** The wire's own words for a reply, a link and a number to dial. */
export type SuggestionForm = (button: Button & { title: string }) => Part;
export const short = (title: string): string => title.slice(0, limits.suggestion);

export const googleSuggestion: SuggestionForm = ({ id, title, url, phoneNumber, place, asksPlace, event }) => {
  const base = { text: short(title), postbackData: id || title };
  if (url) return { action: { ...base, openUrlAction: { url } } };
  if (phoneNumber) return { action: { ...base, dialAction: { phoneNumber } } };
  if (place) {
    const { latitude, longitude, label } = place;
    return { action: { ...base, viewLocationAction: { latLong: { latitude, longitude }, ...(label ? { label } : {}) } } };
  }
  if (asksPlace) return { action: { ...base, shareLocationAction: {} } };
  if (event)
    return { action: { ...base, createCalendarEventAction: { startTime: event.startsAt, endTime: event.endsAt, title: event.title } } };
  return { reply: base };
};

export type RcsCard = { title: string; description: string; fileUrl: string; height: string; buttons: readonly Button[] };

const toCard = (card: OutgoingCard): RcsCard => ({
  title: card.title.slice(0, limits.title),
  description: card.text.slice(0, limits.description),
  fileUrl: card.media?.url ?? '',
  height: (card.height ?? 'medium').toUpperCase(),
  buttons: card.buttons.slice(0, limits.ofCard),
});

const templateCard = (card: TemplateCard, media: string, values: Record<string, string>): RcsCard => ({
  title: fillVariables(card.title, values).slice(0, limits.title),
  description: fillVariables(card.body.text, values).slice(0, limits.description),
  fileUrl: media || card.header.url,
  height: card.header.height,
  buttons: card.buttons.map((button) => ({
    id: button.payload || button.text,
    title: button.text,
    url: fillVariables(button.url, values),
    phoneNumber: button.phoneNumber,
  })),
});

export type RcsMessage =
  | { kind: 'text'; text: string; buttons: readonly Button[] }
  | { kind: 'file'; fileUrl: string; buttons: readonly Button[] }
  | { kind: 'card'; card: RcsCard; orientation: 'VERTICAL' | 'HORIZONTAL' }
  | { kind: 'carousel'; cards: readonly RcsCard[] };

/** Returns the RCS form of a message: a text, a file, a card or a row of cards. */
export function toRcs(content: OutgoingContent): RcsMessage {
  switch (content.kind) {
    case 'media':
      return content.media.caption
        ? {
            kind: 'card',
            orientation: 'VERTICAL',
            card: { title: '', description: content.media.caption, fileUrl: content.media.url, height: 'MEDIUM', buttons: [] },
          }
        : { kind: 'file', fileUrl: content.media.url, buttons: [] };
    case 'location':
      return {
        kind: 'text',
        text: [content.name, content.address].filter(Boolean).join('\n') || 'Location',
        buttons: [{ id: 'location', title: 'Open map', url: `https://maps.google.com/?q=${content.latitude},${content.longitude}` }],
      };
    case 'buttons':
      return { kind: 'text', text: content.text, buttons: content.buttons.slice(0, limits.suggestions) };
    case 'list':
      return {
        kind: 'text',
        text: content.text,
        buttons: content.sections.flatMap((section) => section.rows).slice(0, limits.suggestions),
      };
    case 'card':
      return { kind: 'card', orientation: content.layout === 'horizontal' ? 'HORIZONTAL' : 'VERTICAL', card: toCard(content.card) };
    case 'carousel':
      return { kind: 'carousel', cards: content.cards.map(toCard) };
    case 'template':
      return templateToRcs(content);
    default:
      return { kind: 'text', text: content.kind === 'text' ? content.text : '', buttons: [] };
  }
}

function templateToRcs(template: OutgoingTemplate): RcsMessage {
  const values = rcsValues(template);
  const carousel = template.components.find((part) => part.type === 'CAROUSEL');
  const cards = (carousel?.cards ?? []).map((card, index) => templateCard(card, template.cards[index]?.media?.url ?? '', values));
  if (cards.length > 1) return { kind: 'carousel', cards };
  if (cards[0]) return { kind: 'card', card: cards[0], orientation: template.extra.orientation };
  const body = template.components.find((part) => part.type === 'BODY');
  const buttons = template.components.flatMap((part) => (part.type === 'BUTTONS' ? part.buttons : []));
  return {
    kind: 'text',
    text: fillVariables(body?.text ?? '', values),
    buttons: buttons.map((button) => ({
      id: button.payload || button.text,
      title: button.text,
      url: fillVariables(button.url, values),
      phoneNumber: button.phoneNumber,
    })),
  };
}

const googleCard = (card: RcsCard): Part => ({
  ...(card.title ? { title: card.title } : {}),
  ...(card.description ? { description: card.description } : {}),
  ...(card.fileUrl ? { media: { height: card.height, contentInfo: { fileUrl: card.fileUrl } } } : {}),
  ...(card.buttons.length > 0 ? { suggestions: card.buttons.map(googleSuggestion) } : {}),
});

/** The `contentMessage` of Google's form. */
export function googleContent(message: RcsMessage): Part {
  switch (message.kind) {
    case 'card':
      return {
        richCard: {
          standaloneCard: {
            cardOrientation: message.orientation,
            ...(message.orientation === 'HORIZONTAL' ? { thumbnailImageAlignment: 'LEFT' } : {}),
            cardContent: googleCard(message.card),
          },
        },
      };
    case 'carousel':
      return { richCard: { carouselCard: { cardWidth: 'MEDIUM', cardContents: message.cards.map(googleCard) } } };
    default:
      return {
        ...(message.kind === 'text' ? { text: message.text } : { contentInfo: { fileUrl: message.fileUrl } }),
        ...(message.buttons.length > 0 ? { suggestions: message.buttons.map(googleSuggestion) } : {}),
      };
  }
}
