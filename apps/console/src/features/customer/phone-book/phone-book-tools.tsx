import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { SearchBox } from '../../../components/search-box.tsx';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { PickedNote, type PickedNoteProps } from './bulk-bar.tsx';
import classes from './phone-book.module.css';

export type PhoneBookToolsProps = PickedNoteProps & {
  search: string;
  conditionCount: number;
  onSearch: (text: string) => void;
  onFilter: () => void;
};

/** The row above the list: search, filter, and the number of picked customers. */
export function PhoneBookTools({ search, conditionCount, onSearch, onFilter, ...note }: PhoneBookToolsProps) {
  const t = useWords(customerWords.phoneBook);
  return (
    <div className={classes.tools}>
      <SearchBox
        className={classes.search}
        maxLength={120}
        aria-label={t('searchCustomers')}
        placeholder={t('searchCustomers')}
        value={search}
        onSearch={onSearch}
      />
      <Button variant={conditionCount > 0 ? 'light' : 'default'} leftSection={<IconFilter size={16} />} onClick={onFilter}>
        {conditionCount > 0 ? `${t('filter')} (${conditionCount})` : t('filter')}
      </Button>
      <PickedNote {...note} />
    </div>
  );
}
