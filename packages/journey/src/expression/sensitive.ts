import { childrenOf, type Expression } from './ast.ts';
import type { Environment } from './environment.ts';

/** The names and fields that lead to a value: ['call', 'score', 'result']; undefined for what is no path. */
export function pathOf(node: Expression): string[] | undefined {
  if (node.kind === 'name') return [node.name];
  if (node.kind === 'field' || node.kind === 'has') {
    const inner = pathOf(node.of);
    return inner && [...inner, node.field];
  }
  if (node.kind === 'index' && node.index.kind === 'literal' && typeof node.index.value === 'string') {
    const inner = pathOf(node.of);
    return inner && [...inner, node.index.value];
  }
  return undefined;
}

/**
 * Tells whether an expression's value tells of something that may not be shown: it, or anything that it is made of, is sensitive.
 * @param hidden variables of macros whose list is sensitive
 */
export function tellsSecret(node: Expression, environment: Pick<Environment, 'isSensitive'>, hidden: ReadonlySet<string>): boolean {
  const path = pathOf(node);
  if (path) return hidden.has(path[0] ?? '') || environment.isSensitive(path);
  return childrenOf(node).some((child) => tellsSecret(child, environment, hidden));
}
