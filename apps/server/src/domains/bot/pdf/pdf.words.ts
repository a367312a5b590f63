const mostWords = 50_000;

export type Words = {
  /** Takes the words of a line that is part of the document. */
  learn: (text: string) => void;
  /** The lines of a paragraph as one: a word or an address that was parted at the end of a line is whole again. */
  join: (lines: readonly string[]) => string;
};

/** Puts parted words together by what the document writes elsewhere: "full-" and "upgrade" are two words of it, "exper-" is none. */
export function createWords(): Words {
  const known = new Set<string>();

  function keepsHyphen(text: string, next: string): boolean {
    const word = text.slice(text.lastIndexOf(' ') + 1, -1);
    const first = (/[\p{L}\p{M}\d]+$/u.exec(word)?.[0] ?? '').toLowerCase();
    const second = (/^[\p{L}\p{M}\d]+/u.exec(next)?.[0] ?? '').toLowerCase();
    if (known.has(first + second)) return false;
    return (known.has(first) && known.has(second)) || /[\d/_-]/u.test(word);
  }

  return {
    learn(text) {
      if (known.size >= mostWords) return;
      // The last word of a line may be half of one.
      const whole = text.replace(/[\p{L}\p{M}\d]+[-\u00ad\u2010]$/u, '');
      for (const [word] of whole.toLowerCase().matchAll(/[\p{L}\p{M}\d]{2,}/gu)) known.add(word);
    },
    join(lines) {
      const parts: string[] = [];
      let last = '';
      for (const line of lines) {
        const next = line.trim();
        if (next === '') continue;
        // Only the end of the line above is looked at: a paragraph may have thousands of lines.
        const isParted = /^\p{Ll}/u.test(next) && /\p{Ll}[-\u2010]$/u.test(last.slice(-2));
        if (last.endsWith('\u00ad') || (isParted && !keepsHyphen(last, next))) parts.push(parts.pop()?.slice(0, -1) ?? '', next);
        else parts.push(last === '' || isParted || isPartedAddress(last, next) ? '' : ' ', next);
        last = next;
      }
      return parts.join('').replaceAll('\u00ad', '').replace(/\s+/gu, ' ').trim();
    },
  };
}

/** An address goes on in the next line after one of its own signs. */
function isPartedAddress(text: string, next: string): boolean {
  const last = text.slice(text.lastIndexOf(' ') + 1);
  if (/https?:$/u.test(last)) return next.startsWith('//');
  return /(?:https?:\/\/|www\.)\S*[./?=&_%#-]$|https?:\/\/$/u.test(last) && /^[a-z\d/?=&_%#~-]/u.test(next);
}
