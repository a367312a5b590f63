import { type Document, type VariableType, variableTypes } from '../document/document.ts';
import type { Node } from '../document/node.ts';
import { pathIn } from '../engine/receive.ts';
import { toVariable } from '../engine/variables.ts';
import { FunctionFault } from '../expression/functions/define.ts';
import { fromJson, typeOf, type Value, type ValueType } from '../expression/value.ts';
import { type Finding, finding } from './finding.ts';

const variableType = ({ variables }: Document, name: string): VariableType | undefined =>
  variables.find((variable) => variable.name === name)?.type;

/** Types that can be converted to a variable of this type; undefined: any. Texts are parsed at run time. */
const madeOf = (type: VariableType): readonly ValueType[] | undefined => (type === 'Text' || type === 'List' ? undefined : [type, 'Text']);

/** The types with which an assignment can be carried out. */
export function wantedOf(document: Document, node: Node, field: string): { wants?: readonly ValueType[] } {
  const place = node.type === 'data.set' ? /^assignments\.(\d+)\.value$/.exec(field)?.[1] : undefined;
  if (node.type !== 'data.set' || place === undefined) return {};
  const type = variableType(document, node.config.assignments[Number(place)]?.variable ?? '');
  const wants = type && madeOf(type);
  return wants ? { wants } : {};
}

/** The value of a sample at a path; undefined where there is no sample, or nothing there. */
function sampledAt(sample: string, path: string): Value | undefined {
  try {
    const value = pathIn(fromJson(JSON.parse(sample)), path);
    return value === null ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The type of a variable that holds what a sample has at a path as it is; Text where it has nothing there. */
export function variableTypeAt(sample: string, path: string): VariableType {
  const type = typeOf(sampledAt(sample, path) ?? '');
  return variableTypes.find((one) => one === type) ?? 'Text';
}

/** Finds values of another system's answer that their variables cannot hold, as far as its sample says. */
export function checkFilled(document: Document, node: Node): Finding[] {
  const cannot = (name: string, value: Value, field: string, path: string): Finding[] => {
    const type = variableType(document, name);
    if (!type) return [];
    try {
      toVariable(value, { type }, { zone: 'UTC', language: 'en' });
      return [];
    } catch (error) {
      if (!(error instanceof FunctionFault)) throw error;
      return [finding('SETTING', 'pickWrong', { node: node.id, field }, { name, type, found: typeOf(value), path })];
    }
  };
  if (node.type === 'data.query') return cannot(node.config.variable, [], 'variable', '');
  if (node.type !== 'data.http') return [];
  const { picks, sample } = node.config;
  return picks.flatMap(({ path, variable }, place) => {
    const value = sampledAt(sample, path);
    return value === undefined ? [] : cannot(variable, value, `picks.${place}`, path);
  });
}
