import { type Document, type VariableType, variableTypes } from '../document/document.ts';
import type { Node } from '../document/node.ts';
import { readingOf } from '../document/sources.ts';
import { toVariable } from '../document/variables.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { sampledAt } from '../expression/path.ts';
import { typeOf, type ValueType } from '../expression/value.ts';
import { type Finding, finding } from './finding.ts';

const variableType = ({ variables }: Document, name: string): VariableType | undefined =>
  variables.find((variable) => variable.name === name)?.type;

/** Types that can be converted to a variable of this type; undefined: any. Texts are parsed at run time. */
const madeOf = (type: VariableType): readonly ValueType[] | undefined => (type === 'Text' || type === 'List' ? undefined : [type, 'Text']);

/** The types with which an assignment can be carried out. */
export function wantedOf(document: Document, { type, config }: Node, field: string): { wants?: readonly ValueType[] } {
  const assigned = variableType(document, readingOf(type).assigns?.(config, field) ?? '');
  const wants = assigned && madeOf(assigned);
  return wants ? { wants } : {};
}

/** The type of a variable that holds what a sample has at a path as it is; Text where it has nothing there. */
export function variableTypeAt(sample: string, path: string): VariableType {
  const type = typeOf(sampledAt(sample, path) ?? '');
  return variableTypes.find((one) => one === type) ?? 'Text';
}

/** Finds values of another system's answer that their variables cannot hold, as far as its sample says. */
export function checkFilled(document: Document, node: Node): Finding[] {
  const filled = readingOf(node.type).fills?.(node.config) ?? [];
  return filled.flatMap(({ variable: name, value, field, path }) => {
    const type = variableType(document, name);
    if (!type) return [];
    try {
      toVariable(value, { type }, { zone: 'UTC', language: 'en' });
      return [];
    } catch (error) {
      if (!(error instanceof FunctionFault)) throw error;
      return [finding('SETTING', 'pickWrong', { node: node.id, field }, { name, type, found: typeOf(value), path })];
    }
  });
}
