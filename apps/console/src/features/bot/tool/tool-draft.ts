import { type BotTool, type BotToolSave, type ToolField, type ToolStream, toolLimits, toolVariableTypes } from '@parley/contract';

/** A tool as its form holds it: lists of words are one text each while they are edited. */
export type FieldDraft = Omit<ToolField, 'options'> & { options: string };
export type ToolDraft = Omit<BotTool, 'id' | 'version' | 'fields' | 'picks' | 'stream'> & {
  fields: FieldDraft[];
  picks: string;
  stream: NonNullable<BotTool['stream']>;
};

const split = (text: string): string[] =>
  text
    .split(/[,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const emptyField: FieldDraft = { name: '', type: 'string', description: '', isRequired: true, options: '', attributeId: '' };

const noStream = { journeyId: '', minutes: toolLimits.minutes.initial };

const emptyTool: ToolDraft = {
  name: '',
  title: '',
  description: '',
  kind: 'service',
  fields: [],
  service: { integrationId: '', method: 'GET', path: '' },
  stream: noStream,
  bound: [],
  picks: '',
  hasEffect: false,
  confirm: 'none',
  isUnasked: false,
  question: '',
  limits: { chat: toolLimits.chat.initial, customer: toolLimits.customer.initial, day: toolLimits.day.initial },
  timeoutSeconds: toolLimits.seconds.initial,
  dryAnswer: '',
};

export function toDraft(tool: BotTool | undefined): ToolDraft {
  if (!tool) return emptyTool;
  const { id: _id, version: _version, fields, picks, stream = noStream, ...rest } = tool;
  return { ...rest, stream, fields: fields.map((field) => ({ ...field, options: field.options.join(', ') })), picks: picks.join(', ') };
}

export const toBody = ({ fields, picks, stream, ...draft }: ToolDraft): BotToolSave => ({
  ...draft,
  ...(draft.kind === 'stream' ? { stream } : {}),
  fields: fields.map((field) => ({ ...field, options: split(field.options) })),
  picks: split(picks),
});

export const isOfPhoneBook = ({ kind }: Pick<ToolDraft, 'kind'>): boolean => kind === 'readCustomer' || kind === 'writeCustomer';
/** A phone book that is written has an effect whatever the form says, and the server says so too. */
export const changesSomething = ({ kind, hasEffect }: Pick<ToolDraft, 'kind' | 'hasEffect'>): boolean =>
  kind === 'writeCustomer' || ((kind === 'service' || kind === 'stream') && hasEffect);

/** Names of the variables of a stream that may be shown and have one of these types; of all types where none is given. */
export const variablesOf = (stream: ToolStream | undefined, type?: ToolField['type']): string[] =>
  (stream?.variables ?? []).flatMap((one) => (one.isSensitive || (type && one.type !== toolVariableTypes[type]) ? [] : [one.name]));

export const splitNames = split;
