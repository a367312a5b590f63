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

/** An address stays as it is: what would be escaped in it becomes part of the link. */
const signs = /((?:https?:\/\/|www\.)[^\s<>`*[\]\\|~]+)|[\\`*_[\]<>~#|]/gu;

const escapeMarkdown = (line: string): string =>
  line.replace(signs, (sign: string, address: string | undefined) => address ?? `\\${sign}`).replace(/^(\s*)([-+])(?=\s)/u, '$1\\$2');
