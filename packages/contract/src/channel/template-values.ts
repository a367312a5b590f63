import { channelTypes } from './channel-types.ts';
import { fillVariables, type TemplateComponent, templateLimits, variablesOf } from './template-components.ts';
import { charactersOf } from './template-parts.ts';

type Values = Readonly<Record<string, string>>;

/** Longest values that WhatsApp takes where only a value fills a part, in characters. */
const valueLimits = { code: 15, coupon: 15, url: 2000 } as const;
const mostBlanks = 4;
const breaksLine = /[\t-\r\u0085\u2028\u2029]/;

/**
 * A value of a template as the channel takes it. WhatsApp refuses line breaks, tabs and more than four blanks in a row, so each such run is one
 * blank there; the other channels take all of them.
 */
export const toTemplateValue = (channelType: number, value: string): string =>
  channelType === channelTypes.WHATSAPP
    ? value.replace(/[\s\u0085]+/g, (run) => (run.length > mostBlanks || breaksLine.test(run) ? ' ' : run))
    : value;

/** @param values by any name */
export const toTemplateValues = (channelType: number, values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toTemplateValue(channelType, value)]));

/** A part of a template that is longer with its values than the channel takes. @property keys of the values that make it so, by `variableKey` */
export type OverlongPart = { keys: string[]; length: number; maximum: number };

/** The values of a text that has variables, filled in. @param prefix of their keys */
function filledPart(text: string, values: Values, prefix: string, maximum: number): OverlongPart[] {
  const names = variablesOf(text);
  if (names.length === 0) return [];
  const keys = names.map((name) => `${prefix}${name}`);
  const filled = fillVariables(text, Object.fromEntries(names.map((name) => [name, values[`${prefix}${name}`] ?? ''])));
  const length = charactersOf(filled);
  return length > maximum ? [{ keys, length, maximum }] : [];
}

const ownPart = (key: string, values: Values, maximum: number): OverlongPart[] => {
  const length = charactersOf(values[key] ?? '');
  return length > maximum ? [{ keys: [key], length, maximum }] : [];
};

/** The parts of a template that WhatsApp refuses with these values, since they are too long. @param values by `variableKey` */
export function overlongParts(channelType: number, components: readonly TemplateComponent[], values: Values): OverlongPart[] {
  if (channelType !== channelTypes.WHATSAPP) return [];
  return components.flatMap((part): OverlongPart[] => {
    switch (part.type) {
      case 'HEADER':
        return part.format === 'TEXT' ? filledPart(part.text, values, 'messageTags/header.', templateLimits.header) : [];
      case 'BODY':
        return filledPart(part.text, values, 'messageTags/body.', templateLimits.body);
      case 'AUTHENTICATION':
        return ownPart('messageTags/code', values, valueLimits.code);
      case 'BUTTONS':
        return part.buttons.flatMap((button, at) => {
          if (button.type === 'COPY_CODE') return ownPart(`buttonPayload/button.${at}`, values, valueLimits.coupon);
          return button.type === 'URL' ? ownPart(`url/button.${at}`, values, valueLimits.url) : [];
        });
      case 'CAROUSEL':
        return part.cards.flatMap((card, at) => [
          ...filledPart(card.body.text, values, `cards/${at}/body.`, templateLimits.cardBody),
          ...card.buttons.flatMap((button, place) =>
            button.type === 'URL' ? ownPart(`cards/${at}/button.${place}`, values, valueLimits.url) : [],
          ),
        ]);
      default:
        return [];
    }
  });
}
