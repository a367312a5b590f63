import { chatMessageVariables } from '@parley/contract';
import {
  checkExpression,
  type Environment,
  ExpressionFault,
  type KnownType,
  parseText,
  type TextPart,
  type ValueMap,
  writeText,
} from '@parley/journey';

/** Texts to customers, with placeholders in the language of streams' expressions. */

const types = new Map<string, Record<string, KnownType>>();
for (const variable of chatMessageVariables) {
  const [noun = '', field = ''] = variable.split('.');
  types.set(noun, { ...types.get(noun), [field]: { type: 'Text' } });
}
const typeOf = (name: string): KnownType | undefined => {
  const fields = types.get(name);
  return fields && { type: 'Map', fields };
};

/** Finds the first placeholder that nothing can fill. @returns what is written there; undefined: all can be filled */
export function findWrongPlaceholder(text: string): string | undefined {
  let parts: TextPart[];
  try {
    parts = parseText(text);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    const { start, end } = error.place;
    return text.slice(start, end) || text;
  }
  for (const part of parts) {
    if (part.kind === 'words') continue;
    const wrong = checkExpression(part.expression, typeOf).findings.find(({ level }) => level === 'error');
    if (wrong) return part.source.trim();
  }
  return undefined;
}

/** @property next when the department opens again, in words; '': it is open, or nobody knows */
export type TextValues = { customer: string; agent: string; department: string; next: string };
export type TextPlace = Pick<Environment, 'now' | 'zone' | 'language' | 'country'>;

const orNull = (text: string) => (text === '' ? null : text);
const named = (name: string): ValueMap => ({ name: orNull(name) });

/** Fills a text. One that was saved before texts had placeholders, and cannot be read as one, stands as it is. */
export function fillText(text: string, { customer, agent, department, next }: TextValues, place: TextPlace): string {
  if (!text.includes('{{')) return text;
  const values = new Map([
    ['customer', named(customer)],
    ['agent', named(agent)],
    ['department', named(department)],
    ['hours', { next: orNull(next) }],
  ]);
  try {
    return writeText(parseText(text), { ...place, lookUp: (name) => values.get(name), isSensitive: () => false }).text;
  } catch (error) {
    if (error instanceof ExpressionFault) return text;
    throw error;
  }
}
