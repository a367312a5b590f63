import { variablesOf } from '@parley/contract';
import type { OutgoingMedia, OutgoingTemplate } from '../../types.ts';

export type Part = Record<string, unknown>;
/** Says what is missing; caught by the renderer alone. */
export class MissingValue extends Error {}

export function mediaPart(media: OutgoingMedia): Part {
  const file = { link: media.url, ...(media.kind === 'document' && media.fileName ? { filename: media.fileName } : {}) };
  return { type: media.kind, [media.kind]: file };
}

/** Returns the values in the order of the approved text; names that are words are sent along, numbers are known by their place. */
export function textParts(values: Readonly<Record<string, string>>, approved: string | undefined, where: string): Part[] {
  const names = approved === undefined ? Object.keys(values) : variablesOf(approved);
  const isNumbered = names.every((name) => /^\d+$/.test(name));
  const ordered = isNumbered ? [...names].sort((a, b) => Number(a) - Number(b)) : names;
  return ordered.map((name) => {
    const value = values[name];
    if (value === undefined || value === '') throw new MissingValue(`The ${where} has no value for {{${name}}}.`);
    return { type: 'text', ...(isNumbered ? {} : { parameter_name: name }), text: value };
  });
}

export const buttonPart = (button: { index: number; type: 'QUICK_REPLY' | 'URL' | 'COPY_CODE' | 'OTP'; value: string }): Part => ({
  type: 'button',
  // A code to copy of an AUTHENTICATION template is a link with the code behind it.
  sub_type: { QUICK_REPLY: 'quick_reply', URL: 'url', COPY_CODE: 'copy_code', OTP: 'url' }[button.type],
  index: String(button.index),
  parameters: [
    button.type === 'QUICK_REPLY'
      ? { type: 'payload', payload: button.value }
      : button.type === 'COPY_CODE'
        ? { type: 'coupon_code', coupon_code: button.value }
        : { type: 'text', text: button.value },
  ],
});

function offerParts(template: OutgoingTemplate): Part[] {
  if (!template.offer) return [];
  const at = template.components
    .flatMap((part) => (part.type === 'BUTTONS' ? part.buttons : []))
    .findIndex((button) => button.type === 'COPY_CODE');
  const hasCode = template.buttons.some((button) => button.type === 'COPY_CODE');
  return [
    {
      type: 'limited_time_offer',
      parameters: [
        { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: new Date(template.offer.expiresAt).getTime() } },
      ],
    },
    ...(at >= 0 && !hasCode ? [buttonPart({ index: at, type: 'COPY_CODE', value: template.offer.code })] : []),
  ];
}

/** The `components` of a message that sends an approved template. */
export function templateParts(template: OutgoingTemplate): Part[] {
  const header = template.components.find((part) => part.type === 'HEADER');
  const body = template.components.find((part) => part.type === 'BODY');
  const carousel = template.components.find((part) => part.type === 'CAROUSEL');
  const headerParts =
    template.header === undefined
      ? []
      : 'media' in template.header
        ? [mediaPart(template.header.media)]
        : textParts(template.header.values, header?.text, 'header');
  const bodyParts = textParts(template.body, body?.text, 'body');
  return [
    ...(headerParts.length > 0 ? [{ type: 'header', parameters: headerParts }] : []),
    ...(bodyParts.length > 0 ? [{ type: 'body', parameters: bodyParts }] : []),
    ...template.buttons.map(buttonPart),
    ...offerParts(template),
    ...(template.cards.length > 0
      ? [
          {
            type: 'carousel',
            cards: template.cards.map((card, index) => {
              const values = textParts(card.body, carousel?.cards[index]?.body.text, `card ${index + 1}`);
              return {
                card_index: index,
                components: [
                  ...(card.media ? [{ type: 'header', parameters: [mediaPart(card.media)] }] : []),
                  ...(values.length > 0 ? [{ type: 'body', parameters: values }] : []),
                  ...card.buttons.map(buttonPart),
                ],
              };
            }),
          },
        ]
      : []),
  ];
}
