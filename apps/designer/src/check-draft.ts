import { channelTypes } from '@parley/contract/channel/channel-types';
import { type CheckFacts, checkDocument, type Document, type Finding, shapeOfType } from '@parley/journey';
import type { TypedChannel } from './use-enterprise.ts';

const known = Object.values(channelTypes);

/** Returns the findings that the browser can determine itself. */
export function checkDraft(
  document: Document,
  customer: CheckFacts['customer'],
  channels: ReadonlyMap<string, TypedChannel>,
): readonly Finding[] {
  const attached = [...channels].flatMap(([id, { name, isAttached }]) => (isAttached ? [{ id, name }] : []));
  const named = new Map([...attached, ...document.settings.channels].map(({ id, name }) => [id, name]));
  const shapes = [...named].flatMap(([id, name]) => {
    const type = known.find((one) => one === channels.get(id)?.type);
    return type === undefined ? [] : [{ name, shape: shapeOfType(type) }];
  });
  return checkDocument(document, { shapes, attached, customer, takenBy: (id) => channels.get(id) });
}
