import { dateFunctions } from './functions/date.ts';
import type { FunctionDefinition } from './functions/define.ts';
import { listFunctions } from './functions/list.ts';
import { numberFunctions } from './functions/number.ts';
import { textFunctions } from './functions/text.ts';

/** Every function of expressions. None of them knows chance, the network or the clock: what they know of the world is given to them. */
const functions: Readonly<Record<string, FunctionDefinition>> = {
  ...textFunctions,
  ...numberFunctions,
  ...dateFunctions,
  ...listFunctions,
};

export const functionNames: readonly string[] = Object.keys(functions);
export const findFunction = (name: string): FunctionDefinition | undefined =>
  Object.hasOwn(functions, name) ? functions[name] : undefined;
