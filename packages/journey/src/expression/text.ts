import { showNumber } from '@parley/contract/format/number';
import type { Expression } from './ast.ts';
import type { Environment } from './environment.ts';
import { evaluate } from './evaluate.ts';
import { ExpressionFault } from './fault.ts';
import { parsePlaceholder } from './parse.ts';
import { showValue } from './show.ts';
import type { Comparison } from './trace.ts';
import { largestValue } from './value.ts';
import { Work } from './work.ts';

/** A text with placeholders: `Hello {{ customer.name ?? "friend" }}`. */
export type TextPart = { kind: 'words'; words: string } | { kind: 'placeholder'; source: string; start: number; expression: Expression };

/** A fault's place is that of the whole text. */
const moved = (fault: ExpressionFault, by: number) =>
  new ExpressionFault(fault.code, fault.message, { start: fault.place.start + by, end: fault.place.end + by });

/** Finds the closing braces: not inside of a text of the expression, and not at the braces of a map. */
function closingOf(text: string, from: number): number {
  let quote = '';
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') open += 1;
    else if (character === '}' && open > 0) open -= 1;
    else if (character === '}' && text[at + 1] === '}') return at;
  }
  return -1;
}

/**
 * Reads a text into words and placeholders. A backslash before {{ lets them stand as they are.
 * @throws ExpressionFault with its place in the text
 */
export function parseText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let words = '';
  for (let at = 0; at < text.length; ) {
    if (text.startsWith('\\{{', at)) {
      words += '{{';
      at += 3;
      continue;
    }
    if (!text.startsWith('{{', at)) {
      words += text[at] ?? '';
      at += 1;
      continue;
    }
    const end = closingOf(text, at + 2);
    if (end < 0) throw new ExpressionFault('syntax', 'The placeholder has no closing }}.', { start: at, end: text.length });
    if (words !== '') parts.push({ kind: 'words', words });
    words = '';
    parts.push(readPlaceholder(text.slice(at + 2, end), at + 2));
    at = end + 2;
  }
  if (words !== '') parts.push({ kind: 'words', words });
  return parts;
}

function readPlaceholder(source: string, start: number): TextPart {
  try {
    return { kind: 'placeholder', source, start, expression: parsePlaceholder(source) };
  } catch (error) {
    throw error instanceof ExpressionFault ? moved(error, start) : error;
  }
}

export type WrittenText = { text: string; comparisons: Comparison[]; faults: ExpressionFault[] };

/** Fills a text. A placeholder whose expression fails is empty, and its fault is told: a message is not lost for it. */
export function writeText(parts: readonly TextPart[], environment: Environment, work = new Work()): WrittenText {
  const written: WrittenText = { text: '', comparisons: [], faults: [] };
  for (const part of parts) {
    if (part.kind === 'words') {
      written.text += part.words;
      continue;
    }
    try {
      const { value, comparisons } = evaluate(part.expression, part.source, environment, work);
      written.text += showValue(value, environment);
      written.comparisons.push(...comparisons);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      written.faults.push(moved(error, part.start));
    }
    if (written.text.length > largestValue) {
      written.text = written.text.slice(0, largestValue);
      written.faults.push(
        new ExpressionFault('budget', `The text has more than ${showNumber(largestValue, 'en')} characters.`, {
          start: part.start,
          end: part.start,
        }),
      );
      break;
    }
  }
  return written;
}
