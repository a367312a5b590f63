import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import type { TypebotItem } from './typebot.schema.ts';
import { toSource, type VariableNames } from './typebot.text.ts';

type Lost = (what: string) => void;
export type Translate = { names: VariableNames; nameOfId: (id: string) => string | undefined; isNumber: (name: string) => boolean };

const quoted = (text: string): string => JSON.stringify(text);

/** One comparison as an expression; undefined where it asks what has no twin. */
function comparison(
  {
    variableId,
    comparisonOperator,
    value = '',
  }: { variableId?: string | undefined; comparisonOperator?: string | undefined; value?: string | undefined },
  { names, nameOfId, isNumber }: Translate,
  onLost: Lost,
): string | undefined {
  const name = variableId === undefined ? undefined : nameOfId(variableId);
  if (name === undefined || comparisonOperator === undefined) return undefined;
  const given = toSource(value, names, onLost);
  const number = isNumber(name) ? name : `number(${name})`;
  const givenNumber = /^-?\d/.test(given) ? given : `number(text(${given}))`;
  const text = `lower(text(${name}))`;
  const words = /^-?\d/.test(given) ? quoted(value.trim()) : `lower(text(${given}))`;
  switch (comparisonOperator) {
    case 'Equal to':
      return isNumber(name) && /^-?\d/.test(given) ? `${name} == ${given}` : `${text} == ${words}`;
    case 'Not equal':
      return isNumber(name) && /^-?\d/.test(given) ? `${name} != ${given}` : `${text} != ${words}`;
    case 'Contains':
      return `${text}.contains(${words})`;
    case 'Does not contain':
      return `!${text}.contains(${words})`;
    case 'Starts with':
      return `${text}.startsWith(${words})`;
    case 'Ends with':
      return `${text}.endsWith(${words})`;
    case 'Greater than':
      return `${number} > ${givenNumber}`;
    case 'Greater or equal to':
      return `${number} >= ${givenNumber}`;
    case 'Less than':
      return `${number} < ${givenNumber}`;
    case 'Less or equal to':
      return `${number} <= ${givenNumber}`;
    case 'Is set':
      return `text(${name}) != ""`;
    case 'Is empty':
      return `text(${name}) == ""`;
    case 'Matches regex':
    case 'Does not match regex': {
      const bare = value.replace(/^\/(.*)\/[a-z]*$/, '$1');
      return `${comparisonOperator === 'Matches regex' ? '' : '!'}text(${name}).matches(${quoted(bare)})`;
    }
    default:
      return undefined;
  }
}

/** The comparisons of one branch, joined as it says; undefined where one of them has no twin. */
export function conditionOf({ content }: TypebotItem, translate: Translate, onLost: Lost): string | undefined {
  if (typeof content !== 'object') return undefined;
  const parts = (content.comparisons ?? []).map((one) => comparison(one, translate, onLost));
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  return parts.length === 1 ? parts[0] : parts.map((part) => `(${part})`).join(content.logicalOperator === 'OR' ? ' || ' : ' && ');
}

/** Converts code where our expressions read it the same way: sums, comparisons, choices. */
function fromCode(code: string, names: VariableNames): string | undefined {
  const bare = code
    .trim()
    .replace(/^return\s+/, '')
    .replace(/;$/, '')
    .replaceAll('===', '==')
    .replaceAll('!==', '!=');
  let isLost = false;
  const source = bare.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, inside: string) => {
    const name = names(inside);
    if (name === undefined) isLost = true;
    return name ?? 'null';
  });
  // Words between quotes, numbers, names of variables and signs: nothing that calls.
  if (isLost || source === '' || /[;=]\s*$|=>|\bnew\b|[A-Za-z_]\w*\s*\(/.test(source)) return undefined;
  try {
    parseExpression(source);
    return source;
  } catch (error) {
    if (error instanceof ExpressionFault) return undefined;
    throw error;
  }
}

const moments: Record<string, string> = {
  Empty: 'null',
  Now: 'now',
  Today: 'today',
  Yesterday: 'addDays(today, -1)',
  Tomorrow: 'addDays(today, 1)',
  'Contact name': 'customer.name',
  'Phone number': 'customer.number',
};

type SetOptions = { type?: unknown; expressionToEvaluate?: unknown; isCode?: unknown; item?: unknown };

/** Converts the value of a variable; undefined where it has no twin. */
export function assignedOf(
  { type = 'Custom', expressionToEvaluate, isCode, item }: SetOptions,
  own: string,
  names: VariableNames,
  onLost: Lost,
): string | undefined {
  if (typeof type === 'string' && moments[type] !== undefined) return moments[type];
  if (type === 'Append value(s)') return typeof item === 'string' ? `(${own} ?? []) + [${toSource(item, names, onLost)}]` : undefined;
  if (type !== 'Custom') return undefined;
  if (typeof expressionToEvaluate !== 'string') return 'null';
  const asCode = fromCode(expressionToEvaluate, names);
  if (isCode === true) return asCode;
  // Typebot evaluates a text without the switch too, where it can: {{Score}} + 2 is a sum.
  const isSum = /^[\s\d.+\-*/%()]*(?:\{\{[^{}]*\}\}[\s\d.+\-*/%()]*)+$/.test(expressionToEvaluate) && /[+\-*/%]/.test(expressionToEvaluate);
  return isSum && asCode !== undefined ? asCode : toSource(expressionToEvaluate, names, onLost);
}
