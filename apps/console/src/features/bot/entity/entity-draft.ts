import type { EntitySave, EntityValue } from '@parley/contract';
import { botWords } from '../../../locales/bot.ts';

export type ValueType = EntityValue['type'];
/** One row of the form; what belongs to the other type is kept while the form is open, and not sent. */
export type DraftValue = { key: number; value: string; type: ValueType | ''; synonyms: readonly string[]; pattern: readonly string[] };
export type EntityDraft = { name: string; isSensitive: boolean; values: readonly DraftValue[]; nextKey: number };

const emptyValue = (key: number): DraftValue => ({ key, value: '', type: '', synonyms: [], pattern: [] });
export const emptyEntity: EntityDraft = { name: '', isSensitive: false, values: [emptyValue(0)], nextKey: 1 };

export function toDraft(entity: Pick<EntitySave, 'name' | 'isSensitive' | 'values'>): EntityDraft {
  const values = entity.values.map((value, key) => ({ ...value, key }));
  return {
    name: entity.name,
    isSensitive: entity.isSensitive,
    values: values.length > 0 ? values : [emptyValue(0)],
    nextKey: Math.max(values.length, 1),
  };
}

export const addValue = (draft: EntityDraft): EntityDraft => ({
  ...draft,
  values: [...draft.values, emptyValue(draft.nextKey)],
  nextKey: draft.nextKey + 1,
});

export const changeValue = (draft: EntityDraft, key: number, part: Partial<DraftValue>): EntityDraft => ({
  ...draft,
  values: draft.values.map((value) => (value.key === key ? { ...value, ...part } : value)),
});

/** The last row stays (ENTITY-035). */
export const removeValue = (draft: EntityDraft, key: number): EntityDraft =>
  draft.values.length > 1 ? { ...draft, values: draft.values.filter((value) => value.key !== key) } : draft;

/** Returns the row's entries of its own type. */
export const entriesOf = ({ type, synonyms, pattern }: DraftValue): readonly string[] =>
  type === '' ? [] : type === 'synonyms' ? synonyms : pattern;

/** Entries need a value and a type first (ENTITY-032, ENTITY-033). */
export const takesEntries = ({ value, type }: DraftValue): boolean => value.trim() !== '' && type !== '';

/**
 * Adds what was typed: synonyms are split on commas, a pattern stays whole (ENTITY-037); what is there already is not added twice.
 * @returns the entries; undefined when nothing was typed (ENTITY-034)
 */
export function addEntries(entries: readonly string[], text: string, type: ValueType): string[] | undefined {
  const typed = (type === 'synonyms' ? text.split(',') : [text]).map((entry) => entry.trim()).filter((entry) => entry !== '');
  return typed.length === 0 ? undefined : [...new Set([...entries, ...typed])];
}

/** Entries without those that were emptied or made a second time; a comma in a synonym makes two of it. */
export const tidyEntries = (entries: readonly string[], type: ValueType): string[] =>
  entries.reduce<string[]>((all, entry) => addEntries(all, entry, type) ?? all, []);

/** Name, and of each row its value, its type and an entry (ENTITY-027 to ENTITY-030). */
export const isComplete = ({ name, values }: EntityDraft): boolean =>
  name.trim() !== '' && values.every((value) => takesEntries(value) && entriesOf(value).length > 0);

export function toBody(draft: EntityDraft, ids: { agentId: string; id?: string }): EntitySave {
  return {
    ...ids,
    name: draft.name.trim(),
    isSensitive: draft.isSensitive,
    values: draft.values.map((row) => ({
      value: row.value.trim(),
      type: row.type === '' ? 'synonyms' : row.type,
      synonyms: row.type === 'synonyms' ? [...row.synonyms] : [],
      pattern: row.type === 'pattern' ? [...row.pattern] : [],
    })),
  };
}

export const isChanged = (draft: EntityDraft, saved: EntityDraft): boolean =>
  JSON.stringify(toBody(draft, { agentId: '' })) !== JSON.stringify(toBody(saved, { agentId: '' })) ||
  draft.values.some(({ type }, index) => type !== saved.values[index]?.type);

/** Faults of the server by the field that they stand beside: 'name', or the place of a row. */
export function placeFaults(faults: readonly { field: string; message: string }[]) {
  const rows = new Map<number, string>();
  const others: string[] = [];
  let name: string | undefined;
  for (const { field, message } of faults) {
    const row = /^values\D(\d+)/.exec(field)?.[1];
    if (field === 'name') name = message;
    else if (row === undefined) others.push(message);
    else if (!rows.has(Number(row))) rows.set(Number(row), message);
  }
  return { name, rows, others };
}

export const needsEntry = (row: DraftValue): string | undefined =>
  takesEntries(row) && entriesOf(row).length === 0 ? botWords.entityTexts('needsEntry') : undefined;
