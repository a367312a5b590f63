import type { CustomerSet, SavedFilter } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import type { FilterChip } from './filter-chips.tsx';
import { describeCondition, type FilterField } from './filter-fields.ts';
import type { PhoneBookSearch } from './phone-book.search.ts';

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
  search.conditions.forEach((condition, index) => {
    chips.push({
      key: `condition ${index}`,
      label: describeCondition(t, fields, condition),
      onRemove: () => change({ conditions: search.conditions.filter((_, place) => place !== index) }),
    });
  });
  return chips;
}
