import { channelTypes } from '@parley/contract/channel/channel-types';
import { type CheckFacts, checkDocument, type Document, type Finding, shapeOfType } from '@parley/journey';
import { useEffect, useState } from 'react';

/** So many milliseconds after the last change: a check of 500 nodes takes longer than a key may. */
const quietMs = 250;
const known = Object.values(channelTypes);

/** What is wrong with the stream, a moment after each change. */
export function useFindings(
  document: Document,
  customer: CheckFacts['customer'],
  typeOfChannel: ReadonlyMap<string, number>,
): readonly Finding[] {
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const shapes = document.settings.channels.flatMap(({ id, name }) => {
        const type = known.find((one) => one === typeOfChannel.get(id));
        return type === undefined ? [] : [{ name, shape: shapeOfType(type) }];
      });
      setFindings(checkDocument(document, { shapes, customer }));
    }, quietMs);
    return () => clearTimeout(timer);
  }, [document, customer, typeOfChannel]);
  return findings;
}
