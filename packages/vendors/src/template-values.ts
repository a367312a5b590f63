import { channelTypes, type OverlongPart, overlongParts, toTemplateValue, toTemplateValues } from '@parley/contract';
import { refused } from './errors.ts';
import type { OutgoingContent, OutgoingTemplate, VendorAdapter } from './types.ts';

const prefixed = (prefix: string, values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${name}`, value]));

/** The values of a message by `variableKey`. */
function valuesOf({ components, header, body, buttons, cards }: OutgoingTemplate): Record<string, string> {
  const isCode = components.some((part) => part.type === 'AUTHENTICATION');
  return {
    ...(header && 'values' in header ? prefixed('messageTags/header.', header.values) : {}),
    ...(isCode ? { 'messageTags/code': body['1'] ?? '' } : prefixed('messageTags/body.', body)),
    ...Object.fromEntries(buttons.map(({ index, type, value }) => [`${type === 'URL' ? 'url' : 'buttonPayload'}/button.${index}`, value])),
    ...Object.assign(
      {},
      ...cards.map((card, at) => ({
        ...prefixed(`cards/${at}/body.`, card.body),
        ...Object.fromEntries(card.buttons.map(({ index, value }) => [`cards/${at}/button.${index}`, value])),
      })),
    ),
  };
}

/** The parts of a message that the channel refuses, since its values make them too long. */
export const overlongOf = (channelType: number, content: OutgoingContent): OverlongPart[] =>
  content.kind === 'template' && channelType === channelTypes.WHATSAPP
    ? overlongParts(channelType, content.components, valuesOf(content))
    : [];

/** The same message with the values of its template as the channel takes them. */
export function withTakenValues(channelType: number, content: OutgoingContent): OutgoingContent {
  if (content.kind !== 'template' || channelType !== channelTypes.WHATSAPP) return content;
  const { header } = content;
  const taken = (values: Readonly<Record<string, string>>) => toTemplateValues(channelType, values);
  const takenButton = <B extends OutgoingTemplate['buttons'][number]>(button: B): B =>
    // The payload of a reply is no text of the message.
    button.type === 'QUICK_REPLY' ? button : { ...button, value: toTemplateValue(channelType, button.value) };
  return {
    ...content,
    ...(header && 'values' in header ? { header: { values: taken(header.values) } } : {}),
    body: taken(content.body),
    buttons: content.buttons.map(takenButton),
    cards: content.cards.map((card) => ({ ...card, body: taken(card.body), buttons: card.buttons.map(takenButton) })),
  };
}

/** Adds WhatsApp's rules for a template's values to any carrier: before a message leaves, values are tidied, or refused by their name. */
export function withTemplateRules(adapter: VendorAdapter): VendorAdapter {
  if (!adapter.types.includes(channelTypes.WHATSAPP)) return adapter;
  return {
    ...adapter,
    render: (message, connection) => {
      const content = withTakenValues(connection.type, message.content);
      const [part] = overlongOf(connection.type, content);
      if (part)
        return refused(`A part of the template has ${part.length} characters with its values; WhatsApp shows ${part.maximum}.`, 'TEMPLATE');
      return adapter.render({ ...message, content }, connection);
    },
  };
}
