/** Puts a mark around the selected words, or takes it away when it is there; the words stay selected. */
export function wrapSelection(text: string, from: number, to: number, sign: string): { text: string; from: number; to: number } {
  const words = text.slice(from, to);
  // A mark must hug its words, so blanks at the edges of the selection stay outside.
  const start = from + (words.length - words.trimStart().length);
  const end = Math.max(start, to - (words.length - words.trimEnd().length));
  const inside = text.slice(start, end);
  const isMarked = text.slice(Math.max(0, start - sign.length), start) === sign && text.slice(end, end + sign.length) === sign;
  if (isMarked)
    return {
      text: text.slice(0, start - sign.length) + inside + text.slice(end + sign.length),
      from: start - sign.length,
      to: end - sign.length,
    };
  return { text: text.slice(0, start) + sign + inside + sign + text.slice(end), from: start + sign.length, to: end + sign.length };
}
