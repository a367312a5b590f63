import {
  type FieldError,
  fieldError,
  isStorable,
  type ToolContent,
  type ToolField,
  type ToolStream,
  toolLimits,
  toolValueMax,
  toolVariableTypes,
} from '@parley/contract';
import type { OfferedTool } from '../../integration/door.ts';

/** A tool as a version keeps it. */
export type DefinedTool = ToolContent & { toolId: string };

/** Values of inputs, as a model has given them and as they were checked. */
export type ToolValues = Record<string, string | number | boolean>;

/** Names in braces of a path or a question. */
export const slotsOf = (text: string): string[] => [...text.matchAll(/\{([a-zA-Z0-9_]{1,40})\}/gu)].map(([, name]) => name as string);

/** Fills the names in braces; one that has no value stays as it is. */
export const fillSlots = (text: string, fill: (name: string) => string | undefined): string =>
  text.replace(/\{([a-zA-Z0-9_]{1,40})\}/gu, (slot, name: string) => fill(name) ?? slot);

/** A phone book is written with an effect, and read without one; a hand-over changes nothing outside. */
export function tidyTool(content: ToolContent): ToolContent {
  const { kind, stream: asked, ...others } = content;
  const isService = kind === 'service';
  const isStream = kind === 'stream';
  return {
    ...others,
    kind,
    title: content.title.trim(),
    description: content.description.trim(),
    question: content.question.trim(),
    dryAnswer: content.dryAnswer.trim(),
    fields: content.fields.map((field) => ({
      ...field,
      description: field.description.trim(),
      options: field.type === 'enum' ? [...new Set(field.options.map((option) => option.trim()))] : [],
      attributeId: kind === 'readCustomer' || kind === 'writeCustomer' ? field.attributeId : '',
    })),
    service: isService ? content.service : { integrationId: '', method: 'GET', path: '' },
    ...(isStream ? { stream: asked ?? { journeyId: '', minutes: toolLimits.minutes.initial } } : {}),
    bound: isService || isStream ? content.bound : [],
    picks: isService || isStream ? content.picks.map((pick) => pick.trim()) : [],
    hasEffect: kind === 'writeCustomer' || ((isService || isStream) && content.hasEffect),
    confirm: kind === 'handOver' ? 'none' : content.confirm,
  };
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** A path below the service: it names no host, has no query of its own, and leaves its place by no dots. */
const isPath = (path: string): boolean =>
  /^\/(?!\/)[^\s?#\\]*$/u.test(path) && path.split('/').every((part) => !/^(?:\.|%2e){1,2}$/iu.test(part));

/**
 * Services and attributes that there are, and the stream that the tool names, where it is published.
 * @property isLoop the stream asks the tool's bot
 */
type Known = { services: ReadonlySet<string>; attributes: ReadonlySet<string>; stream?: ToolStream | undefined; isLoop?: boolean };

/**
 * A stream's inputs and outputs are variables of it that may be shown; a bound value may fill a sensitive one, since no model sees it. A
 * stream waits for the customer, so it does not begin in the chat of an agent, who would have to confirm it.
 */
function faultsOfStream({ fields, bound, picks, confirm }: ToolContent, { stream, isLoop }: Known): FieldError[] {
  if (!stream) return [fieldError('stream.journeyId', 'tool.stream')];
  const faults: FieldError[] = [];
  if (isLoop) faults.push(fieldError('stream.journeyId', 'tool.stream_loop'));
  const has = (name: string, type?: string, isHiddenToo = false) =>
    stream.variables.some(
      (variable) => variable.name === name && (!type || variable.type === type) && (isHiddenToo || !variable.isSensitive),
    );
  const input = fields.find(({ name, type }) => !has(name, toolVariableTypes[type]));
  if (input) faults.push(fieldError('fields', 'tool.stream_input', { name: input.name }));
  const filled = bound.find(({ name }) => !has(name, 'Text', true));
  if (filled) faults.push(fieldError('bound', 'tool.stream_input', { name: filled.name }));
  const output = picks.find((name) => !has(name));
  if (output !== undefined) faults.push(fieldError('picks', 'tool.stream_input', { name: output }));
  if (confirm === 'agent') faults.push(fieldError('confirm', 'tool.stream_agent'));
  return faults;
}

/** Returns what is wrong with a tool, by the fields of its form. */
export function faultsOfTool(content: ToolContent, known: Known): FieldError[] {
  const { kind, fields, service, bound, confirm, hasEffect, isUnasked, dryAnswer, question } = content;
  const faults: FieldError[] = [];
  const names = [...fields, ...bound].map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) faults.push(fieldError('fields', 'tool.field_twice', { name: twice }));
  const empty = fields.find(({ type, options }) => type === 'enum' && options.length === 0);
  if (empty) faults.push(fieldError('fields', 'tool.options', { name: empty.name }));
  const sure = new Set([...fields.filter(({ isRequired }) => isRequired), ...bound].map(({ name }) => name));
  if (kind === 'service') {
    if (!known.services.has(service.integrationId)) faults.push(fieldError('service.integrationId', 'tool.service'));
    if (!isPath(service.path)) faults.push(fieldError('service.path', 'tool.path'));
    const strange = slotsOf(service.path).find((name) => !sure.has(name));
    if (strange !== undefined) faults.push(fieldError('service.path', 'tool.path_input', { name: strange }));
  }
  if (kind === 'stream') faults.push(...faultsOfStream(content, known));
  const unknown = slotsOf(question).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) faults.push(fieldError('question', 'tool.path_input', { name: unknown }));
  if (kind === 'readCustomer' || kind === 'writeCustomer') {
    if (fields.length === 0) faults.push(fieldError('fields', 'tool.no_fields'));
    const loose = fields.find(({ attributeId }) => !known.attributes.has(attributeId));
    if (loose) faults.push(fieldError('fields', 'tool.attribute', { name: loose.name }));
  }
  if (hasEffect && confirm === 'none' && !isUnasked) faults.push(fieldError('confirm', 'tool.unasked'));
  if (dryAnswer !== '' && !isJson(dryAnswer)) faults.push(fieldError('dryAnswer', 'tool.dry_answer'));
  return faults;
}

