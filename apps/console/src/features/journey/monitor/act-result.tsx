import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { DialogActions } from '../../../components/dialog-form.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { type Acted, actPage } from './act.queries.ts';
import { ActedPeople } from './acted-people.tsx';

/** Outcome of an act for each person; held and refused ones come first. */
export function ActResult({ acted: { done, held, refused, people }, onClose }: { acted: Acted; onClose: () => void }) {
  const say = useWords(journeyWords.monitor);
  const [from, setFrom] = useState(0);
  const ordered = [...people.filter(({ outcome }) => outcome !== 'done'), ...people.filter(({ outcome }) => outcome === 'done')];
  const words = [
    ...(done > 0 ? [say('done', { count: done })] : []),
    ...(held > 0 ? [`${say('held', { count: held })}.`, say('heldText')] : []),
    ...(refused > 0 ? [say('refused', { count: refused })] : []),
  ];
  return (
    <Stack gap="md">
      <Text size="sm" role="status">
        {words.join(' ')}
      </Text>
      <ActedPeople
        people={ordered.slice(from, from + actPage)}
        page={{ from, perPage: actPage, total: ordered.length, isFixed: true, onChange: (page) => setFrom(page.from) }}
      />
      <DialogActions submit={undefined} cancel={say('close')} focusOn="cancel" onCancel={onClose} />
    </Stack>
  );
}
