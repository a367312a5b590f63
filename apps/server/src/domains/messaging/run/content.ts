import {
  type ColumnMapping,
  channelTypes,
  fillVariables,
  type MessageMedia,
  type TemplateCategory,
  type TemplateComponent,
  type TemplateExtra,
  toTemplateValue,
  type VariableMapping,
  variableGroups,
  variableKey,
  variablesOf,
} from '@parley/contract';
import { type OutgoingMedia, type OutgoingTemplate, overlongOf } from '@parley/vendors';

/** The content of a run for everybody, with places for values: stored once with the run. */
export type RunMessage = {
  template: {
    name: string;
    vendorTemplateId: string;
    language: string;
    category: TemplateCategory;
    components: readonly TemplateComponent[];
    extra: TemplateExtra;
  };
  media: MessageMedia | null;
  cards: readonly (MessageMedia | null)[];
  mapping: readonly ColumnMapping[];
};

/** A recipient's values for a mapping: fields of the phone book by their names. */
export type Columns = Readonly<Record<string, string>>;
/** Values of a template's variables, by `variableKey`. */
export type Values = Readonly<Record<string, string>>;

const mappedValue = (mapping: Pick<VariableMapping, 'type' | 'value'>, columns: Columns): string =>
  mapping.type === 'column' ? (columns[mapping.value] ?? '') : mapping.value;

/** An expression's parts come from people, so each is encoded for an address. @returns '' when a part is missing */
function expressionOf(mapping: VariableMapping, columns: Columns): string {
  const parts: Record<string, string> = {};
  for (const name of variablesOf(mapping.value)) {
    const part = mapping.mappings.find((item) => item.variable === name);
    const value = part ? mappedValue(part, columns) : (columns[name] ?? '');
    if (value === '') return '';
    parts[name] = encodeURIComponent(value);
  }
  return fillVariables(mapping.value, parts);
}

/** The columns that a mapping takes from recipients: only these are kept with a message. */
export function columnsOf(mapping: readonly ColumnMapping[]): string[] {
  const names = new Set<string>();
  for (const { variables } of mapping) {
    for (const variable of variables) {
      if (variable.type === 'column') names.add(variable.value);
      if (variable.type !== 'expression') continue;
      for (const name of variablesOf(variable.value)) {
        const part = variable.mappings.find((item) => item.variable === name);
        if (!part) names.add(name);
        else if (part.type === 'column') names.add(part.value);
      }
    }
  }
  return [...names];
}

const readMapped = (mapping: VariableMapping, columns: Columns): string => {
  const value = mapping.type === 'expression' ? expressionOf(mapping, columns) : mappedValue(mapping, columns);
  return value.trim() || (mapping.fallback ?? '').trim();
};

/** The values for one recipient, as the channel takes them, and the required variables that have none (MAPPING_MISSING). */
export function resolveValues(
  { template, mapping }: RunMessage,
  columns: Columns,
  channelType: number,
): { values: Values; missing: string[] } {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  for (const group of variableGroups(template.components)) {
    const mapped = mapping.find((item) => item.type === group.type && item.card === group.card);
    for (const { variable, isRequired } of group.variables) {
      const given = mapped?.variables.find((item) => item.variable === variable);
      const value = given ? toTemplateValue(channelType, readMapped(given, columns)) : '';
      const key = variableKey(group, variable);
      if (value !== '') values[key] = value;
      else if (isRequired) missing.push(key);
    }
  }
  // Read by the owner of the run, who takes them out before anything is stored.
  for (const group of mapping) {
    if (group.type !== 'page') continue;
    for (const one of group.variables) {
      const value = readMapped(one, columns);
      if (value !== '') values[`page/${one.variable}`] = value;
    }
  }
  return { values, missing };
}

/** Something that a recipient must have. @property column null: nobody has it. @property isTrimmed whether blanks alone are nothing */
export type Need = { column: string | null; isTrimmed: boolean };

/**
 * Lists the columns that a message needs from each recipient without a replacement: `resolveValues` leaves out people who have nothing in
 * one of them. An unmapped variable is a fault of the mapping, not a need of a recipient.
 */
