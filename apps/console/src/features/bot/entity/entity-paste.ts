import { addEntries, type DraftValue, type EntityDraft } from './entity-draft.ts';

export const mostValues = 2000;
const longestEntry = 500;
const mostSynonyms = 500;

export type PasteFault = { kind: 'noValue' | 'tooLong' | 'isPattern' | 'tooManySynonyms'; line: number } | { kind: 'nothing' | 'tooMany' };
export type Pasted = { draft: EntityDraft; addedCount: number; extendedCount: number };

const isBlank = ({ value, type }: DraftValue) => value.trim() === '' && type === '';
const keyOf = (value: string) => value.trim().toLowerCase();

/**
 * Takes lines 'value, synonym, synonym', also as cells of a sheet. A value that is there already gets the synonyms; one without any is its own.
 * @returns the draft with all lines, or the first fault and nothing
 */
export function pasteValues(draft: EntityDraft, text: string): Pasted | { fault: PasteFault } {
  const rows = new Map<string, DraftValue>();
  for (const row of draft.values.filter((one) => !isBlank(one))) {
    const key = keyOf(row.value);
    // A value that is there twice stays twice, until the save tells of it.
    rows.set(rows.has(key) ? `${key}\n${row.key}` : key, row);
  }
  const known = new Set(rows.keys());
  const extended = new Set<string>();
  let { nextKey } = draft;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const fault = (kind: 'noValue' | 'tooLong' | 'isPattern' | 'tooManySynonyms') => ({ fault: { kind, line: index + 1 } });
    const [value = '', ...given] = line.split(/[,\t]/).map((cell) => cell.trim());
    if (value === '') return fault('noValue');
    if ([value, ...given].some((cell) => cell.length > longestEntry)) return fault('tooLong');
    const key = keyOf(value);
    const old = rows.get(key);
    if (old?.type === 'pattern') return fault('isPattern');
    const entries = given.some((cell) => cell !== '') || old?.synonyms.length ? given : [value];
    const synonyms = addEntries(old?.synonyms ?? [], entries.join(','), 'synonyms') ?? old?.synonyms ?? [];
    if (synonyms.length > mostSynonyms) return fault('tooManySynonyms');
    if (known.has(key)) extended.add(key);
    if (!old) nextKey += 1;
    rows.set(key, old ? { ...old, type: 'synonyms', synonyms } : { key: nextKey - 1, value, type: 'synonyms', synonyms, pattern: [] });
  }
  const addedCount = rows.size - known.size;
  if (addedCount + extended.size === 0) return { fault: { kind: 'nothing' } };
  if (rows.size > mostValues) return { fault: { kind: 'tooMany' } };
  return { draft: { ...draft, values: [...rows.values()], nextKey }, addedCount, extendedCount: extended.size };
}
