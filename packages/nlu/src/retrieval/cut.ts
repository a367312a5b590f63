import { pointsBack } from './answer.ts';
import { type Block, type BodyBlock, isRemark, writeBlocks } from './block.ts';
import { listSentences, trimSpan } from './sentences.ts';

export type CutPassage = {
  /** The headings above the passage, from the document's own to the nearest. */
  headings: string[];
  /** The id of the nearest heading that has one, '' otherwise. */
  anchor: string;
  /** Page on which the passage begins, 0 in a document without pages. */
  page: number;
  text: string;
};
export type CutOptions = {
  /** Size in characters that passages keep to. default 1000. */
  longest?: number;
  /** Passages shorter than this join the one before in the same section. default 200. */
  shortest?: number;
};
export type PassageCutter = {
  /** Takes the next block. @returns passages that are complete by now */
  add: (block: Block) => CutPassage[];
  /** @returns the passages that were still open */
  end: () => CutPassage[];
};

/** A list, a listing or a table with the words above it may be so many times as long as a passage before it is cut. */
const wholeFactor = 1.6;
/** A section is written down at this many times the size of a passage: however long it is, no more of it is held. */
const heldFactor = 8;
const longestHeading = 300;
const mostHeadings = 6;

type Heading = Extract<Block, { kind: 'heading' }>;

/**
 * Cuts a document into passages, block by block: none reaches over a heading; they end between paragraphs, lists and listings, and
 * only where those are too long between items, lines or sentences.
 */
export function createPassageCutter(options: CutOptions = {}): PassageCutter {
  const longest = Math.max(options.longest ?? 1_000, 1);
  const shortest = Math.min(options.shortest ?? 200, longest);
  let path: Heading[] = [];
  let body: BodyBlock[] = [];
  let size = 0;
  let isBare = false;

  function flush(): CutPassage[] {
    const above = path.slice(-mostHeadings);
    const headings = above.map(({ text }) => text.slice(0, longestHeading));
    const anchor = above.findLast((heading) => heading.anchor)?.anchor ?? '';
    const passages = packGroups(body, longest, shortest).map((blocks) => ({
      headings,
      anchor,
      page: blocks[0]?.page ?? 0,
      text: writeBlocks(blocks),
    }));
    body = [];
    size = 0;
    return passages.filter(({ text }) => text !== '');
  }

  /** A heading that nothing stood under says itself what it has to say, unless it is a number, a question, or a word. */
  function keepBare(level: number): CutPassage[] {
    const last = path.at(-1);
    if (!isBare || !last || last.level < level) return [];
    path.pop();
    if (/^(?:\s*\d|chapter|part|appendix|अध्याय|भाग|\S+\s*$)|[?？]\s*$/iu.test(last.text)) return [];
    body = [{ kind: 'paragraph', text: last.text, ...(last.page ? { page: last.page } : {}) }];
    return flush();
  }

  return {
    add(block) {
      if (block.kind === 'heading') {
        const done = [...flush(), ...keepBare(block.level)];
        path = path.filter(({ level }) => level < block.level);
        if (block.text.trim() !== '') path.push(block);
        isBare = block.text.trim() !== '';
        return done;
      }
      if (block.text.trim() === '') return [];
      isBare = false;
      // "Note" says nothing without what it marks.
      const mark = block.kind === 'paragraph' ? body.at(-1) : undefined;
      if (mark && isRemark(mark.text))
        body[body.length - 1] = { ...block, text: `${mark.text.trim().replace(/[:.!]$/u, '')}: ${block.text}` };
      else body.push(block);
      size += block.text.length;
      return size > longest * heldFactor ? flush() : [];
    },
    end: () => [...flush(), ...keepBare(0)],
  };
}

/** All passages of a document that is at hand. */
export function cutPassages(blocks: Iterable<Block>, options: CutOptions = {}): CutPassage[] {
  const cutter = createPassageCutter(options);
  const passages: CutPassage[] = [];
  for (const block of blocks) passages.push(...cutter.add(block));
  return [...passages, ...cutter.end()];
}

