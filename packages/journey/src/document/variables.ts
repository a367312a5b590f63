import { showNumber } from '@parley/contract/format/number';
import { readDate } from '../expression/dates.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { readNumber } from '../expression/functions/number.ts';
import { showValue } from '../expression/show.ts';
import { typeOf, type Value } from '../expression/value.ts';
import type { Variable, VariableType } from './document.ts';
import { limits } from './limits.ts';

const wrong = (value: Value, type: VariableType) =>
  new FunctionFault('type', `A variable of the type ${type} cannot hold a ${typeOf(value)}.`);

function textTo(text: string, type: VariableType, zone: string): Value {
  if (type === 'Number') return readNumber(text) ?? refuse(text, type);
  if (type === 'Date') return readDate(text, zone);
  if (type === 'Boolean' && /^(?:true|false|yes|no)$/i.test(text.trim())) return /^(?:true|yes)$/i.test(text.trim());
  return refuse(text, type);
}

function refuse(text: string, type: VariableType): never {
  throw wrong(text, type);
}

/**
 * A value as a variable of this type holds it: texts that say a number, a day, or yes and no are read, and what is no text becomes one.
 * @throws FunctionFault where it cannot be that, or is larger than a value may be
 */
export function toVariable(value: Value, { type }: Pick<Variable, 'type'>, { zone, language }: { zone: string; language: string }): Value {
  const held = heldAs(value, type, zone, language);
  if (JSON.stringify(held).length > limits.valueBytes)
    throw new FunctionFault('range', `A value has at most ${showNumber(limits.valueBytes, 'en')} characters.`);
  return held;
}

function heldAs(value: Value, type: VariableType, zone: string, language: string): Value {
  if (value === null || typeOf(value) === type) return value;
  if (type === 'Text') return showValue(value, { zone, language });
  if (typeof value === 'string') return textTo(value, type, zone);
  if (type === 'List') return [value];
  throw wrong(value, type);
}
