import {
  fillVariables,
  mapLinkOf,
  type SandboxButton,
  type SandboxCard,
  type SandboxMessage,
  type TemplateButton,
  variablesOf,
} from '@parley/contract';
import { asObject, asObjects, asText, dig, type JsonObject } from '../../json.ts';
import type { VendorTemplate } from '../../types.ts';

/** A suggestion in Google's words or in Jio's. */
export function suggestionShown(given: JsonObject): SandboxButton {
  const reply = asObject(given.reply);
  const action = asObject(given.action);
  const part = given.reply === undefined ? action : reply;
  const title = asText(part.text) || asText(part.plainText);
  const id = asText(part.postbackData) || asText(dig(part, 'postBack', 'data')) || title;
  const url = asText(dig(action, 'openUrlAction', 'url')) || asText(dig(action, 'openUrl', 'url'));
  const number = asText(dig(action, 'dialAction', 'phoneNumber')) || asText(dig(action, 'dialerAction', 'phoneNumber'));
  if (action.viewLocationAction !== undefined) {
    const { latitude, longitude } = asObject(dig(action, 'viewLocationAction', 'latLong'));
    return { id, title, type: 'place', value: mapLinkOf({ latitude: Number(latitude), longitude: Number(longitude) }) };
  }
  if (action.shareLocationAction !== undefined) return { id, title, type: 'askPlace', value: '' };
  if (action.createCalendarEventAction !== undefined) {
    const event = asObject(action.createCalendarEventAction);
    return { id, title, type: 'calendar', value: [event.title, event.startTime, event.endTime].map(asText).join(' · ') };
  }
  return { id, title, type: url ? 'url' : number ? 'call' : 'reply', value: url || number };
}

export function cardShown(card: JsonObject): SandboxCard {
  const url = asText(dig(card, 'media', 'contentInfo', 'fileUrl')) || asText(dig(card, 'cardMedia', 'contentInfo', 'fileUrl'));
  return {
    title: asText(card.title) || asText(card.cardTitle),
    text: asText(card.description) || asText(card.cardDescription),
    media: url ? { kind: 'image', url, mimeType: '', fileName: '' } : null,
    buttons: asObjects(card.suggestions).map(suggestionShown),
  };
}

/** Returns why a vendor would refuse the cards; '' when it takes them. */
export function problemOfCards(cards: readonly SandboxCard[], isCarousel: boolean): string {
  if (isCarousel && (cards.length < 2 || cards.length > 10)) return 'A carousel has 2 to 10 cards';
  for (const card of cards) {
    if (!card.title && !card.text && !card.media) return 'A card is empty';
    if (card.title.length > 200 || card.text.length > 2000) return 'A card is too long';
    if (card.buttons.length > 4 || card.buttons.some((button) => button.title === '' || button.title.length > 25))
      return 'The suggestions of a card are not valid';
  }
  return '';
}

const buttonOf = (button: TemplateButton, values: Record<string, string>): SandboxButton => ({
  id: button.payload || button.text,
  title: button.text,
  type: button.type === 'URL' ? 'url' : button.type === 'PHONE_NUMBER' ? 'call' : 'reply',
  value: button.type === 'URL' ? fillVariables(button.url, values) : button.phoneNumber,
});

/** A registered template with its values; undefined where a variable has none. */
export function templateShown(template: VendorTemplate, values: Record<string, string>): Partial<SandboxMessage> | undefined {
  const texts = template.components.flatMap((part) =>
    part.type === 'BODY' ? [part.text] : part.type === 'CAROUSEL' ? part.cards.flatMap((card) => [card.title, card.body.text]) : [],
  );
  if (texts.flatMap(variablesOf).some((name) => !values[name])) return undefined;
  const shown: Partial<SandboxMessage> = { templateName: template.name };
  for (const part of template.components) {
    if (part.type === 'BODY') shown.text = fillVariables(part.text, values);
    if (part.type === 'BUTTONS') shown.buttons = part.buttons.map((button) => buttonOf(button, values));
    if (part.type === 'CAROUSEL')
      shown.cards = part.cards.map((card) => ({
        title: fillVariables(card.title, values),
        text: fillVariables(card.body.text, values),
        media:
          card.header.format === 'NONE'
            ? null
            : { kind: card.header.format === 'VIDEO' ? 'video' : 'image', url: card.header.url, mimeType: '', fileName: '' },
        buttons: card.buttons.map((button) => buttonOf(button, values)),
      }));
  }
  return shown;
}
