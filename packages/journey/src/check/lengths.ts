import type { Document } from '../document/document.ts';
import type { LocalText } from '../document/fields.ts';
import type { Node } from '../document/node.ts';
import { ExpressionFault } from '../expression/fault.ts';
import { parseText } from '../expression/text.ts';
import { type Finding, finding } from './finding.ts';

/** The words that a node sends as one text; undefined: it sends none, or its vendor's template. */
const textOf = ({ config }: Node): LocalText | undefined => ('text' in config && typeof config.text === 'object' ? config.text : undefined);

/** Counts the characters of a text without its values, as a reader counts them: the least length that it can have. */
function leastLength(text: string): number {
  try {
    return parseText(text).reduce((sum, part) => sum + (part.kind === 'words' ? Array.from(part.words).length : 0), 0);
  } catch (error) {
    if (error instanceof ExpressionFault) return 0;
    throw error;
  }
}

/**
 * Texts that a channel would refuse, whatever the values in them are.
 * @param own channels on which the stream talks
 * @param limitOf a channel, by its id: characters of a text; 0 where there is no limit
 */
export function checkLengths(
  { nodes }: Document,
  own: readonly { id: string; name: string }[],
  limitOf: (channelId: string) => number,
): Finding[] {
  return nodes.flatMap((node) => {
    const texts = textOf(node);
    if (!texts) return [];
    const via = 'sending' in node.config ? node.config.sending.via : null;
    const channels = (via ? [via] : own).map(({ id, name }) => ({ name, most: limitOf(id) })).filter(({ most }) => most > 0);
    return Object.entries(texts).flatMap(([language, text]) => {
      const length = leastLength(text);
      return channels
        .filter(({ most }) => length > most)
        .map(({ name: channel, most }) => {
          const slots = { channel, most, length, language };
          return finding('OVER_LIMIT', 'textTooLong', { node: node.id, field: `text.${language}` }, slots);
        });
    });
  });
}
