import { type BotTool, type BotToolSave, type ToolField, toolLimits } from '@parley/contract';

/** A tool as its form holds it: lists of words are one text each while they are edited. */
export type FieldDraft = Omit<ToolField, 'options'> & { options: string };
export type ToolDraft = Omit<BotTool, 'id' | 'version' | 'fields' | 'picks'> & { fields: FieldDraft[]; picks: string };

const split = (text: string): string[] =>
  text
    .split(/[,\n]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const emptyField: FieldDraft = { name: '', type: 'string', description: '', isRequired: true, options: '', attributeId: '' };

const emptyTool: ToolDraft = {
  name: '',
  title: '',
  description: '',
  kind: 'service',
  fields: [],
  service: { integrationId: '', method: 'GET', path: '' },
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
  const { id: _id, version: _version, fields, picks, ...rest } = tool;
  return { ...rest, fields: fields.map((field) => ({ ...field, options: field.options.join(', ') })), picks: picks.join(', ') };
}

export const toBody = ({ fields, picks, ...draft }: ToolDraft): BotToolSave => ({
  ...draft,
  fields: fields.map((field) => ({ ...field, options: split(field.options) })),
  picks: split(picks),
});

export const isOfPhoneBook = ({ kind }: Pick<ToolDraft, 'kind'>): boolean => kind === 'readCustomer' || kind === 'writeCustomer';
/** A phone book that is written has an effect whatever the form says, and the server says so too. */
export const changesSomething = ({ kind, hasEffect }: Pick<ToolDraft, 'kind' | 'hasEffect'>): boolean =>
  kind === 'writeCustomer' || (kind === 'service' && hasEffect);