export function needsOf({ template, mapping }: RunMessage): Need[] {
  return variableGroups(template.components).flatMap((group) => {
    const mapped = mapping.find((item) => item.type === group.type && item.card === group.card);
    return group.variables.flatMap(({ variable, isRequired }): Need[] => {
      const given = mapped?.variables.find((item) => item.variable === variable);
      if (!isRequired || !given || (given.fallback ?? '').trim() !== '') return [];
      if (given.type === 'column') return [{ column: given.value, isTrimmed: true }];
      if (given.type !== 'expression') return [];
      return variablesOf(given.value).flatMap((name): Need[] => {
        const part = given.mappings.find((item) => item.variable === name);
        if (part && part.type !== 'column') return part.value === '' ? [{ column: null, isTrimmed: false }] : [];
        return [{ column: part ? part.value : name, isTrimmed: false }];
      });
    });
  });
}

const kinds = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const;

function toMedia(media: MessageMedia, format: keyof typeof kinds): OutgoingMedia {
  return { kind: kinds[format], url: media.url, caption: '', fileName: media.fileName, mimeType: media.type };
}

/** Values under a place: 'body.1' of group 'messageTags' becomes '1'. */
function under(values: Values, prefix: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) if (key.startsWith(prefix)) found[key.slice(prefix.length)] = value;
  return found;
}

const buttonTypes = { QUICK_REPLY: 'QUICK_REPLY', URL: 'URL', COPY_CODE: 'COPY_CODE', OTP: 'OTP' } as const;
const isSendable = (type: string): type is keyof typeof buttonTypes => type in buttonTypes;

/** The message that one recipient gets. */
export function toOutgoing({ template, media, cards }: RunMessage, values: Values): OutgoingTemplate {
  const { components } = template;
  const header = components.find((component) => component.type === 'HEADER');
  const carousel = components.find((component) => component.type === 'CAROUSEL');
  const buttons = components.find((component) => component.type === 'BUTTONS')?.buttons ?? [];
  const code = values['messageTags/code'];
  const copied = buttons.findIndex((button) => button.type === 'COPY_CODE');
  const expiresAt = values['messageTags/offer.expiresAt'];
  const hasOffer = components.some((component) => component.type === 'LIMITED_TIME_OFFER');
  const valueOfButton = (type: string, index: number) =>
    type === 'OTP' ? code : values[`${type === 'URL' ? 'url' : 'buttonPayload'}/button.${index}`];
  return {
    kind: 'template',
    ...template,
    ...(header && header.format !== 'NONE'
      ? {
          header:
            header.format === 'TEXT'
              ? { values: under(values, 'messageTags/header.') }
              : { media: toMedia(media ?? { fileName: '', type: '', url: header.resourceUrl }, header.format) },
        }
      : {}),
    body: code === undefined ? under(values, 'messageTags/body.') : { '1': code },
    buttons: buttons.flatMap(({ type, text, payload }, index) => {
      if (!isSendable(type)) return [];
      const value = valueOfButton(type, index) ?? (type === 'QUICK_REPLY' ? payload || text : undefined);
      return value === undefined ? [] : [{ index, type, value }];
    }),
    cards: (carousel?.cards ?? []).map((card, place) => {
      const chosen = cards[place] ?? (card.header.url === '' ? null : { fileName: '', type: '', url: card.header.url });
      return {
        ...(card.header.format === 'NONE' || !chosen ? {} : { media: toMedia(chosen, card.header.format) }),
        body: under(values, `cards/${place}/body.`),
        buttons: card.buttons.flatMap(({ type, text, payload }, index) => {
          if (type !== 'QUICK_REPLY' && type !== 'URL') return [];
          const value = values[`cards/${place}/button.${index}`] ?? (type === 'QUICK_REPLY' ? payload || text : undefined);
          return value === undefined ? [] : [{ index, type, value }];
        }),
      };
    }),
    ...(hasOffer
      ? { offer: { code: copied < 0 ? '' : (values[`buttonPayload/button.${copied}`] ?? ''), expiresAt: expiresAt ?? '' } }
      : {}),
  };
}

/** Tells whether somebody's values may make the message longer than the channel takes; where nothing comes from recipients, it is known at once. */
export const mayBeTooLong = (channelType: number, message: RunMessage): boolean =>
  channelType === channelTypes.WHATSAPP &&
  (columnsOf(message.mapping).length > 0 ||
    overlongOf(channelType, toOutgoing(message, resolveValues(message, {}, channelType).values)).length > 0);
