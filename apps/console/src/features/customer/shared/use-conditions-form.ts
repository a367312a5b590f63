import type { Conditions } from '@parley/contract';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type FilterDraft, fieldFinder, isWhole, toConditions, toDraft } from './filter-draft.ts';
import type { FilterField } from './filter-fields.ts';

/** A form of conditions: its rows as they are typed, and the conditions that they make. Each row tells its own fault (`FilterClauses`). */
export function useConditionsForm(given: Conditions, fields: readonly FilterField[]) {
  const t = useWords(customerWords.phoneBook);
  const find = fieldFinder(t, fields);
  const form = useForm<FilterDraft>({
    initial: () => toDraft(given, find),
    check: (draft) => ({ clauses: !isWhole(toConditions(draft, find)) && t('required') }),
    checkOn: 'typing',
  });
  const { draft, isTried, change, forgive } = form;
  return {
    isSound: form.isSound,
    draft,
    conditions: toConditions(draft, find),
    /** Begins anew with the conditions of another filter. */
    begin: (conditions: Conditions) => form.settle(toDraft(conditions, find)),
    /** Puts other conditions in the place of what is typed. */
    take: (conditions: Conditions) => change(toDraft(conditions, find)),
    clauses: { draft, fields, isTried, onChange: change, onAdd: forgive },
    submit: (onSound: (conditions: Conditions) => unknown) => form.submit((sound) => onSound(toConditions(sound, find))),
  };
}
