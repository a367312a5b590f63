import { randomInt } from 'node:crypto';
import type { ButtonPayload, EncapButton } from '@parley/contract';
import { type ChoiceItem, type Document, itemsOf, makeId } from '@parley/journey';
import { DomainError } from '#platform/http/domain-error.ts';

type Node = Document['nodes'][number];
type Operation = Record<string, unknown>;
export const buttonNotFound = () => new DomainError('encap.button_not_found', 'No such button.', {});

/** Nodes whose items are buttons or rows that a person presses. */
const hasButtons = ({ type }: Node): boolean => type === 'message.buttons' || type === 'message.list' || type === 'input.choice';

/** The type of a button is where it leads: items of other actions are no buttons of these calls. */
function payloadOf(document: Document, node: Node, { id, action }: ChoiceItem): ButtonPayload | undefined {
  switch (action.kind) {
    case 'url':
      return { type: 'link', url: action.url };
    case 'call':
      return { type: 'call', number: action.phone };
    case 'reply':
      return { type: 'next', nodeId: document.edges.find((edge) => edge.from === node.id && edge.exit === id)?.to ?? '' };
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
/** Leads the exit of a button to its node, or nowhere. */
function edgeOperations(document: Document, from: string, exit: string, payload: ButtonPayload | undefined): Operation[] {
  const former = document.edges.find((edge) => edge.from === from && edge.exit === exit)?.to ?? '';
  const to = payload?.type === 'next' ? payload.nodeId : '';
  if (former === to) return [];
  return [
    ...(former === '' ? [] : [{ kind: 'removeEdge', from, exit }]),
    ...(to === '' ? [] : [{ kind: 'addEdge', edge: { from, exit, to } }]),
  ];
}

/** Finds the item behind the id of a button. @throws DomainError encap.button_not_found */
export function findButton(document: Document, itemId: string): { node: Node; item: ChoiceItem } {
  for (const node of document.nodes.filter(hasButtons)) {
    const item = itemsOf(node).find(({ id }) => id === itemId);
    if (item) return { node, item };
  }
  throw buttonNotFound();
}

type Written = { title: string; buttonPayload: ButtonPayload };

/**
 * Operations that add a button to a node, or to the first one that has buttons.
 * @throws DomainError encap.no_buttons where there is none (CAMP-050)
 */
export function addingButton(document: Document, { nodeId, title, buttonPayload }: Written & { nodeId: string }) {
  const node = document.nodes.find((one) => hasButtons(one) && (nodeId === '' || one.id === nodeId));
  if (!node) throw new DomainError('encap.no_buttons', 'No step of this encap has buttons. Add one that does in the designer.', {});
  const itemId = makeId(randomInt);
  const item = { id: itemId, title: { [document.languages[0] ?? 'en']: title }, action: actionOf(buttonPayload) };
  return {
    itemId,
    operations: [withItems(node, [...itemsOf(node), item as ChoiceItem]), ...edgeOperations(document, node.id, itemId, buttonPayload)],
  };
}

/** Operations that change a button; its texts in other languages stay. */
export function changingButton(document: Document, itemId: string, { title, buttonPayload }: Written): Operation[] {
  const { node, item } = findButton(document, itemId);
  const changed = { ...item, title: { ...item.title, [document.languages[0] ?? 'en']: title }, action: actionOf(buttonPayload) };
  const unled = edgeOperations(document, node.id, itemId, undefined);
  const led = edgeOperations(document, node.id, itemId, buttonPayload);
  // An exit goes before its item becomes one that has none.
  const before = buttonPayload.type === 'next' ? [] : unled;
  const after = buttonPayload.type === 'next' ? led : [];
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
