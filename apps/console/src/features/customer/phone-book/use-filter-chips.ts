import { type Conditions, type CustomerSet, noConditions, type SavedFilter } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { describeClause, type FilterField } from '../shared/filter-fields.ts';
import type { FilterChip } from './filter-chips.tsx';
import type { PhoneBookSearch } from './phone-book.search.ts';

type Clause = Conditions['clauses'][number];

export type FilterChipParts = {
  search: PhoneBookSearch;
  fields: readonly FilterField[];
  filters: readonly SavedFilter[];
  set: CustomerSet | undefined;
  change: (next: Partial<PhoneBookSearch>) => void;
};

/** The group or label is shown too: on a narrow screen the lists that mark it may be folded away. */
export function useFilterChips({ search, fields, filters, set, change }: FilterChipParts): FilterChip[] {
  const t = useWords(customerWords.phoneBook);
  const chips: FilterChip[] = [];
  if (search.group) chips.push({ key: 'group', label: t('chipGroup', { name: set?.name ?? '…' }), onRemove: () => change({ group: '' }) });
  if (search.label) chips.push({ key: 'label', label: t('chipLabel', { name: set?.name ?? '…' }), onRemove: () => change({ label: '' }) });
  if (search.search.trim())
    chips.push({ key: 'search', label: t('chipSearch', { name: search.search.trim() }), onRemove: () => change({ search: '' }) });
  if (search.filter) {
    const name = filters.find(({ id }) => id === search.filter)?.name ?? t('goneFilter');
    chips.push({ key: 'filter', label: t('chipSaved', { name }), onRemove: () => change({ filter: '' }) });
  }
  chips.push(...conditionChips(t, search.conditions, fields, (conditions) => change({ conditions })));
  return chips;
}

/** One for each condition where all must hold, for each clause that holds by any of its own, and one for all where any of them is enough. */
function conditionChips(
  t: PhoneBookSay,
  { match, clauses }: Conditions,
  fields: readonly FilterField[],
  onChange: (next: Conditions) => void,
): FilterChip[] {
  const describe = (clause: Clause) => describeClause(t, fields, clause);
  if (match === 'any' && clauses.length > 1) {
    const label = clauses.map((clause) => (clause.conditions.length > 1 ? `(${describe(clause)})` : describe(clause))).join(` ${t('or')} `);
    return [{ key: 'conditions', label, onRemove: () => onChange(noConditions) }];
  }
  const parts = clauses.flatMap((clause) =>
    clause.match === 'any' ? [clause] : clause.conditions.map((condition): Clause => ({ match: 'all', conditions: [condition] })),
  );
  return parts.map((part, index) => ({
    key: `condition ${index}`,
    label: describe(part),
    onRemove: () => onChange({ match: 'all', clauses: joined(parts.filter((_, place) => place !== index)) }),
  }));
}

/** Conditions that must all hold are one clause again. */
function joined(parts: readonly Clause[]): Clause[] {
  const single = parts.filter(({ match }) => match === 'all').flatMap(({ conditions }) => conditions);
  const others = parts.filter(({ match }) => match === 'any');
  return single.length === 0 ? others : [{ match: 'all', conditions: single }, ...others];
}
