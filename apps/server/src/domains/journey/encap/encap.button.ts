import { randomInt } from 'node:crypto';
import type { ButtonPayload, EncapButton } from '@parley/contract';
import { type ChoiceItem, type Document, firstConfigOf, itemsOf, makeId } from '@parley/journey';
import { DomainError } from '#platform/http/domain-error.ts';

type Node = Document['nodes'][number];
type Operation = Record<string, unknown>;
export const buttonNotFound = () => new DomainError('encap.button_not_found', 'No such button.', {});

/** Nodes whose items are buttons or rows that a person presses. */
const hasButtons = ({ type }: Node): boolean => type === 'message.buttons' || type === 'message.list' || type === 'input.choice';

const targetOf = (document: Document, from: string, exit: string): string =>
  document.edges.find((edge) => edge.from === from && edge.exit === exit)?.to ?? '';
/** Exit by which a step that asks with a form or runs a stream goes on. */
const goesOnBy = { 'input.form': 'ok', 'logic.stream': 'done' } as const;

/** A reply leads to a step, and where that one asks with a form or runs a stream, to what it names. */
function ledTo(document: Document, nodeId: string): ButtonPayload {
  const step = document.nodes.find(({ id }) => id === nodeId);
  if (step?.type === 'input.form')
    return { type: 'form', formId: step.config.form.id, nodeId: targetOf(document, nodeId, goesOnBy['input.form']) };
  if (step?.type === 'logic.stream')
    return { type: 'stream', journeyId: step.config.stream.id, nodeId: targetOf(document, nodeId, goesOnBy['logic.stream']) };
  return { type: 'next', nodeId };
}

/** The type of a button is where it leads: items of other actions are no buttons of these calls. */
function payloadOf(document: Document, node: Node, { id, action }: ChoiceItem): ButtonPayload | undefined {
  switch (action.kind) {
    case 'url':
      return { type: 'link', url: action.url };
    case 'call':
      return { type: 'call', number: action.phone };
    case 'reply':
      return ledTo(document, targetOf(document, node.id, id));
    default:
      return undefined;
  }
}

const wordsOf = (document: Document, words: Record<string, string>): string =>
  words[document.languages[0] ?? ''] ?? Object.values(words)[0] ?? '';

/** Buttons of a draft in the order of its nodes (CAMP-049). */
export const buttonsOf = (document: Document): EncapButton[] =>
  document.nodes.filter(hasButtons).flatMap((node) =>
    itemsOf(node).flatMap((item): EncapButton[] => {
      const buttonPayload = payloadOf(document, node, item);
      if (!buttonPayload) return [];
      return [
        { id: `${document.id}.${item.id}`, nodeId: node.id, title: wordsOf(document, item.title), type: buttonPayload.type, buttonPayload },
      ];
    }),
  );

const actionOf = (payload: ButtonPayload): ChoiceItem['action'] =>
  payload.type === 'link'
    ? { kind: 'url', url: payload.url }
    : payload.type === 'call'
      ? { kind: 'call', phone: payload.number }
      : { kind: 'reply' };

const withItems = (node: Node, items: readonly ChoiceItem[]): Operation => ({
  kind: 'setNode',
  node: { ...node, config: { ...node.config, items } },
});
type Stepping = Extract<ButtonPayload, { type: 'form' | 'stream' }>;
const isStepping = (payload: ButtonPayload | undefined): payload is Stepping => payload?.type === 'form' || payload?.type === 'stream';
const namedBy = (payload: Stepping): string => (payload.type === 'form' ? payload.formId : payload.journeyId);

/** A step that asks with a form or runs a stream. @param name of what it names */
function stepFor(document: Document, payload: Stepping, name: string): Node {
  const making = { language: document.languages[0] ?? 'en', makeId: () => makeId(randomInt) };
  const common = { id: making.makeId(), name: name.slice(0, 60), comment: '' };
  const id = namedBy(payload);
  return payload.type === 'form'
    ? ({ ...common, type: 'input.form', config: { ...firstConfigOf('input.form', making), form: { ref: 'form', id, name } } } as Node)
    : ({
        ...common,
        type: 'logic.stream',
        config: { ...firstConfigOf('logic.stream', making), stream: { ref: 'stream', id, name } },
      } as Node);
}

