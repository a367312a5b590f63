/** Characters that stand for a class. */
const classes: Readonly<Record<string, string>> = { d: '5', w: 'a', s: ' ', D: 'a', W: '-', S: 'a' };
const longest = 200;

/**
 * A text that a pattern is likely to fit, for filling a form in by itself: classes, ranges, groups with their first way, and counts. The judge has
 * the last word; a pattern of another kind gives a text that does not fit.
 */
export function sampleOf(pattern: string): string {
  let at = 0;
  const sequence = (): string => {
    let text = '';
    while (at < pattern.length && pattern[at] !== ')' && pattern[at] !== '|') text += counted(single());
    return text;
  };
  const ways = (): string => {
    const first = sequence();
    while (pattern[at] === '|') {
      at += 1;
      sequence();
    }
    return first;
  };
  const single = (): string => {
    const character = pattern[at] ?? '';
    at += 1;
    if (character === '(') {
      if (pattern[at] === '?') at = Math.max(at, pattern.indexOf(':', at) + 1);
      const inner = ways();
      at += 1;
      return inner;
    }
    if (character === '[') return range();
    if (character === '\\') {
      const next = pattern[at] ?? '';
      at += 1;
      return classes[next] ?? (/[bBAzZ]/.test(next) ? '' : next);
    }
    return character === '^' || character === '$' ? '' : character === '.' ? 'a' : character;
  };
  const range = (): string => {
    const end = pattern.indexOf(']', at + 1);
    const inside = pattern.slice(at, end < 0 ? pattern.length : end);
    at = end < 0 ? pattern.length : end + 1;
    if (inside.startsWith('^')) return [...'a5- X'].find((one) => !inside.includes(one)) ?? '~';
    return inside.startsWith('\\') ? (classes[inside[1] ?? ''] ?? inside[1] ?? '') : inside.slice(0, 1);
  };
  const counted = (one: string): string => {
    const count = /^(?:\{(\d+)(?:,(\d*))?\}|[*+?])[?+]?/.exec(pattern.slice(at));
    if (!count) return one;
    at += count[0].length;
    const wanted = count[1] === undefined ? 1 : Number(count[1]);
    return one.repeat(Math.min(wanted, longest));
  };
  return ways().slice(0, longest * 4);
}
