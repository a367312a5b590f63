import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { outreachWords } from '../../../locales/outreach.ts';
import type { UnknownRun } from './unknown-dialog.tsx';

// It comes with the first press: few ever open it.
const Dialog = late(() => import('./unknown-dialog.tsx').then((module) => module.UnknownDialog));

/** Resends messages of unknown outcome once a person has read the risk, and never automatically. */
export function UnknownAgain({ of, count }: { of: UnknownRun; count: number }) {
  const say = useWords(outreachWords.unknown);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {count > 0 ? (
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setOpen(true)}>
          {say('open', { count })}
        </Button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <Dialog of={of} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
