import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { CustomerSet } from '@parley/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useId } from 'react';
import { confirmBin } from '../../../lib/dialogs.ts';
import { sayDone } from '../../../lib/done.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import { type SetKind, useRemoveSet } from '../shared/set.queries.ts';
import { tellFailure, useRefreshPhoneBook } from './phone-book.queries.ts';
import type { PhoneBookSearch } from './phone-book.search.ts';
import classes from './set-column.module.css';
import { SetList } from './set-list.tsx';
import type { Popup } from './set-popups.tsx';

export type SetColumnProps = {
  groupId: string;
  labelId: string;
  onChange: (next: Partial<PhoneBookSearch>) => void;
  onOpen: (popup: Popup) => void;
};

/** Groups and labels. On a narrow screen they fold away above the list. */
export function SetColumn({ groupId, labelId, onChange, onOpen }: SetColumnProps) {
  const t = useWords(customerWords.phoneBook);
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const id = useId();
  const remove = { group: useRemoveSet('group'), label: useRemoveSet('label') };
  const refresh = useRefreshPhoneBook();

  const handleSelect = (kind: SetKind, setId: string) => {
    close();
    // One clears the other (PHONE-031).
    onChange(kind === 'group' ? { group: setId, label: '' } : { group: '', label: setId });
  };
  const handleRemove = async (kind: SetKind, set: CustomerSet) => {
    if (!(await confirmBin('delete', set.name))) return;
    remove[kind].mutate(set.id, {
      onSuccess: ({ message }) => {
        showToast('success', sayDone(message, 'deleted'));
        if (set.id === groupId || set.id === labelId) onChange({ group: '', label: '' });
        else void refresh();
      },
      onError: tellFailure,
    });
  };

  return (
    <aside className={classes.column}>
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} className={classes.chevron} data-open={isOpen || undefined} />}
        onClick={toggle}
      >
        {t('sets')}
      </Button>
      <div id={id} className={classes.lists} data-open={isOpen || undefined}>
        <SetList
          kind="group"
          selectedId={groupId}
          onSelect={(setId) => handleSelect('group', setId)}
          onCreate={() => onOpen({ type: 'createGroup' })}
          onRename={(set) => onOpen({ type: 'renameGroup', set })}
          onRemove={(set) => void handleRemove('group', set)}
        />
        <SetList
          kind="label"
          selectedId={labelId}
          onSelect={(setId) => handleSelect('label', setId)}
          onCreate={() => onOpen({ type: 'createLabel' })}
          onRename={(set) => onOpen({ type: 'renameLabel', set })}
          onRemove={(set) => void handleRemove('label', set)}
        />
      </div>
    </aside>
  );
}