/** Leads the exit of a button to its node, to a step of its own, or nowhere. A step that nothing else leads to goes with its button. @param name of the form or the stream */
function edgeOperations(document: Document, from: string, exit: string, payload: ButtonPayload | undefined, name = ''): Operation[] {
  const former = targetOf(document, from, exit);
  const now = ledTo(document, former);
  if (isStepping(payload) && isStepping(now) && payload.type === now.type && namedBy(payload) === namedBy(now))
    return leadOn(former, goesOnBy[payload.type === 'form' ? 'input.form' : 'logic.stream'], now.nodeId, payload.nodeId);
  const to = payload?.type === 'next' ? payload.nodeId : '';
  if (!isStepping(payload) && former === to) return [];
  const isOwn = isStepping(now) && document.start !== former && document.edges.filter((edge) => edge.to === former).length === 1;
  const unled = former === '' ? [] : isOwn ? [{ kind: 'removeNode', id: former }] : [{ kind: 'removeEdge', from, exit }];
  if (!isStepping(payload)) return [...unled, ...(to === '' ? [] : [{ kind: 'addEdge', edge: { from, exit, to } }])];
  const node = stepFor(document, payload, name);
  const by = goesOnBy[payload.type === 'form' ? 'input.form' : 'logic.stream'];
  return [
    ...[...unled, { kind: 'addNode', node, at: null }, { kind: 'addEdge', edge: { from, exit, to: node.id } }],
    ...leadOn(node.id, by, '', payload.nodeId),
  ];
}

const leadOn = (from: string, exit: string, former: string, to: string): Operation[] =>
  former === to ? [] : to === '' ? [{ kind: 'removeEdge', from, exit }] : [{ kind: 'addEdge', edge: { from, exit, to } }];

/** Finds the item behind the id of a button. @throws DomainError encap.button_not_found */
export function findButton(document: Document, itemId: string): { node: Node; item: ChoiceItem } {
  for (const node of document.nodes.filter(hasButtons)) {
    const item = itemsOf(node).find(({ id }) => id === itemId);
    if (item) return { node, item };
  }
  throw buttonNotFound();
}

/** @property named the name of the form or the stream that it leads to */
type Written = { title: string; buttonPayload: ButtonPayload; named: string };

/**
 * Operations that add a button to a node, or to the first one that has buttons.
 * @throws DomainError encap.no_buttons where there is none (CAMP-050)
 */
export function addingButton(document: Document, { nodeId, title, buttonPayload, named }: Written & { nodeId: string }) {
  const node = document.nodes.find((one) => hasButtons(one) && (nodeId === '' || one.id === nodeId));
  if (!node) throw new DomainError('encap.no_buttons', 'No step of this encap has buttons. Add one that does in the designer.', {});
  const itemId = makeId(randomInt);
  const item = { id: itemId, title: { [document.languages[0] ?? 'en']: title }, action: actionOf(buttonPayload) };
  return {
    itemId,
    operations: [
      withItems(node, [...itemsOf(node), item as ChoiceItem]),
      ...edgeOperations(document, node.id, itemId, buttonPayload, named),
    ],
  };
}

/** Operations that change a button; its texts in other languages stay. */
export function changingButton(document: Document, itemId: string, { title, buttonPayload, named }: Written): Operation[] {
  const { node, item } = findButton(document, itemId);
  const changed = { ...item, title: { ...item.title, [document.languages[0] ?? 'en']: title }, action: actionOf(buttonPayload) };
  const unled = edgeOperations(document, node.id, itemId, undefined);
  const led = edgeOperations(document, node.id, itemId, buttonPayload, named);
  // An exit goes before its item becomes one that has none.
  const hasExit = buttonPayload.type !== 'link' && buttonPayload.type !== 'call';
  const before = hasExit ? [] : unled;
  const after = hasExit ? led : [];
  return [
    ...before,
    withItems(
      node,
      itemsOf(node).map((one) => (one.id === itemId ? changed : one)),
    ),
    ...after,
  ];
}

export function removingButton(document: Document, itemId: string): Operation[] {
  const { node } = findButton(document, itemId);
  return [
    ...edgeOperations(document, node.id, itemId, undefined),
    withItems(
      node,
      itemsOf(node).filter(({ id }) => id !== itemId),
    ),
  ];
}
