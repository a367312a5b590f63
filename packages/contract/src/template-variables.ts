import { type MessageMedia, type TemplateButton, type TemplateComponent, variablesOf } from './template-components.ts';
import { mediaFormatOf, partOf } from './template-parts.ts';

export const variableGroupTypes = ['messageTags', 'buttonPayload', 'cards', 'url'] as const;
export type VariableGroupType = (typeof variableGroupTypes)[number];

/** One place of a template that takes a value when it is sent. */
export type TemplateVariable = {
  /** Unique within the template: 'header.1', 'body.name', 'button.0', 'card.2.body.1', 'card.0.button.1', 'code', 'offer.expiresAt' */
  variable: string;
  /** As the text has it between its braces; a button's text for buttons */
  name: string;
  part: 'header' | 'body' | 'payload' | 'code' | 'url' | 'expiry';
  /** From 0; -1: not on a card */
  card: number;
  sample: string;
  /** Optional ones have a value of their own, such as the payload of a reply */
  isRequired: boolean;
};
/** What a sender maps, by kind (BCAST-026, BCAST-027). */
export type VariableGroup = { type: VariableGroupType; variables: TemplateVariable[] };

function tagsOf(prefix: string, part: 'header' | 'body', text: string, samples: Readonly<Record<string, string>>, card = -1) {
  return variablesOf(text).map(
    (name): TemplateVariable => ({ variable: `${prefix}.${name}`, name, part, card, sample: samples[name] ?? '', isRequired: true }),
  );
}

function ofButton(button: TemplateButton, variable: string, card = -1): TemplateVariable | undefined {
  const shared = { variable, name: button.text, card };
  if (button.type === 'URL')
    return variablesOf(button.url).length > 0 ? { ...shared, part: 'url', sample: button.example, isRequired: true } : undefined;
  if (button.type === 'QUICK_REPLY') return { ...shared, part: 'payload', sample: button.payload || button.text, isRequired: false };
  if (button.type === 'COPY_CODE')
    return { ...shared, name: button.text || 'code', part: 'code', sample: button.example, isRequired: true };
  return undefined;
}

const ofButtons = (buttons: readonly TemplateButton[], prefix: string, card = -1): TemplateVariable[] =>
  buttons.flatMap((button, index) => ofButton(button, `${prefix}.${index}`, card) ?? []);

/** Every place that takes a value, grouped for the mapping; groups without any are left out. */
export function variableGroups(components: readonly TemplateComponent[]): VariableGroup[] {
  const header = partOf(components, 'HEADER');
  const body = partOf(components, 'BODY');
  const offer = partOf(components, 'LIMITED_TIME_OFFER');
  const buttons = ofButtons(partOf(components, 'BUTTONS')?.buttons ?? [], 'button');
  const messageTags = [
    ...(header?.format === 'TEXT' ? tagsOf('header', 'header', header.text, header.samples) : []),
    ...(body ? tagsOf('body', 'body', body.text, body.samples) : []),
  ];
  if (partOf(components, 'AUTHENTICATION'))
    messageTags.push({ variable: 'code', name: 'code', part: 'code', card: -1, sample: '123456', isRequired: true });
  if (offer?.hasExpiration)
    messageTags.push({ variable: 'offer.expiresAt', name: 'expiresAt', part: 'expiry', card: -1, sample: '', isRequired: true });
  const cards = (partOf(components, 'CAROUSEL')?.cards ?? []).flatMap((card, index) => [
    ...tagsOf(`card.${index}.body`, 'body', `${card.title} ${card.body.text}`, card.body.samples, index),
    ...ofButtons(card.buttons, `card.${index}.button`, index),
  ]);
  const groups: VariableGroup[] = [
    { type: 'messageTags', variables: messageTags },
    { type: 'buttonPayload', variables: buttons.filter(({ part }) => part !== 'url') },
    { type: 'cards', variables: cards },
    { type: 'url', variables: buttons.filter(({ part }) => part === 'url') },
  ];
  return groups.filter(({ variables }) => variables.length > 0);
}

