import {
  fillVariables,
  type SandboxButton,
  type SandboxCard,
  type SandboxMedia,
  type SandboxMessage,
  type TemplateButton,
  templateLimits,
  variablesOf,
} from '@parley/contract';
import type { VendorTemplate } from '../../types.ts';
import { GraphRefusal } from './meta-answers.ts';
import type { SentComponents } from './meta-schema.ts';
import { refusalOfValues } from './meta-values.ts';

/** Most characters of a one-time password */
const longestCode = 15;

type Sent = SentComponents[number];
type SentMediaParameter = { type: string } & Record<string, unknown>;

export function mediaShown(kind: SandboxMedia['kind'], file: { link?: string | undefined; filename?: string | undefined }): SandboxMedia {
  return { kind, url: file.link ?? '', mimeType: '', fileName: file.filename ?? '' };
}

function valuesOf(parameters: readonly { type: string; text?: string; parameter_name?: string | undefined }[]): Record<string, string> {
  return Object.fromEntries(parameters.map((one, at) => [one.parameter_name ?? String(at + 1), one.text ?? '']));
}

function fill(text: string, parameters: readonly { type: string }[], where: string, maximum: number): string {
  const names = variablesOf(text);
  const values = valuesOf(parameters as { type: string; text?: string }[]);
  if (Object.keys(values).length !== names.length)
    throw new GraphRefusal(
      '132000',
      `${where}: number of localizable_params (${Object.keys(values).length}) does not match the expected number of params (${names.length})`,
    );
  const missing = names.find((name) => values[name] === undefined);
  if (missing) throw new GraphRefusal('132012', `${where}: Parameter name ${missing} is missing`);
  const filled = fillVariables(text, values);
  const refusal = refusalOfValues(Object.values(values), filled, { where, maximum });
  if (refusal) throw refusal;
  return filled;
}

/** A header, body or card picture: what was approved must be what is sent. */
function headerMedia(format: string, parameters: readonly SentMediaParameter[] | undefined, where: string): SandboxMedia {
  const kind = format.toLowerCase() as SandboxMedia['kind'];
  const sent = parameters?.[0];
  if (sent?.type !== kind)
    throw new GraphRefusal('132012', `${where}: Format mismatch, expected ${format}, received ${sent?.type.toUpperCase() ?? 'UNKNOWN'}`);
  return mediaShown(kind, sent[kind] as { link?: string; filename?: string });
}

type SentButton = Extract<Sent, { type: 'button' }>;

function buttonShown(button: TemplateButton, at: number, sent: readonly SentButton[], where: string): SandboxButton {
  const given = sent.find((one) => Number(one.index) === at);
  const value = (given?.parameters[0] ?? {}) as { text?: string; payload?: string; coupon_code?: string };
  switch (button.type) {
    case 'URL': {
      const hasVariable = variablesOf(button.url).length > 0;
      if (hasVariable !== (given !== undefined))
        throw new GraphRefusal('132000', `${where}: button ${at} wants ${hasVariable ? 'a value' : 'no value'}`);
      return { id: `url${at}`, title: button.text, type: 'url', value: fillVariables(button.url, { '1': value.text ?? '' }) };
    }
    case 'PHONE_NUMBER':
      return { id: `call${at}`, title: button.text, type: 'call', value: button.phoneNumber };
    case 'COPY_CODE':
      if (!given) throw new GraphRefusal('132012', `${where}: button ${at} wants a coupon code`);
      return { id: `code${at}`, title: button.text || 'Copy code', type: 'code', value: value.coupon_code ?? '' };
    case 'OTP':
      if (!given) throw new GraphRefusal('132012', `${where}: button ${at} wants the code`);
      return { id: `code${at}`, title: button.text || 'Copy code', type: 'code', value: value.text ?? '' };
    default:
      return { id: value.payload ?? button.text, title: button.text, type: 'quickReply', value: '' };
  }
}

const isButton = (part: { type: string }): part is SentButton => part.type === 'button';

/** The message as the person sees it, or the refusal that Meta would give. */
export function renderTemplate(template: VendorTemplate, sent: SentComponents): Partial<SandboxMessage> {
  if (template.status === 'PAUSED') throw new GraphRefusal('132015', 'The template is paused.');
  if (template.status === 'DISABLED') throw new GraphRefusal('132016', 'The template is disabled.');
  if (template.status !== 'APPROVED')
    throw new GraphRefusal('132001', `template name (${template.name}) does not exist in ${template.language}`);
  const shown: Partial<SandboxMessage> = { templateName: template.name, buttons: [] };
  const parametersOf = (type: string) =>
    sent.flatMap((part): unknown[] => (part.type === type && 'parameters' in part ? part.parameters : [])) as SentMediaParameter[];
  for (const part of template.components) {
    switch (part.type) {
      case 'HEADER':
        if (part.format === 'TEXT') shown.header = fill(part.text, parametersOf('header'), 'header', templateLimits.header);
        else if (part.format !== 'NONE') shown.media = headerMedia(part.format, parametersOf('header'), 'header');
        break;
      case 'BODY':
        shown.text = fill(part.text, parametersOf('body'), 'body', templateLimits.body);
        break;
      case 'AUTHENTICATION': {
        const code = (parametersOf('body')[0]?.text as string | undefined) ?? '';
        if (!code) throw new GraphRefusal('132000', 'body: the code is missing');
        const refusal = refusalOfValues([code], code, { where: 'code', maximum: longestCode });
        if (refusal) throw refusal;
        shown.text = `${code} is your verification code.${part.addSecurityRecommendation ? ' For your security, do not share this code.' : ''}`;
        if (part.codeExpirationMinutes) shown.footer = `This code expires in ${part.codeExpirationMinutes} minutes.`;
        break;
      }
      case 'FOOTER':
        shown.footer = part.text;
        break;
      case 'LIMITED_TIME_OFFER': {
        if (part.hasExpiration && parametersOf('limited_time_offer').length === 0)
          throw new GraphRefusal('132012', 'limited_time_offer: the time is missing');
        shown.header = part.text;
        break;
      }
      case 'BUTTONS':
        shown.buttons = part.buttons.map((button, at) => buttonShown(button, at, sent.filter(isButton), 'buttons'));
        break;
      case 'CAROUSEL': {
        const cards = sent.flatMap((one) => (one.type === 'carousel' ? one.cards : []));
        if (cards.length !== part.cards.length)
          throw new GraphRefusal('132000', `carousel: ${cards.length} cards are sent, ${part.cards.length} are approved`);
        shown.cards = part.cards.map((card, at): SandboxCard => {
          const given = cards.find((one) => one.card_index === at)?.components ?? [];
          const parameters = (type: string) =>
            given.flatMap((one): unknown[] => (one.type === type ? one.parameters : [])) as SentMediaParameter[];
          const where = `card ${at}`;
          return {
            title: '',
            text: fill(card.body.text, parameters('body'), where, templateLimits.cardBody),
            media: card.header.format === 'NONE' ? null : headerMedia(card.header.format, parameters('header'), where),
            buttons: card.buttons.map((button, place) => buttonShown(button, place, given.filter(isButton), where)),
          };
        });
        break;
      }
    }
  }
  return shown;
}
