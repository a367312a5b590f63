const fence = /^```[^\n]*$/u;

/**
 * What a passage answers, as the markdown that answers are kept in: its items and listings stay, everything else is text, whatever signs it has.
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

const escapeMarkdown = (line: string): string => line.replace(/[\\`*_[\]<>~#|]/gu, '\\$&').replace(/^(\s*)([-+])(?=\s)/u, '$1\\$2');
