import { Button, CloseButton, Text } from '@mantine/core';
import { IconArrowMerge, IconDownload, IconTag, IconTrash, IconUsersPlus } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './bulk-bar.module.css';
import type { Picked } from './use-picked.ts';

export type BulkBarProps = {
  picked: Picked;
  isBusy: boolean;
  onMove: () => void;
  onAttach: () => void;
  onExport: () => void;
  /** Given while exactly two are picked. */
  onMerge: (() => void) | undefined;
  onRemove: () => void;
  onClear: () => void;
};

/** Floats over the end of the list while somebody is picked. */
export function BulkBar({ picked, isBusy, onMove, onAttach, onExport, onMerge, onRemove, onClear }: BulkBarProps) {
  const t = useWords(customerWords.phoneBook);
  if (picked.count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t('bulk')}>
      <Text size="sm" fw={550} className={classes.count}>
        {t('picked', { count: picked.count })}
      </Text>
      <div className={classes.actions}>
        <Button size="xs" variant="default" leftSection={<IconUsersPlus size={15} />} onClick={onMove}>
          {t('moveGroup')}
        </Button>
        <Button size="xs" variant="default" leftSection={<IconTag size={15} />} onClick={onAttach}>
          {t('attachLabel')}
        </Button>
        {onMerge ? (
          <Button size="xs" variant="default" leftSection={<IconArrowMerge size={15} />} onClick={onMerge}>
            {t('merge')}
          </Button>
        ) : null}
        <Button size="xs" variant="default" leftSection={<IconDownload size={15} />} loading={isBusy} onClick={onExport}>
          {t('export')}
        </Button>
        <Button size="xs" variant="light" color="red" leftSection={<IconTrash size={15} />} disabled={isBusy} onClick={onRemove}>
          {t('delete')}
        </Button>
      </div>
      <CloseButton size="sm" aria-label={t('clearPicked')} onClick={onClear} />
    </section>
  );
}

export type PickedNoteProps = { picked: Picked; canPickAll: boolean; isCounting: boolean; onPickAll: () => void; onClear: () => void };

/** Says how many are picked and offers all that match, once the page is ticked and there is more than the page. */
export function PickedNote({ picked, canPickAll, isCounting, onPickAll, onClear }: PickedNoteProps) {
  const t = useWords(customerWords.phoneBook);
  return (
    <div role="status" className={classes.status}>
      {picked.isWhole || canPickAll ? (
        <div className={classes.note}>
          <Text size="sm" span>
            {t(picked.isWhole ? 'allPicked' : 'pagePicked', { count: picked.count })}
          </Text>
          {picked.isWhole ? (
            <Button size="compact-sm" variant="subtle" onClick={onClear}>
              {t('clearPicked')}
            </Button>
          ) : (
            <Button size="compact-sm" variant="subtle" loading={isCounting} onClick={onPickAll}>
              {t('pickAll')}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
