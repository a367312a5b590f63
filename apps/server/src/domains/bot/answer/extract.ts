import { escapeMarkdown } from '../dialogue/escape.markdown.ts';

const fence = /^```[^\n]*$/u;

/**
 * Converts a passage's answer to the markdown that answers are stored in. Its items and listings stay; everything else is text, even with
 * markdown signs.
 * @param answer lines as passages have them (packages/nlu, `writeBlocks`)
 */
export function quotePassage(answer: string): string {
  let isListing = false;
  const lines = answer
    .trim()
    .split('\n')
    .map((line) => {
      if (fence.test(line)) {
        isListing = !isListing;
        return '```';
      }
      return isListing ? line : escapeMarkdown(line.replace(/^\| /u, '• '));
    });
  // A long listing was cut before its end.
  return [...lines, ...(isListing ? ['```'] : [])].join('\n');
}
