import { Button, Group, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconPlus, IconRoute } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { getEnterpriseZone } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { ScenarioForm } from './form/scenario-form.tsx';
import { scenarioDepartmentsQuery, scenariosQuery } from './scenario.queries.ts';
import { ScenarioSearch } from './scenario.search.ts';
import { ScenarioList } from './scenario-list.tsx';
import { ScenarioView } from './scenario-view.tsx';
import classes from './what-if.module.css';

/** Past chats, replayed with other agents, limits, hours or numbers of chats. */
export function ScenarioPage() {
  const say = useWords(chatScenarioWords.scenario);
  const { search, change } = useAddressState(ScenarioSearch);
  const scenarios = useQuery(scenariosQuery);
  const { data: departments } = useQuery(scenarioDepartmentsQuery);
  const { data } = scenarios;
  const chosenId = search.scenario || (data?.[0]?.id ?? '');
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ form: 'new' })}>
      {say('add')}
    </Button>
  );
  return (
    <div className={classes.page}>
      <PageHeader
        title={say('title')}
        subtitle={say('subtitle', { zone: getEnterpriseZone(), interpolation: { escapeValue: false } })}
        actions={
          <Group gap="sm">
            <Button component={Link} to="/chat/analytics" variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />}>
              {say('toAnalytics')}
            </Button>
            {add}
          </Group>
        }
      />
      {scenarios.error && !data ? (
        <ErrorState error={scenarios.error} onRetry={() => void scenarios.refetch()} />
      ) : !data ? (
        <Skeleton height={420} radius="md" />
      ) : data.length === 0 ? (
        <EmptyState icon={IconRoute} title={say('none')} text={say('noneText')} action={add} />
      ) : (
        <div className={classes.split}>
          <ScenarioList scenarios={data} chosenId={chosenId} />
          <ScenarioView scenarioId={chosenId} scenarios={data} search={search} onChange={change} />
        </div>
      )}
      {search.form === '' || !departments || !data ? null : (
        <ScenarioForm
          copied={data.find(({ id }) => id === search.form)}
          departments={departments}
          onSaved={(scenario) => change({ form: '', scenario, beside: [] })}
          onClose={() => change({ form: '' })}
        />
      )}
    </div>
  );
}
