import {
  TemplateBody,
  TemplateButton,
  TemplateCarousel,
  type TemplateComponent,
  TemplateFooter,
  TemplateHeader,
  TemplateOffer,
  variablesOf,
} from '@parley/contract';
import { asList, asObject, asObjects, asText, dig, type JsonObject } from '../../json.ts';

type Part = Record<string, unknown>;
const isNumbered = (text: string) => variablesOf(text).every((name) => /^\d+$/.test(name));

/** Named variables are declared once for the whole template. */
export const parameterFormatOf = (components: readonly TemplateComponent[]): 'NAMED' | 'POSITIONAL' =>
  components.every((part) => (part.type === 'BODY' || part.type === 'HEADER' ? isNumbered(part.text) : true)) ? 'POSITIONAL' : 'NAMED';

function exampleOf(text: string, samples: Readonly<Record<string, string>>, where: 'header' | 'body'): Part {
  const names = variablesOf(text);
  if (names.length === 0) return {};
  if (!isNumbered(text))
    return { example: { [`${where}_text_named_params`]: names.map((name) => ({ param_name: name, example: samples[name] ?? '' })) } };
  const values = [...names].sort((a, b) => Number(a) - Number(b)).map((name) => samples[name] ?? '');
  return { example: { [`${where}_text`]: where === 'body' ? [values] : values } };
}

function buttonToMeta(button: TemplateButton): Part {
  switch (button.type) {
    case 'URL':
      return { type: 'URL', text: button.text, url: button.url, ...(button.example ? { example: [button.example] } : {}) };
    case 'PHONE_NUMBER':
      return { type: 'PHONE_NUMBER', text: button.text, phone_number: button.phoneNumber };
    case 'COPY_CODE':
      return { type: 'COPY_CODE', example: button.example };
    case 'OTP':
      return { type: 'OTP', otp_type: 'COPY_CODE', ...(button.text ? { text: button.text } : {}) };
    default:
      return { type: 'QUICK_REPLY', text: button.text };
  }
}

/** Ours as Meta registers it. Media samples are handles by then: `resourceUrl` holds the handle. */
export function toMeta(components: readonly TemplateComponent[]): Part[] {
  return components.flatMap((part): Part[] => {
    switch (part.type) {
      case 'HEADER':
        if (part.format === 'NONE') return [];
        if (part.format === 'TEXT')
          return [{ type: 'HEADER', format: 'TEXT', text: part.text, ...exampleOf(part.text, part.samples, 'header') }];
        return [{ type: 'HEADER', format: part.format, ...(part.resourceUrl ? { example: { header_handle: [part.resourceUrl] } } : {}) }];
      case 'BODY':
        return [{ type: 'BODY', text: part.text, ...exampleOf(part.text, part.samples, 'body') }];
      case 'FOOTER':
        return part.text ? [{ type: 'FOOTER', text: part.text }] : [];
      case 'BUTTONS':
        return part.buttons.length > 0 ? [{ type: 'BUTTONS', buttons: part.buttons.map(buttonToMeta) }] : [];
      case 'LIMITED_TIME_OFFER':
        return [{ type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: part.text, has_expiration: part.hasExpiration } }];
      case 'AUTHENTICATION':
        return [
          { type: 'BODY', add_security_recommendation: part.addSecurityRecommendation },
          ...(part.codeExpirationMinutes ? [{ type: 'FOOTER', code_expiration_minutes: part.codeExpirationMinutes }] : []),
        ];
      case 'CAROUSEL':
        return [
          {
            type: 'CAROUSEL',
            cards: part.cards.map((card) => ({
              components: [
                ...(card.header.format === 'NONE'
                  ? []
                  : [
                      {
                        type: 'HEADER',
                        format: card.header.format,
                        ...(card.header.url ? { example: { header_handle: [card.header.url] } } : {}),
                      },
                    ]),
                ...(card.body.text
                  ? [{ type: 'BODY', text: card.body.text, ...exampleOf(card.body.text, card.body.samples, 'body') }]
                  : []),
                ...(card.buttons.length > 0 ? [{ type: 'BUTTONS', buttons: card.buttons.map(buttonToMeta) }] : []),
              ],
            })),
          },
        ];
    }
    return [];
  });
}

