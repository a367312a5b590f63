import { Button, CloseButton } from '@mantine/core';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './filter-chips.module.css';

export type FilterChip = { key: string; label: string; onRemove: () => void };

/** Active filters of the list, each with a button that removes it. */
export function FilterChips({ chips, onClear }: { chips: FilterChip[]; onClear: () => void }) {
  const t = useWords(customerWords.phoneBook);
  if (chips.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label={t('activeFilters')}>
      {chips.map(({ key, label, onRemove }) => (
        <li key={key} className={classes.chip}>
          <span className={classes.label} title={label}>
            {label}
          </span>
          <CloseButton size={24} iconSize={14} radius="xl" aria-label={t('removeFilter', { name: label })} onClick={onRemove} />
        </li>
      ))}
      <li>
        <Button size="compact-xs" h={24} variant="subtle" color="gray" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      </li>
    </ul>
  );
}
