import { type ExampleValue, type Recogniser, soundSpans } from './example-values.ts';
import type { Example } from './examples.ts';
import type { RowValues } from './feature-rows.ts';
import { weighValues } from './own-shares.ts';

/** Marks of an entity of which the recogniser finds less than this share are of no use: what is predicted will not have them. */
const fewestFound = 0.5;

/**
 * The values in all rows of a training: in phrases what was marked and what is recognised, in lines of the background what is recognised.
 * @param recognise none where the caller of a prediction gives values by other means: then the marks alone count
 */
export function gatherValues(phrases: readonly Example[], background: readonly string[], recognise: Recogniser | undefined): RowValues {
  const found = phrases.map(({ text }) => recognise?.(text) ?? []);
  const isFound = recognise ? findable(phrases, found) : () => true;
  const valued = phrases.map(({ text, intent, values = [] }, at) => ({
    text,
    intent,
    values: soundSpans(text, [...values.filter(isFound), ...(found[at] as readonly ExampleValue[])]),
  }));
  const ownShares = weighValues(valued);
  if (ownShares.size === 0) return { spans: [], ownShares };
  const ofBackground = background.map((line) => soundSpans(line, recognise?.(line) ?? []).filter(({ entity }) => ownShares.has(entity)));
  return { spans: [...valued.map(({ values }) => values), ...ofBackground], ownShares };
}

function findable(phrases: readonly Example[], found: readonly (readonly ExampleValue[])[]): (mark: ExampleValue) => boolean {
  const counts = new Map<string, { marked: number; found: number }>();
  for (const [at, { values = [] }] of phrases.entries())
    for (const mark of values) {
      const count = counts.get(mark.entity) ?? { marked: 0, found: 0 };
      counts.set(mark.entity, count);
      count.marked++;
      if (found[at]?.some(({ entity, start, end }) => entity === mark.entity && start < mark.end && mark.start < end)) count.found++;
    }
  return ({ entity }) => {
    const count = counts.get(entity);
    return count !== undefined && count.found >= fewestFound * count.marked;
  };
}
