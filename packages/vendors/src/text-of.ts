import { fillVariables, mapLinkOf, variablesOf } from '@parley/contract';
import type { OutgoingCard, OutgoingContent, OutgoingTemplate } from './types.ts';

/** The name of the first variable of a text that has no value; '' when all have one. */
export const missingOf = (text: string, values: Readonly<Record<string, string>>): string =>
  variablesOf(text).find((name) => !values[name]) ?? '';

/** The body of a template with its values. */
export function bodyOf(template: OutgoingTemplate): string {
  const body = template.components.find((part) => part.type === 'BODY');
  return fillVariables(body?.text ?? '', template.body);
}

const linesOf = (buttons: OutgoingCard['buttons']): string[] =>
  buttons.map(({ title, url, phoneNumber, place, event }) => {
    const told = url || phoneNumber || (place ? mapLinkOf(place) : event ? `${event.title}, ${event.startsAt.slice(0, 10)}` : '');
    return told ? `${title}: ${told}` : title;
  });

/**
 * Returns the text of a message for a wire that carries text alone: links in words, and nothing of what only a screen shows; '' for
 * neither.
 */
export function plainTextOf(content: OutgoingContent): string {
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'template':
      return bodyOf(content);
    case 'card':
      return [content.card.title, content.card.text, ...linesOf(content.card.buttons)].filter(Boolean).join('\n');
    case 'carousel':
      return content.cards.map((card) => plainTextOf({ kind: 'card', card })).join('\n\n');
    case 'buttons':
      return [content.text, ...content.buttons.map((button) => button.title)].join('\n');
    case 'flow':
      return [content.text, content.button].filter(Boolean).join('\n');
    case 'list':
      return [content.text, ...content.sections.flatMap((section) => section.rows.map((row) => row.title))].join('\n');
    case 'media':
      return [content.media.caption, content.media.bytes ? '' : content.media.url].filter(Boolean).join('\n');
    case 'location':
      return [content.name, content.address, `https://maps.google.com/?q=${content.latitude},${content.longitude}`]
        .filter(Boolean)
        .join('\n');
    case 'contacts':
      return content.contacts.map(({ name, phones }) => [name, ...phones].join(' ')).join('\n');
    default:
      return '';
  }
}

/** Tells whether a text fits into GSM-7, the alphabet of short messages; another makes it UCS-2. */
export const isGsm = (text: string): boolean =>
  /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[\]~|€]*$/.test(text);
