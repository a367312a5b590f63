import { Button, Stack } from '@mantine/core';
import type { JourneyItem } from '@parley/contract';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { late } from '../../../lib/late.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { useCan } from '../../account/shared/me.ts';
import { rulesQuery } from './journey.queries.ts';
import { RuleTable } from './rule-table.tsx';

const RuleDialog = late(() => import('./rule-dialog.tsx').then((module) => module.RuleDialog));

/** Rules that begin this stream. */
export function RulesTab({ journey }: { journey: JourneyItem }) {
  const say = useWords(journeyWords.stream);
  const list = useQuery(rulesQuery({ journeyId: journey.id, channelId: '' }));
  const canEdit = useCan(['JOURNEYS.EDIT']);
  const [isAttaching, setAttaching] = useState(false);
  const attach =
    canEdit && journey.version > 0 ? (
      <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setAttaching(true)}>
        {say('attach')}
      </Button>
    ) : null;
  return (
    <Panel title={say('tab_rules')} text={say('rulesText')} actions={attach}>
      <Stack gap="sm">
        <RuleTable
          rules={list.data?.entries}
          error={list.error}
          isOfOne
          onRetry={() => void list.refetch()}
          empty={
            <EmptyState icon={IconPlugConnected} title={say('noRules')} text={say(journey.version > 0 ? 'noRulesText' : 'publishFirst')} />
          }
        />
      </Stack>
      <Suspense>
        {isAttaching ? <RuleDialog open={{ dialog: 'attach', journeyId: journey.id }} onClose={() => setAttaching(false)} /> : null}
      </Suspense>
    </Panel>
  );
}
