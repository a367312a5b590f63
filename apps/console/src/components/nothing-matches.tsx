import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import { EmptyState } from './empty-state.tsx';

/** No row fits the filters: says so, and takes them away. */
export function NothingMatches({ onClear }: { onClear?: (() => void) | undefined }) {
  const say = useWords(commonWords.ui);
  return (
    <EmptyState
      icon={IconFilterOff}
      title={say('nothingMatches')}
      text={say('nothingMatchesHint')}
      action={
        onClear ? (
          <Button variant="default" onClick={onClear}>
            {say('clearFilters')}
          </Button>
        ) : undefined
      }
    />
  );
}
