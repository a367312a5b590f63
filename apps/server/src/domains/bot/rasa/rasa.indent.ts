const blockHead = /(?:^|[:\s-]\s)[|>][-+\d]*\s*(?:#.*)?$/;
const opening = /^\s*(?:-\s+)*(?:[^\s"'#-][^"'#]*:\s+)?(["'])/;
/** Part of a line in which its key and the quote after it are searched. */
const longestHead = 200;

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Tells whether a quoted text that begins in these words ends in them; an escaped or doubled quote ends nothing. */
function isClosed(words: string, quote: string): boolean {
  const text = quote === '"' ? words.replace(/\\./g, '') : words.replaceAll("''", '');
  return text.includes(quote);
}

/**
 * Moves the further lines of quoted texts to the right. Python's YAML, which Rasa reads its files with, takes them at any column; YAML 1.2 and
 * the parser here want them deeper than their key. What is quoted means the same, and every line keeps its number.
 */
export function indentQuoted(content: string): string {
  let block: number | undefined;
  let quote: string | undefined;
  let deeper = '';
  return content
    .split('\n')
    .map((line) => {
      if (quote !== undefined) {
        if (isClosed(line, quote)) quote = undefined;
        return `${deeper}${line}`;
      }
      if (block !== undefined && (line.trim() === '' || indentOf(line) > block)) return line;
      block = blockHead.test(line) ? indentOf(line) : undefined;
      const [head = '', mark] = opening.exec(line.slice(0, longestHead)) ?? [];
      if (mark !== undefined && !isClosed(line.slice(head.length), mark)) {
        quote = mark;
        deeper = ' '.repeat(indentOf(line) + 4);
      }
      return line;
    })
    .join('\n');
}