function samplesOf(part: JsonObject, where: 'header' | 'body'): Record<string, string> {
  const example = asObject(part.example);
  const named = asObjects(example[`${where}_text_named_params`]);
  if (named.length > 0) return Object.fromEntries(named.map((one) => [asText(one.param_name), asText(one.example)]));
  const given = asList(example[`${where}_text`]);
  const values = where === 'body' ? asList(given[0]) : given;
  return Object.fromEntries(values.map((value, index) => [String(index + 1), asText(value)]));
}

function buttonFromMeta(button: JsonObject): TemplateButton {
  const type = asText(button.type);
  return TemplateButton.parse({
    type: ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP'].includes(type) ? type : 'QUICK_REPLY',
    text: asText(button.text).slice(0, 60),
    url: asText(button.url).slice(0, 2000),
    phoneNumber: asText(button.phone_number).slice(0, 20),
    example: (asText(button.example) || asText(asList(button.example)[0])).slice(0, 2000),
  });
}

const buttonsOf = (part: JsonObject): TemplateButton[] => asObjects(part.buttons).slice(0, 20).map(buttonFromMeta);

function cardFromMeta(card: JsonObject): Record<string, unknown> {
  const parts = asObjects(card.components);
  const [header, body, buttons] = ['HEADER', 'BODY', 'BUTTONS'].map(
    (type) => parts.find((part) => asText(part.type).toUpperCase() === type) ?? {},
  );
  const format = asText(header?.format).toUpperCase();
  return {
    header: {
      format: format === 'VIDEO' ? 'VIDEO' : format === 'IMAGE' ? 'IMAGE' : 'NONE',
      url: asText(dig(header, 'example', 'header_handle', 0)).slice(0, 2000),
    },
    body: { text: asText(body?.text).slice(0, 2000), samples: samplesOf(body ?? {}, 'body') },
    buttons: buttonsOf(buttons ?? {}).slice(0, 4),
  };
}

/** Meta's components as ours; a part that we do not know is left out. */
export function fromMeta(json: unknown): TemplateComponent[] {
  return asObjects(json).flatMap((part): TemplateComponent[] => {
    switch (asText(part.type).toUpperCase()) {
      case 'HEADER': {
        const format = asText(part.format).toUpperCase();
        return [
          TemplateHeader.parse({
            type: 'HEADER',
            format: ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT'].includes(format) ? format : 'NONE',
            text: asText(part.text).slice(0, 1024),
            resourceUrl: asText(dig(part, 'example', 'header_handle', 0)).slice(0, 2000),
            samples: samplesOf(part, 'header'),
          }),
        ];
      }
      case 'BODY':
        return part.text === undefined
          ? [{ type: 'AUTHENTICATION', addSecurityRecommendation: part.add_security_recommendation !== false }]
          : [TemplateBody.parse({ type: 'BODY', text: asText(part.text).slice(0, 4096), samples: samplesOf(part, 'body') })];
      case 'FOOTER':
        return part.text === undefined ? [] : [TemplateFooter.parse({ type: 'FOOTER', text: asText(part.text).slice(0, 1024) })];
      case 'BUTTONS':
        return [{ type: 'BUTTONS', buttons: buttonsOf(part) }];
      case 'LIMITED_TIME_OFFER': {
        const offer = asObject(part.limited_time_offer);
        return [
          TemplateOffer.parse({
            type: 'LIMITED_TIME_OFFER',
            text: asText(offer.text).slice(0, 1024),
            hasExpiration: offer.has_expiration === true,
          }),
        ];
      }
      case 'CAROUSEL':
        return [TemplateCarousel.parse({ type: 'CAROUSEL', cards: asObjects(part.cards).slice(0, 10).map(cardFromMeta) })];
      default:
        return [];
    }
  });
}
