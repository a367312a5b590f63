import {
  type BroadcastRequest,
  type ColumnMapping,
  type MappingColumn,
  type MessageMedia,
  mediaFormatOf,
  partOf,
  shortestNumber,
  type Template,
  type VariableGroup,
  type VariableMapping,
  variableKey,
  variablesOf,
  type z,
} from '@parley/contract';
import { outreachWords } from '../../../locales/outreach.ts';

export type Column = z.infer<typeof MappingColumn>;
export type MappedValue = Omit<VariableMapping, 'variable'>;
export type SendDraft = {
  channelId: string;
  template: Template | undefined;
  media: MessageMedia | undefined;
  cards: (MessageMedia | undefined)[];
  numbers: string;
  groups: { id: string; name: string }[];
  /** '': now */
  sendAt: string;
  /** '': at any hour */
  calendarId: string;
  /** Values by `variableKey` */
  values: Record<string, MappedValue>;
};
export const emptySend: SendDraft = {
  channelId: '',
  template: undefined,
  media: undefined,
  cards: [],
  numbers: '',
  groups: [],
  sendAt: '',
  calendarId: '',
  values: {},
};
export const noValue: MappedValue = { type: 'static', value: '', mappings: [] };

/** Split on commas, trimmed, empty ones dropped (BCAST-039). */
export const splitNumbers = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((number) => number.trim())
    .filter((number) => number !== '');

/** Appends the chosen numbers, comma separated and without repeats (BCAST-019). */
export const appendNumbers = (text: string, chosen: readonly string[]): string =>
  [...new Set([...splitNumbers(text), ...chosen.filter((number) => number !== '')])].join(', ');

export type SendField = 'channel' | 'template' | 'numbers';

/** Variables that are called a name get the one person's whom the form is for; '' of many fills none. */
export const nameValues = (groups: readonly VariableGroup[], name: string): SendDraft['values'] =>
  Object.fromEntries(
    name === ''
      ? []
      : groups.flatMap((group) =>
          group.variables
            .filter(({ variable }) => /^(header|body)\.(customer_?|full_?|first_?)?name$/i.test(variable))
            .map(({ variable }) => [variableKey(group, variable), { ...noValue, value: name }] as const),
        ),
  );

/** Returns the faults of the form's fields, each shown beside its field (BCAST-038, 040, 041, 043). */
export function fieldFaults({ channelId, template, numbers, groups }: SendDraft): Partial<Record<SendField, string>> {
  const faults: Partial<Record<SendField, string>> = {};
  if (channelId === '') faults.channel = outreachWords.broadcastTexts('mandatory');
  if (!template) faults.template = outreachWords.broadcastTexts('mandatory');
  // A group is an audience by itself.
  if (splitNumbers(numbers).length === 0) {
    if (groups.length === 0) faults.numbers = outreachWords.broadcastTexts('mandatory');
  } else if (numbers.trim().length < shortestNumber) faults.numbers = outreachWords.broadcastTexts('invalidNumber');
  return faults;
}

/** The media that an approved template wants and does not have yet (BCAST-044, 045, 047, 054). */
export function mediaFault({ template, media, cards }: SendDraft): string {
  if (!template) return '';
  const format = mediaFormatOf(template.components);
  if (format) {
    if (!media) return outreachWords.broadcastTexts('attachmentMissing');
    if (media.url === '') return outreachWords.broadcastTexts('mediaNotFound');
    if (format === 'DOCUMENT' && media.type !== 'application/pdf') return outreachWords.broadcastTexts('invalidFileType');
  }
  const wanted = partOf(template.components, 'CAROUSEL')?.cards ?? [];
  const bare = wanted.findIndex(({ header }, index) => header.format !== 'NONE' && !cards[index]?.url);
  return bare < 0 ? '' : outreachWords.broadcastTexts('mediaMissing', { card: bare + 1 });
}

export type MappingFaults = { byKey: Record<string, string>; toast: string };

/** Required values that are empty, and expressions without variables (BCAST-049, 050, 051). */
export function mappingFaults(groups: readonly VariableGroup[], values: SendDraft['values']): MappingFaults {
  const byKey: Record<string, string> = {};
  let toast = '';
  for (const group of groups) {
    for (const { variable, isRequired } of group.variables) {
      const key = variableKey(group, variable);
      const mapped = values[key] ?? noValue;
      if (isRequired && mapped.value.trim() === '') {
        byKey[key] = outreachWords.broadcastTexts('mandatory');
        if (group.type === 'cards') toast ||= outreachWords.broadcastTexts('mappingMissing');
      } else if (mapped.type === 'expression' && mapped.value !== '' && variablesOf(mapped.value).length === 0) {
        byKey[key] = outreachWords.broadcastTexts('urlVariableNotFound');
        toast ||= outreachWords.broadcastTexts('urlVariableNotFound');
      }
    }
  }
  return { byKey, toast };
}

export function toColumnMapping(groups: readonly VariableGroup[], values: SendDraft['values']): ColumnMapping[] {
  return groups
    .map((group) => ({
      type: group.type,
      card: group.card,
      variables: group.variables.flatMap(({ variable }) => {
        const mapped = values[variableKey(group, variable)];
        return mapped && mapped.value.trim() !== '' ? [{ variable, ...mapped }] : [];
      }),
    }))
    .filter(({ variables }) => variables.length > 0);
}

export type Resource = { resourceType: 'CAMPAIGN' | 'CHAT'; resourceId: string };

/** The request of BCAST-020: templateId is the template's name, templateUId its id. */
export function toRequest(draft: SendDraft, groups: readonly VariableGroup[], requestKey: string, resource?: Resource): BroadcastRequest {
  const { template, media, cards } = draft;
  const cardCount = template ? (partOf(template.components, 'CAROUSEL')?.cards.length ?? 0) : 0;
  return {
    channelId: draft.channelId,
    phoneNumber: splitNumbers(draft.numbers),
    groupIds: draft.groups.map(({ id }) => id),
    message: {
      template: {
        templateId: template?.name ?? '',
        templateUId: template?.id ?? '',
        ...(media ? { media } : {}),
        cards: Array.from({ length: cardCount }, (_card, index) => (cards[index] ? { media: cards[index] } : {})),
      },
    },
    columnMapping: toColumnMapping(groups, draft.values),
    requestKey,
    sendAt: draft.sendAt,
    calendarId: draft.calendarId,
    country: '',
    ...resource,
  };
}

/** Returns the readable names of the variables, by `variableKey`. */
export const labelsOf = (groups: readonly VariableGroup[]): ReadonlyMap<string, string> =>
  new Map(groups.flatMap((group) => group.variables.map(({ variable, label }) => [variableKey(group, variable), label] as const)));

/** Returns the values of the preview: fixed ones as they are, columns by their names until a recipient is chosen. */
export function shownValues(values: SendDraft['values']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, { value }]) => value.trim() !== '')
      .map(([key, { type, value }]) => [key, type === 'column' ? `[${value}]` : value]),
  );
}

/** A stored mapping as the form has it. */
export const fromColumnMapping = (mapping: readonly ColumnMapping[]): SendDraft['values'] =>
  Object.fromEntries(
    mapping.flatMap((group) =>
      group.variables.map(({ variable, ...value }) => [variableKey({ type: group.type, card: group.card }, variable), value]),
    ),
  );