const schemaOf = ({ type, description, options }: ToolField): object => ({
  ...(type === 'enum' ? { type: 'string', enum: options } : { type }),
  ...(type === 'string' ? { maxLength: toolValueMax } : {}),
  ...(description === '' ? {} : { description }),
});

/** Describes a tool to a model. What the server fills in is not in it, and neither is where the call goes. */
export function offerTool({ name, description, kind, fields }: ToolContent): OfferedTool {
  // The inputs of a tool that reads say what is read: the model gives none.
  const given = kind === 'readCustomer' ? [] : fields;
  return {
    name,
    description,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(given.map((field) => [field.name, schemaOf(field)])),
      required: given.filter(({ isRequired }) => isRequired).map((field) => field.name),
      additionalProperties: false,
    },
  };
}

/**
 * Control characters beside the line break, signs without a width, and signs that turn the direction of what is read: nobody could confirm
 * what they see.
 */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u3164\ufeff\u{e0000}-\u{e007f}]/u;

/**
 * Tells whether a value stays in its place of a path. Some services decode a path before they route by it, so that an encoded slash separates
 * there as well.
 */
export const staysInPlace = (value: ToolValues[string]): boolean => {
  const text = String(value);
  return !/[/\\%]/u.test(text) && !/^\.{0,2}$/u.test(text.trim());
};

function faultOfValue({ name, type, options }: ToolField, value: unknown): string {
  switch (type) {
    case 'string':
      if (typeof value !== 'string') return `"${name}" must be a text.`;
      if (value.length > toolValueMax) return `"${name}" has more than ${toolValueMax} characters.`;
      return hidden.test(value) || !isStorable(value) ? `"${name}" has characters that nobody can see.` : '';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? '' : `"${name}" must be a number.`;
    case 'boolean':
      return typeof value === 'boolean' ? '' : `"${name}" must be true or false.`;
    case 'enum':
      return typeof value === 'string' && options.includes(value) ? '' : `"${name}" must be one of: ${options.join(', ')}.`;
  }
}

/** Reads the arguments of a call by the tool's inputs. @returns the values, or in words for the model what is wrong with them */
export function readArguments({ kind, fields, service }: ToolContent, written: string): { values: ToolValues } | { fault: string } {
  let given: unknown;
  try {
    given = written.trim() === '' ? {} : JSON.parse(written);
  } catch {
    return { fault: 'The arguments are no JSON.' };
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { fault: 'The arguments are no object.' };
  const asked = kind === 'readCustomer' ? [] : fields;
  const strange = Object.keys(given).find((key) => !asked.some(({ name }) => name === key));
  if (strange !== undefined) return { fault: `There is no argument "${strange.slice(0, 40)}".` };
  const inPath = new Set(kind === 'service' ? slotsOf(service.path) : []);
  const values: ToolValues = {};
  for (const field of asked) {
    const value: unknown = Object.hasOwn(given, field.name) ? (given as Record<string, unknown>)[field.name] : undefined;
    if (value === undefined || value === null) {
      if (field.isRequired) return { fault: `"${field.name}" is missing.` };
      continue;
    }
    const fault = faultOfValue(field, value);
    if (fault !== '') return { fault };
    const checked = value as string | number | boolean;
    if (inPath.has(field.name) && !staysInPlace(checked))
      return { fault: `"${field.name}" must not be empty, dots alone, or have /, \\ or %.` };
    values[field.name] = checked;
  }
  return { values };
}

/** Two calls are the same by their tool and values, however these are ordered. */
export const keyOfCall = (name: string, values: ToolValues): string =>
  JSON.stringify([name, Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))]);

/**
 * Tells who has to confirm a call. A tool with an effect that asks nobody still asks the customer once words from outside were read, since
 * those may have made the model ask for it.
 */
export const confirmOf = ({ confirm, hasEffect }: ToolContent, hasRead: boolean): ToolContent['confirm'] =>
  confirm === 'none' && hasEffect && hasRead ? 'customer' : confirm;
