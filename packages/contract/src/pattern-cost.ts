/**
 * Estimates the cost of compiling and matching a pattern from its text alone: compiling is what is to be avoided. Each repeat is counted as
 * often as it is written out in the program; a class of Unicode costs more than a letter when it is read. About 0.05 ms each to compile.
 */
export function patternCost(pattern: string): number {
  const sizes: number[] = [0];
  let last = 0;
  let classes = 0;
  const add = (size: number) => {
    last = size;
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + size;
  };
  const replaceLast = (size: number) => {
    sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) - last + size;
    last = size;
  };
  for (let at = 0; at < pattern.length; ) {
    const rest = pattern.slice(at, at + 500);
    const quoted = /^\\Q([\s\S]*?)(?:\\E|$)/.exec(rest);
    const token =
      quoted ??
      /^(?:\\[pP](?:\{[^}]*\}|.)|\\x\{[^}]*\}|\\[\s\S]|\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S])/u.exec(rest);
    const text = token?.[0] ?? rest.charAt(0);
    at += text.length;
    if (quoted) add(quoted[1]?.length ?? 0);
    else if (text === '(') sizes.push(2);
    else if (text === ')') {
      const inner = sizes.pop() ?? 0;
      if (sizes.length === 0) sizes.push(0);
      add(inner);
    } else if (/^\{\d/.test(text)) {
      const [from = 0, to] = text.slice(1, -1).split(',').map(Number);
      const isOpen = text.endsWith(',}');
      const [least, most] = [from, isOpen ? from + 1 : (to ?? from)];
      replaceLast(Math.min(1e9, Math.max(1, least * last + Math.max(0, most - least) * (last + 1))));
    } else if (text === '*' || text === '+' || text === '?' || text === '|') {
      if (text !== '|') replaceLast(last + 1);
      else add(1);
    } else {
      classes += text.match(/\\[pP]/g)?.length ?? 0;
      add(1);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0) + classes * unicodeClassCost;
}

const unicodeClassCost = 10;

/** Most cost of one pattern: 500 letters, or 600 repeats. Those of phone numbers, order numbers and names cost 10 to 80. */
export const largestPattern = 600;
/** Most cost of all patterns of a bot: they are compiled when it is loaded, and run over each message. */
export const mostPatternCost = 3000;
/** Cost times characters of a text that are read for patterns: about a tenth of a second. */
export const mostPatternSteps = 600_000;
