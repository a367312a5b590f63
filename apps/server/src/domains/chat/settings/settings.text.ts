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

/** Types of variables such as `customer.name`. */
function typesOf(variables: readonly string[]): (name: string) => KnownType | undefined {
  const types = new Map<string, Record<string, KnownType>>();
  for (const variable of variables) {
    const [noun = '', field = ''] = variable.split('.');
    types.set(noun, { ...types.get(noun), [field]: { type: 'Text' } });
  }
  return (name) => {
    const fields = types.get(name);
    return fields && { type: 'Map', fields };
  };
}

/** Finds the first placeholder that nothing can fill. @returns what is written there; undefined: all can be filled */
export function findWrongPlaceholder(text: string, variables: readonly string[] = chatMessageVariables): string | undefined {
  const typeOf = typesOf(variables);
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
    const wrong = checkExpression(part.expression, typeOf, false).findings.find(({ level }) => level === 'error');
    if (wrong) return part.source.trim();
  }
  return undefined;
}

/** @property next when the department opens again, in words; '': it is open, or nobody knows */
export type TextValues = { customer: string; agent: string; department: string; next: string };
export type TextPlace = Pick<Environment, 'now' | 'zone' | 'language' | 'country'>;

const orNull = (text: string) => (text === '' ? null : text);
const named = (name: string): ValueMap => ({ name: orNull(name) });

const valuesOf = ({ customer, agent, department, next }: TextValues): ReadonlyMap<string, ValueMap> =>
  new Map([
    ['customer', named(customer)],
    ['agent', named(agent)],
    ['department', named(department)],
    ['hours', { next: orNull(next) }],
  ]);

/** A text as parts: a placeholder that comes out empty is a gap, with what is written in it. */
export function fillParts(text: string, filling: TextValues, place: TextPlace): { text: string; isGap: boolean }[] {
  const values = valuesOf(filling);
  const environment: Environment = { ...place, lookUp: (name) => values.get(name), isSensitive: () => false };
  let parts: TextPart[];
  try {
    parts = parseText(text);
  } catch (error) {
    if (error instanceof ExpressionFault) return [{ text, isGap: false }];
    throw error;
  }
  return parts.map((part) => {
    if (part.kind === 'words') return { text: part.words, isGap: false };
    const filled = writeText([part], environment).text;
    return filled.trim() === '' ? { text: part.source.trim(), isGap: true } : { text: filled, isGap: false };
  });
}

/** Fills a text. One that was saved before texts had placeholders, and cannot be read as one, stands as it is. */
export function fillText(text: string, filling: TextValues, place: TextPlace): string {
  if (!text.includes('{{')) return text;
  const values = valuesOf(filling);
  try {
    return writeText(parseText(text), { ...place, lookUp: (name) => values.get(name), isSensitive: () => false }).text;
  } catch (error) {
    if (error instanceof ExpressionFault) return text;
    throw error;
  }
}
