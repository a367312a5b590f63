import type { Document } from '../document/document.ts';
import type { Node } from '../document/node.ts';
import { asksSecret, readingOf, setBy, sourcesOf } from '../document/sources.ts';
import type { Expression } from '../expression/ast.ts';
import { childrenOf } from '../expression/ast.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseExpression } from '../expression/parse.ts';
import { pathOf } from '../expression/sensitive.ts';
import { parseText } from '../expression/text.ts';
import type { SourcePart } from '../nodes/shared/collector.ts';
import type { Sources } from '../nodes/shared/sources.ts';
import { type Finding, finding } from './finding.ts';
import type { Graph } from './graph.ts';

const secretLike =
  /(?:\bsk_(?:live|test)_|\bAKIA[0-9A-Z]{16}\b|\bBearer\s+[A-Za-z0-9._~+/-]{20,}|-----BEGIN [A-Z ]*PRIVATE KEY-----|\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.)/;

/** True for a text that holds a key somebody has pasted. */
export const looksLikeKey = (text: string): boolean => secretLike.test(text);

/** Keys that somebody has pasted. */
export const checkKeys = ({ id }: Node, parts: readonly SourcePart[]): Finding[] =>
  parts.filter(({ source }) => looksLikeKey(source)).map(({ field }) => finding('SECRET_IN_TEXT', 'looksLikeKey', { node: id, field }, {}));

/** Variables and calls, by the names that expressions read them by, whose values may not be shown. */
type Secrets = { variables: Set<string>; calls: Set<string>; saidBefore: ReadonlySet<string> };

/** Lists the secret names that a part reads: 'card', 'call.Bank', 'last'. A part that cannot be parsed reads none. */
function namesOfSecrets({ kind, source }: SourcePart, node: string, secrets: Secrets): string[] {
  const found = new Set<string>();
  const look = (expression: Expression): void => {
    const [name, key] = pathOf(expression) ?? [];
    if (name === undefined) {
      for (const child of childrenOf(expression)) look(child);
      return;
    }
    if (secrets.variables.has(name)) found.add(name);
    if (name === 'last' && secrets.saidBefore.has(node)) found.add(name);
    if (name === 'call' && (key === undefined ? secrets.calls.size > 0 : secrets.calls.has(key)))
      found.add(key === undefined ? name : `call.${key}`);
  };
  try {
    const expressions =
      kind === 'text'
        ? parseText(source).flatMap((part) => (part.kind === 'placeholder' ? [part.expression] : []))
        : [parseExpression(source)];
    for (const expression of expressions) look(expression);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
  }
  return [...found];
}

/** Nodes that may read the answer of a sensitive question as what was said last: from it on, up to the next answer. */
function behindQuestions({ variables, nodes }: Document, { links, nodes: known }: Graph): Set<string> {
  const stream = { variables: new Map(variables.map((variable) => [variable.name, variable])) };
  const hears = (node: Node | undefined) =>
    node === undefined || 'asking' in node.config || 'waits' in node.config || readingOf(node.type).hears === true;
  const open = nodes.flatMap((node) => (asksSecret(stream, node) ? [node.id] : []));
  const found = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const { to } of links.get(id) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      if (!hears(known.get(to))) open.push(to);
    }
  return found;
}

/** Collects the sensitive variables, everything computed from them, and the answers of calls that carry them, along all links. */
export function secretsOf(document: Document, graph: Graph): Secrets {
  const variables = new Set(document.variables.flatMap(({ name, isSensitive }) => (isSensitive ? [name] : [])));
  const secrets: Secrets = { variables, calls: new Set(), saidBefore: behindQuestions(document, graph) };
  for (let before = -1; before !== variables.size + secrets.calls.size; ) {
    before = variables.size + secrets.calls.size;
    for (const node of document.nodes) spread(node, secrets);
  }
  return secrets;
}

function spread(node: Node, secrets: Secrets): void {
  const { assigns, passesOn, isCall } = readingOf(node.type);
  const passes = (field: string) => isCall ?? passesOn?.(field) ?? false;
  const tells = (part: SourcePart) => namesOfSecrets(part, node.id, secrets).length > 0;
  let passesAny = false;
  for (const part of sourcesOf(node).parts) {
    const assigned = assigns?.(node.config, part.field);
    if ((assigned === undefined && !passes(part.field)) || !tells(part)) continue;
    if (assigned === undefined) passesAny = true;
    else secrets.variables.add(assigned);
  }
  if (!passesAny) return;
  for (const { variable } of setBy(node)) secrets.variables.add(variable);
  if (!isCall) return;
  secrets.calls.add(node.id);
  if (node.name !== '') secrets.calls.add(node.name);
}

/** Returns where the secrets of a node would be read; undefined: nowhere. */
function leakOf({ type, config }: Node): Sources<unknown>['leaks'] {
  const { leaks, isCall } = readingOf(type);
  return leaks ?? (isCall || 'sending' in config ? { as: 'leavesHouse' } : undefined);
}

/** Sensitive values that leave the house, or lie where people read them. */
export function checkSecrets(node: Node, parts: readonly SourcePart[], secrets: Secrets): Finding[] {
  const leak = leakOf(node);
  if (leak === undefined) return [];
  return parts
    .filter(({ field }) => leak.field === undefined || field === leak.field)
    .flatMap((part) =>
      namesOfSecrets(part, node.id, secrets).map((name) =>
        finding('SENSITIVE_OUT', leak.as, { node: node.id, field: part.field }, { name }),
      ),
    );
}

/** Variables that may not be shown, and are saved to an attribute, where everybody reads them who reads the phone book. */
export const checkSaved = ({ variables }: Document, secrets: Secrets): Finding[] =>
  variables.flatMap(({ name, saveTo }) =>
    saveTo && secrets.variables.has(name) ? [finding('SENSITIVE_OUT', 'inPhoneBook', { field: `variables.${name}.saveTo` }, { name })] : [],
  );
