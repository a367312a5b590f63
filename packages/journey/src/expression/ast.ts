import type { Place } from './fault.ts';

export const binaryOperators = ['||', '&&', '??', '==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%'] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

/** Macros of CEL: their first argument names each item, the others are asked of it. */
export const macroNames = ['all', 'exists', 'exists_one', 'filter', 'map'] as const;
export type MacroName = (typeof macroNames)[number];

export type Expression =
  | { kind: 'literal'; value: null | boolean | number | string; place: Place }
  | { kind: 'name'; name: string; place: Place }
  | { kind: 'field'; of: Expression; field: string; place: Place }
  | { kind: 'index'; of: Expression; index: Expression; place: Place }
  | { kind: 'list'; items: Expression[]; place: Place }
  | { kind: 'map'; entries: { key: Expression; value: Expression }[]; place: Place }
  | { kind: 'unary'; operator: '!' | '-'; operand: Expression; place: Place }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression; place: Place }
  | { kind: 'choice'; condition: Expression; yes: Expression; no: Expression; place: Place }
  /** `x.f(a)` is `f(x, a)` with `isMethod` */
  | { kind: 'call'; name: string; args: Expression[]; isMethod: boolean; place: Place }
  | { kind: 'has'; of: Expression; field: string; place: Place }
  /** `map` with two expressions takes the items for which the first holds */
  | { kind: 'macro'; macro: MacroName; of: Expression; variable: string; body: Expression[]; place: Place };

/** The expressions directly inside of one, in the order of the source. */
export function childrenOf(node: Expression): Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'field':
    case 'has':
      return [node.of];
    case 'index':
      return [node.of, node.index];
    case 'list':
      return node.items;
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'choice':
      return [node.condition, node.yes, node.no];
    case 'call':
      return node.args;
    case 'macro':
      return [node.of, ...node.body];
  }
}
