import type { EntityRef } from '@parley/contract';

export type Segment = { start: number; text: string; ref?: EntityRef };

/** A phrase cut at its marks; marks outside of the text, or inside another mark, are left out. */
export function toSegments(text: string, refs: readonly EntityRef[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const ref of [...refs].sort((one, other) => one.entityStartPos - other.entityStartPos)) {
    if (ref.entityStartPos < at || ref.entityEndPos < ref.entityStartPos || ref.entityEndPos >= text.length) continue;
    if (ref.entityStartPos > at) segments.push({ start: at, text: text.slice(at, ref.entityStartPos) });
    segments.push({ start: ref.entityStartPos, text: text.slice(ref.entityStartPos, ref.entityEndPos + 1), ref });
    at = ref.entityEndPos + 1;
  }
  if (at < text.length || segments.length === 0) segments.push({ start: at, text: text.slice(at) });
  return segments;
}

/** UTF-16 units, both ends inclusive. */
export type WordRange = { start: number; end: number };

/** A range without the white space at its ends; undefined when nothing is left. @param end exclusive */
export function tidyRange(text: string, start: number, end: number): WordRange | undefined {
  let from = Math.max(0, Math.min(start, end));
  let to = Math.min(text.length, Math.max(start, end));
  while (from < to && /\s/.test(text[from] ?? '')) from += 1;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to -= 1;
  return to > from ? { start: from, end: to - 1 } : undefined;
}

/** Returns the range of a phrase's words that is selected on the page. @param box holds the words of the phrase and no other text */
export function readSelection(box: HTMLElement, selection: Selection | null): WordRange | undefined {
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return undefined;
  const range = selection.getRangeAt(0);
  if (!box.contains(range.startContainer) || !box.contains(range.endContainer)) return undefined;
  const before = document.createRange();
  before.selectNodeContents(box);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return tidyRange(box.textContent ?? '', start, start + range.toString().length);
}