type Media = { kind: 'image' | 'video' | 'document'; url: string; caption: string; fileName: string; mimeType: string };
type SentCardButton = { index: number; type: 'QUICK_REPLY' | 'URL'; value: string };
/** The values of a template in the places where vendors want them. */
export type FilledTemplate = {
  header?: { media: Media } | { values: Record<string, string> };
  body: Record<string, string>;
  buttons: { index: number; type: 'QUICK_REPLY' | 'URL' | 'COPY_CODE' | 'OTP'; value: string }[];
  cards: { media?: Media; body: Record<string, string>; buttons: SentCardButton[] }[];
  offer?: { code: string; expiresAt: string };
};

const toMedia = (kind: Media['kind'], media: MessageMedia | undefined): Media | undefined =>
  media && media.url !== '' ? { kind, url: media.url, caption: '', fileName: media.fileName, mimeType: media.type } : undefined;

/**
 * Puts the values of one recipient into their places.
 * @param values by `TemplateVariable.variable`; a reply without one has its own payload
 * @param media of the header and of each card, as the sender chose them
 */
export function fillTemplate(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
  media: { header?: MessageMedia | undefined; cards?: readonly (MessageMedia | undefined)[] } = {},
): FilledTemplate {
  const pick = (prefix: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, values[`${prefix}.${name}`] ?? '']));
  const header = partOf(components, 'HEADER');
  const format = mediaFormatOf(components);
  const headerMedia = format && toMedia(format.toLowerCase() as Media['kind'], media.header);
  const headerNames = header?.format === 'TEXT' ? variablesOf(header.text) : [];
  const offer = partOf(components, 'LIMITED_TIME_OFFER');
  const buttons = (partOf(components, 'BUTTONS')?.buttons ?? []).flatMap((button, index): FilledTemplate['buttons'] => {
    if (button.type === 'OTP') return [{ index, type: 'OTP', value: values.code ?? '' }];
    const place = ofButton(button, `button.${index}`);
    if (!place || !(button.type === 'QUICK_REPLY' || button.type === 'URL' || button.type === 'COPY_CODE')) return [];
    return [{ index, type: button.type, value: values[place.variable] || (place.isRequired ? '' : place.sample) }];
  });
  const cards = (partOf(components, 'CAROUSEL')?.cards ?? []).map((card, number): FilledTemplate['cards'][number] => {
    const chosen = toMedia(card.header.format === 'VIDEO' ? 'video' : 'image', media.cards?.[number]);
    return {
      ...(chosen ? { media: chosen } : {}),
      body: pick(`card.${number}.body`, variablesOf(`${card.title} ${card.body.text}`)),
      buttons: card.buttons.flatMap((button, index): SentCardButton[] => {
        const place = ofButton(button, `card.${number}.button.${index}`, number);
        if (!place || !(button.type === 'QUICK_REPLY' || button.type === 'URL')) return [];
        return [{ index, type: button.type, value: values[place.variable] || (place.isRequired ? '' : place.sample) }];
      }),
    };
  });
  const code = buttons.find(({ type }) => type === 'COPY_CODE')?.value ?? '';
  return {
    ...(headerMedia
      ? { header: { media: headerMedia } }
      : headerNames.length > 0
        ? { header: { values: pick('header', headerNames) } }
        : {}),
    body: partOf(components, 'AUTHENTICATION')
      ? { '1': values.code ?? '' }
      : pick('body', variablesOf(partOf(components, 'BODY')?.text ?? '')),
    buttons,
    cards,
    ...(offer ? { offer: { code, expiresAt: values['offer.expiresAt'] ?? '' } } : {}),
  };
}

/** The values of the samples: what a preview shows before anything is mapped. */
export const sampleValues = (components: readonly TemplateComponent[]): Record<string, string> =>
  Object.fromEntries(
    variableGroups(components)
      .flatMap(({ variables }) => variables)
      .map(({ variable, sample }) => [variable, sample]),
  );
