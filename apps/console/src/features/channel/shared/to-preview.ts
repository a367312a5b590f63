import { fillVariables, type MessageMedia, type TemplateButton, type TemplateComponent } from '@parley/contract';
import type { TemplateButton as ShownButton, TemplateContent } from './template-preview.tsx';

type Values = Readonly<Record<string, string>>;
/** Media as the sender has chosen it, in place of the samples. */
export type ChosenMedia = { header?: MessageMedia | undefined; cards?: readonly (MessageMedia | undefined)[] };

const shownTypes: Record<TemplateButton['type'], ShownButton['type']> = {
  QUICK_REPLY: 'QUICK_REPLY',
  URL: 'URL',
  PHONE_NUMBER: 'PHONE_NUMBER',
  COPY_CODE: 'COPY_CODE',
  OTP: 'COPY_CODE',
  LOCATION: 'URL',
};

const toButton = (button: TemplateButton): ShownButton => ({
  type: shownTypes[button.type],
  text: button.text || (button.type === 'COPY_CODE' || button.type === 'OTP' ? 'Copy code' : ''),
});

/** The values of one place by the names that its text has between braces. */
function under(values: Values, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) if (key.startsWith(prefix) && value !== '') found[key.slice(prefix.length)] = value;
  return found;
}

/** Components as the phone shows them. @param values by `variableKey`; what has none stays as it is written */
export function toPreview(components: readonly TemplateComponent[], values: Values = {}, media: ChosenMedia = {}): TemplateContent {
  const content: TemplateContent = {};
  for (const component of components) {
    switch (component.type) {
      case 'HEADER':
        if (component.format === 'TEXT') content.headerText = fillVariables(component.text, under(values, 'messageTags/header.'));
        else if (component.format !== 'NONE') {
          const url = media.header?.url || component.resourceUrl;
          content.media = {
            kind: component.format,
            ...(url ? { url } : {}),
            ...(media.header?.fileName ? { name: media.header.fileName } : {}),
          };
        }
        break;
      case 'BODY':
        content.body = fillVariables(component.text, under(values, 'messageTags/body.'));
        break;
      case 'FOOTER':
        content.footer = component.text;
        break;
      case 'BUTTONS':
        content.buttons = component.buttons.map(toButton);
        break;
      case 'LIMITED_TIME_OFFER': {
        const code = Object.entries(values).find(([key]) => key.startsWith('buttonPayload/'))?.[1];
        const expiresAt = values['messageTags/offer.expiresAt'];
        content.offer = { text: component.text, ...(code ? { code } : {}), ...(expiresAt ? { expiresAt } : {}) };
        break;
      }
      case 'AUTHENTICATION': {
        const code = values['messageTags/code'] || '123456';
        content.body = `*${code}* is your verification code.${component.addSecurityRecommendation ? ' For your security, do not share this code.' : ''}`;
        if (component.codeExpirationMinutes) content.footer = `This code expires in ${component.codeExpirationMinutes} minutes.`;
        break;
      }
      case 'CAROUSEL':
        content.cards = component.cards.map((card, index) => {
          const url = media.cards?.[index]?.url || card.header.url;
          const text = fillVariables(card.body.text, under(values, `cards/${index}/body.`));
          return {
            ...(card.header.format === 'NONE' ? {} : { media: { kind: card.header.format, ...(url ? { url } : {}) } }),
            body: [card.title ? `*${card.title}*` : '', text].filter(Boolean).join('\n'),
            buttons: card.buttons.map(toButton),
          };
        });
        break;
      default:
    }
  }
  return content;
}
