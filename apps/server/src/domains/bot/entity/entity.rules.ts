import { type EntitySave, type EntityValue, type FieldError, fieldError, tidyName } from '@parley/contract';
import { patternCost } from '@parley/nlu';

const tidyEntries = (entries: readonly string[]) => [...new Set(entries.map((entry) => entry.trim()))];

/**
 * Checks the form's values and lists every fault (ENTITY-027 to ENTITY-037). Synonyms may come comma separated; a pattern is one as it is.
 * `judge` says why a pattern cannot be used.
 */
export function checkValues(
  values: EntitySave['values'],
  judge: (pattern: string) => string | undefined,
): { values: EntityValue[]; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const tidied = values.map((value, index): EntityValue => {
    const field = `values.${index}`;
    const name = tidyName(value.value);
    if (names.has(name.toLowerCase())) errors.push(fieldError(`${field}.value`, 'entity.value_twice', { name }));
    names.add(name.toLowerCase());
    const isPattern = value.type === 'pattern';
    const entries = isPattern ? value.pattern : value.synonyms.flatMap((synonym) => synonym.split(','));
    const kept = isPattern ? [...new Set(entries)] : tidyEntries(entries);
    if (!isPattern && kept.includes('') && kept.length > 1) errors.push(fieldError(`${field}.synonyms`, 'entity.empty_synonym'));
    const list = kept.filter((entry) => entry.trim() !== '');
    if (list.length === 0)
      errors.push(
        isPattern ? fieldError(`${field}.pattern`, 'entity.no_pattern', { name }) : fieldError(`${field}.synonyms`, 'entity.empty_synonym'),
      );
    if (isPattern) {
      for (const pattern of list) {
        const reason = judge(pattern);
        if (reason) errors.push(fieldError(`${field}.pattern`, 'entity.pattern', { name, pattern, reason }));
      }
    }
    return { value: name, type: value.type, synonyms: isPattern ? [] : list, pattern: isPattern ? list : [] };
  });
  return { values: tidied, errors };
}

const mostCharacters = 50_000;
/** Sums the cost of patterns; a text longer than any bot's is not even examined. */
export function costOf(patterns: readonly string[]): number {
  if (patterns.reduce((sum, { length }) => sum + length, 0) > mostCharacters) return Number.POSITIVE_INFINITY;
  return patterns.reduce((sum, pattern) => sum + patternCost(pattern), 0);
}
export const patternsOf = (values: readonly Pick<EntityValue, 'pattern'>[]): string[] => values.flatMap(({ pattern }) => pattern);
