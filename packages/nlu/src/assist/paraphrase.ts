import { romanHindiWords } from '../entity/system/words.hi.ts';
import { scriptOf, wordsOf } from '../text/tokens.ts';
import { alternatives, type Frame, frames, type Tongue } from './paraphrase-rules.ts';

/** Characters of a line that is put in other words; a longer one is a text, and is left alone. */
const longestLine = 300;
const mostLines = 1_000;
const compileFrames = (tongue: Tongue) =>
  frames[tongue].map((frame) => ({ frame, patterns: [...frame.ways, ...(frame.alsoKnown ?? [])].map(toPattern) }));
const compiledFrames = { english: compileFrames('english'), hindi: compileFrames('hindi'), roman: compileFrames('roman') };
/** Words that English has too do not tell the language. */
const romanWords = new Set(
  romanHindiWords.split(' ').filter((word) => !/^(?:me|par|main|hum|is|on|bad|do|log|se|hu|ho|ki|ne|to|the)$/.test(word)),
);

/**
 * Says lines in other words, by frames ("how do I …", "मुझे … करना है", "… kar do") and by words that stand for each other.
 * Proposals are for a person to choose from: they keep the meaning of most lines, not of all.
 * @param lines phrases in English, Hindi or Hindi in Latin letters; the first 1000 are used
 * @param count most proposals to give
 * @returns proposals, turn by turn from each line, never one of the lines or of each other (case, punctuation and spacing apart)
 */
export function proposeParaphrases(lines: readonly string[], count: number): string[] {
  const taken = new Set(lines.map(keyOf));
  const queues = lines
    .slice(0, mostLines)
    .filter((line) => line.length <= longestLine && keyOf(line) !== '')
    .map((line) => rewriteLine(line));
  const proposals: string[] = [];
  for (let round = 0; proposals.length < count && queues.some((queue) => round < queue.length); round++)
    for (const queue of queues) {
      const proposal = queue[round];
      if (proposal === undefined || proposals.length >= count) continue;
      const key = keyOf(proposal);
      if (taken.has(key)) continue;
      taken.add(key);
      proposals.push(proposal);
    }
  return proposals;
}

/** All ways of a line, the plain changes of words and of frames in turn, then both at once. */
function rewriteLine(line: string): string[] {
  const { core, mark } = cutMark(line);
  const tongue = tongueOf(core);
  const reworded = swapWords(core, tongue);
  const reframed = changeFrame(core, tongue);
  const mixed = alternate(reframed, reworded);
  const both = reworded.slice(0, 4).flatMap((way) => changeFrame(way, tongue).slice(0, 6));
  const isLarge = /^\p{Lu}/u.test(line.trim());
  return [...new Set([...mixed, ...both])].map((way) => finish(way, mark, isLarge));
}

function tongueOf(line: string): Tongue {
  if (scriptOf(line) === 'devanagari' || scriptOf(line) === 'mixed') return 'hindi';
  return wordsOf(line).some((word) => romanWords.has(word)) ? 'roman' : 'english';
}

function cutMark(line: string): { core: string; mark: string } {
  const plain = line.trim().replace(/\s+/g, ' ');
  const mark = /[?!.।]+$/.exec(plain)?.[0] ?? '';
  return { core: plain.slice(0, plain.length - mark.length).trim(), mark };
}

function alternate(first: readonly string[], second: readonly string[]): string[] {
  const mixed: string[] = [];
  for (let at = 0; at < Math.max(first.length, second.length); at++) {
    const one = first[at];
    const other = second[at];
    if (one !== undefined) mixed.push(one);
    if (other !== undefined) mixed.push(other);
  }
  return mixed;
}

/** The line with one group of words changed, each in all ways of the group. */
function swapWords(line: string, tongue: Tongue): string[] {
  const found: string[] = [];
  for (const group of alternatives[tongue])
    for (const phrase of group) {
      const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${escapePattern(phrase)}(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
      if (!pattern.test(line)) continue;
      for (const other of group) if (other !== phrase) found.push(line.replace(pattern, () => other));
      break;
    }
  return found;
}

function changeFrame(line: string, tongue: Tongue): string[] {
  for (const { frame, patterns } of compiledFrames[tongue]) {
    const core = findCore(line, frame, patterns);
    if (core === undefined) continue;
    return [...frame.ways, ...(frame.alsoTold ?? [])]
      .map((way) => way.replace('{}', () => core))
      .filter((way) => keyOf(way) !== keyOf(line));
  }
  return [];
}

/** Returns the part of a line between the words of a frame; the longest frame that fits describes it best. */
function findCore(line: string, frame: Frame, patterns: readonly RegExp[]): string | undefined {
  let core: string | undefined;
  for (const pattern of patterns) {
    const found = pattern.exec(line)?.[1]?.trim();
    if (found === undefined || wordsOf(found).length === 0 || (core !== undefined && found.length >= core.length)) continue;
    if (frame.core === undefined || frame.core.test(found.toLowerCase()))
      core = found.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  }
  return core;
}

function toPattern(way: string): RegExp {
  return new RegExp(`^${escapePattern(way).replace('\\{\\}', '(\\S.*)')}$`, 'iu');
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** A question keeps its mark, a wish that became one gets none: people who chat leave it out. */
function finish(way: string, mark: string, isLarge: boolean): string {
  const isQuestion = /^(?:how|what|where|when|who|can|could|would|is|are|do|does|have)\b/i.test(way) || /^क्या\s|^kya\s/i.test(way);
  const ended =
    mark.startsWith('?') && isQuestion ? `${way}?` : mark !== '' && !mark.startsWith('?') && !isQuestion ? `${way}${mark}` : way;
  const spoken = scriptOf(ended) === 'latin' ? ended.replace(/\bi(?=\b(?!\.))/g, 'I') : ended;
  return isLarge ? spoken.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : spoken;
}

const keyOf = (line: string) =>
  wordsOf(line)
    .filter((word) => word !== '?')
    .join(' ');
