import { Button, CloseButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';
import type { BulkKind } from './bulk-dialog.tsx';
import classes from './chat-list.module.css';
import type { RowChat } from './chat-row.tsx';
import type { Selection } from './use-selection.ts';

/** Most agents never act on several chats, so the dialog arrives when it is asked for. */
const BulkDialog = late(() => import('./bulk-dialog.tsx').then((module) => module.BulkDialog));

const kinds = [
  ['label', 'bulkLabel'],
  ['transfer', 'transfer'],
  ['close', 'bulkClose'],
] as const;

/** Counts the chosen chats, and acts on all of them. The dialog outlives the bar: it names what was refused. */
export function BulkBar({ selection, rows }: { selection: Selection; rows: readonly RowChat[] }) {
  const t = useWords(chatWords.conversation);
  /** The act that is asked about, and its chats: they stay the same while their rows leave the list. */
  const [acting, setActing] = useState<{ kind: BulkKind; chats: readonly RowChat[] }>();
  /** Stays once it was opened, so that it goes as it came. */
  const [hasDialog, setDialog] = useState(false);
  const handleAct = (kind: BulkKind) => {
    setDialog(true);
    setActing({ kind, chats: chosen });
  };
  const chosen = rows.filter(({ chatId }) => selection.ids.has(chatId));
  return (
    <>
      {chosen.length > 0 ? (
        <fieldset className={classes.bulk} aria-label={t('selected', { count: chosen.length })}>
          <span className={classes.bulkCount} role="status">
            {t('selected', { count: chosen.length })}
          </span>
          {kinds.map(([kind, word]) => (
            <Button key={kind} size="compact-sm" variant="default" onClick={() => handleAct(kind)}>
              {t(word)}
            </Button>
          ))}
          <CloseButton size="sm" aria-label={t('selectNone')} onClick={() => selection.keep([])} />
        </fieldset>
      ) : null}
      {hasDialog ? (
        <Suspense>
          <BulkDialog
            kind={acting?.kind ?? null}
            chats={acting?.chats ?? []}
            onClose={() => setActing(undefined)}
            onDone={(left) => {
              setActing(undefined);
              selection.keep(left);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}
