import { Alert, Button, Group, MultiSelect, Progress, Skeleton, Text } from '@mantine/core';
import { type ScenarioFull, type ScenarioSummary, scenariosCompared } from '@parley/contract';
import { IconCopy, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../../components/error-state.tsx';
import { Panel } from '../../../components/panel.tsx';
import { confirmDelete } from '../../../lib/dialogs.ts';
import { formatDay } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { chatScenarioWords } from '../../../locales/chat-scenario.ts';
import { DepartmentResult } from './department-result.tsx';
import { isUnderWay, scenarioQuery, useRemoveScenario, useRunScenario } from './scenario.queries.ts';
import type { ScenarioSearch } from './scenario.search.ts';
import { nameOf, showChange } from './show-scenario.ts';
import classes from './what-if.module.css';

type Change = (part: Partial<ScenarioSearch>) => void;
type Props = { scenarioId: string; scenarios: readonly ScenarioSummary[]; search: ScenarioSearch; onChange: Change };

const isComparable = (one: ScenarioSummary, other: ScenarioSummary): boolean =>
  one.id !== other.id &&
  one.state === 'done' &&
  one.fromDate === other.fromDate &&
  one.toDate === other.toDate &&
  other.departmentIds.every((id) => one.departmentIds.includes(id));

/** One scenario: its changes in words, how far it is, and its figures beside what happened. */
export function ScenarioView({ scenarioId, scenarios, search, onChange }: Props) {
  const say = useWords(chatScenarioWords.scenario);
  const { data: scenario, error, refetch } = useQuery(scenarioQuery(scenarioId));
  const others = scenario ? scenarios.filter((one) => isComparable(one, scenario)) : [];
  const shown = search.beside.filter((id) => others.some((one) => one.id === id));
  const beside = useQueries({ queries: shown.map((id) => scenarioQuery(id)) }).flatMap(({ data }) => data ?? []);
  if (error && !scenario) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!scenario) return <Skeleton height={420} radius="md" />;
  const all = [scenario, ...beside];
  return (
    <div className={classes.view}>
      <ScenarioHead scenario={scenario} onChange={onChange} />
      {others.length > 0 && scenario.state === 'done' ? (
        <MultiSelect
          label={say('beside', { count: scenariosCompared - 1 })}
          placeholder={shown.length === 0 ? say('besideNone') : ''}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={shown}
          maxValues={scenariosCompared - 1}
          onChange={(ids) => onChange({ beside: ids })}
        />
      ) : null}
      {scenario.departments.map((department) => (
        <DepartmentResult key={department.departmentId} department={department} scenarios={all} />
      ))}
    </div>
  );
}

function ScenarioHead({ scenario, onChange }: { scenario: ScenarioFull; onChange: Change }) {
  const say = useWords(chatScenarioWords.scenario);
  const run = useRunScenario();
  const remove = useRemoveScenario();
  const names = new Map(scenario.departmentIds.map((id, place) => [id, scenario.departmentNames[place] ?? '']));
  const isBusy = isUnderWay(scenario.state);
  const handleRemove = async () => {
    if (!(await confirmDelete('delete', scenario.name))) return;
    await remove.mutateAsync(scenario.id);
    onChange({ scenario: '', beside: [] });
  };
  return (
    <Panel
      title={scenario.name}
      text={say('headOf', {
        ...{ from: formatDay(scenario.fromDate), to: formatDay(scenario.toDate), interpolation: { escapeValue: false } },
        departments: scenario.departmentIds.map((id) => nameOf(id, names, say)).join(', '),
      })}
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => onChange({ form: scenario.id })}
          >
            {say('copy')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={isBusy}
            loading={run.isPending}
            onClick={() => run.mutate(scenario.id)}
          >
            {say('runAgain')}
          </Button>
          <Button
            size="xs"
            variant="default"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => void handleRemove().catch(() => undefined)}
          >
            {say('remove')}
          </Button>
        </Group>
      }
    >
      {scenario.changes.length === 0 ? (
        <Text size="sm">{say('noChange')}</Text>
      ) : (
        <ul className={classes.changes}>
          {scenario.changes.map((change) => (
            <li key={JSON.stringify(change)}>{showChange(change, names, say)}</li>
          ))}
        </ul>
      )}
      {isBusy ? (
        <div role="status">
          <Text size="sm" mb={4}>
            {scenario.state === 'waiting' ? say('waits') : say('runs', { done: scenario.done, of: scenario.of })}
          </Text>
          <Progress animated aria-label={say('progress')} value={scenario.of > 0 ? (100 * scenario.done) / scenario.of : 0} />
        </div>
      ) : null}
      {scenario.state === 'failed' ? (
        <Alert color="red" variant="light" role="alert">
          {say(scenario.failure === '' ? 'failure_unexpected' : `failure_${scenario.failure}`)}
        </Alert>
      ) : null}
    </Panel>
  );
}