const sizeOf = (blocks: readonly BodyBlock[]): number => blocks.reduce((sum, { text }) => sum + text.length + 2, 0);
const endsOpen = ({ text }: BodyBlock): boolean => /[:：]\s*$/u.test(text);

/** Blocks that belong together: a list or a table, and what leads to it or to a listing. */
function listGroups(body: readonly BodyBlock[]): BodyBlock[][] {
  const groups: BodyBlock[][] = [];
  for (const block of body) {
    const before = groups.at(-1)?.at(-1);
    const isListed = block.kind !== 'paragraph' && before?.kind === block.kind;
    const isLed = before?.kind === 'paragraph' && (block.kind === 'code' || endsOpen(before));
    // A paragraph after a listing that begins with "This" explains it.
    const isExplained = before?.kind === 'code' && block.kind === 'paragraph' && pointsBack(block.text);
    if (before && (isListed || isLed || isExplained)) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
}

function packGroups(body: readonly BodyBlock[], longest: number, shortest: number): BodyBlock[][] {
  const pieces: BodyBlock[][] = [];
  for (const group of listGroups(body).flatMap((each) => divideGroup(each, longest))) {
    const open = pieces.at(-1);
    // An answer names its page: a passage ends with it, unless a list goes on.
    const isNextPage = open !== undefined && open[0]?.page !== group[0]?.page;
    const fits = open !== undefined && !isNextPage && sizeOf(open) + sizeOf(group) <= longest;
    if (open && (fits || (sizeOf(group) < shortest && sizeOf(open) + sizeOf(group) <= longest * wholeFactor && !isNextPage)))
      open.push(...group);
    else pieces.push([...group]);
  }
  return pieces;
}

/** A group that is far too long as runs of its blocks, and those that are too long by themselves in parts. */
function divideGroup(group: readonly BodyBlock[], longest: number): BodyBlock[][] {
  if (sizeOf(group) <= longest * (group.length > 1 || group[0]?.kind === 'code' ? wholeFactor : 1)) return [[...group]];
  const runs: BodyBlock[][] = [];
  for (const block of group.flatMap((each) => divideBlock(each, longest))) {
    const open = runs.at(-1);
    if (open && sizeOf(open) + block.text.length <= longest) open.push(block);
    else runs.push([block]);
  }
  return runs;
}

function divideBlock(block: BodyBlock, longest: number): BodyBlock[] {
  if (block.text.length <= longest) return [block];
  const even = Math.min(longest, Math.ceil((1.1 * block.text.length) / Math.ceil(block.text.length / longest)));
  const ends = block.kind === 'code' ? listLineEnds(block.text) : listSentences(block.text).map(({ end }) => end);
  const parts: string[] = [];
  let from = 0;
  let to = 0;
  for (const end of [...ends, block.text.length]) {
    if (end - from > even && to > from) {
      parts.push(...cutAtBlanks(block.text.slice(from, to), longest));
      from = to;
    }
    to = end;
  }
  parts.push(...cutAtBlanks(block.text.slice(from), longest));
  return parts.filter((text) => text.trim() !== '').map((text) => ({ ...block, text: block.kind === 'code' ? text : text.trim() }));
}

const listLineEnds = (text: string): number[] => [...text.matchAll(/\n/g)].map(({ index }) => index + 1);

function cutAtBlanks(text: string, longest: number): string[] {
  const parts: string[] = [];
  let from = 0;
  while (text.length - from > longest) {
    const blank = text.lastIndexOf(' ', from + longest);
    let to = blank > from ? blank : from + longest;
    // A pair of surrogates is one character.
    if (/[\ud800-\udbff]/.test(text[to - 1] ?? '') && to - 1 > from) to--;
    const { start, end } = trimSpan(text, from, to);
    parts.push(text.slice(start, end));
    from = to;
  }
  return [...parts, text.slice(from)];
}
