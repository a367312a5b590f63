import type { Document, Variable } from '../document/document.ts';
import { leadsTo } from '../document/exits.ts';
import type { Node } from '../document/node.ts';
import type { Expression } from '../expression/ast.ts';
import { parseExpression } from '../expression/parse.ts';
import { remembered } from '../expression/remembered.ts';
import { parseText, type TextPart } from '../expression/text.ts';
import type { CompiledForm } from '../form/compile.ts';

/** A document that is ready to run: what a turn looks up is found at once, and each expression is read once. */
export type CompiledStream = {
  document: Document;
  nodes: ReadonlyMap<string, Node>;
  /** Target of an exit; undefined where nothing is joined to it */
  target(node: string, exit: string): string | undefined;
  variables: ReadonlyMap<string, Variable>;
  hasSensitive: boolean;
  /** True if a node is inside of a loop: who comes to the loop from there goes on with it, and who comes from elsewhere begins it */
  isInLoop(loop: string, node: string): boolean;
  /** @throws ExpressionFault */
  expression(source: string): Expression;
  /** @throws ExpressionFault */
  text(source: string): TextPart[];
};

/** A stream with those inside of it, and with its forms by their ids, each at the version that was there when it was published. */
export type Compiled = { main: CompiledStream; streams: ReadonlyMap<string, CompiledStream>; forms?: ReadonlyMap<string, CompiledForm> };

const keyOf = (node: string, exit: string): string => `${node} ${exit}`;

/** The nodes that a walk from some finds, by the given links. */
function reachable(from: readonly string[], links: ReadonlyMap<string, readonly string[]>, stop: string): Set<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node === stop || found.has(node)) continue;
    found.add(node);
    open.push(...(links.get(node) ?? []));
  }
  return found;
}

/** The nodes on the ways from a loop's `each` back to it. */
function bodyOf(loop: string, document: Document, targets: ReadonlyMap<string, string>): Set<string> {
  const onward = new Map<string, string[]>();
  const backward = new Map<string, string[]>();
  const link = (from: string, to: string) => {
    onward.set(from, [...(onward.get(from) ?? []), to]);
    backward.set(to, [...(backward.get(to) ?? []), from]);
  };
  for (const { from, to } of document.edges) link(from, to);
  for (const node of document.nodes) {
    const to = leadsTo(node);
    if (to !== undefined) link(node.id, to);
  }
  const each = targets.get(keyOf(loop, 'each'));
  const inside = reachable(each === undefined ? [] : [each], onward, loop);
  const leadingBack = reachable(backward.get(loop) ?? [], backward, loop);
  return new Set([...inside].filter((node) => leadingBack.has(node)));
}

export function compileStream(document: Document): CompiledStream {
  const targets = new Map(document.edges.map(({ from, exit, to }) => [keyOf(from, exit), to]));
  const bodies = new Map(
    document.nodes.flatMap(({ id, type }) => (type === 'logic.loop' ? [[id, bodyOf(id, document, targets)] as const] : [])),
  );
  return {
    document,
    nodes: new Map(document.nodes.map((node) => [node.id, node])),
    target: (node, exit) => targets.get(keyOf(node, exit)),
    variables: new Map(document.variables.map((variable) => [variable.name, variable])),
    hasSensitive: document.variables.some(({ isSensitive }) => isSensitive),
    isInLoop: (loop, node) => bodies.get(loop)?.has(node) ?? false,
    expression: remembered(parseExpression),
    text: remembered(parseText),
  };
}
