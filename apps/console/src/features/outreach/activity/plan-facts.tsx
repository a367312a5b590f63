import { Text } from '@mantine/core';
import type { Activity, VariableGroup } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useCan } from '../../account/shared/me.ts';
import { filtersQuery } from '../../customer/shared/filter.queries.ts';
import { describeClause } from '../../customer/shared/filter-fields.ts';
import { setsQuery } from '../../customer/shared/set.queries.ts';
import { useFilterFields } from '../../customer/shared/use-filter-fields.ts';
import { audienceFileQuery } from '../shared/plan/audience.queries.ts';
import { labelsOf } from '../shared/send-draft.ts';
import { mappingLines } from './mapping-lines.ts';

type PlanFactsProps = { activity: Activity; groups: readonly VariableGroup[] };

/** Everything of a plan that an approval covers, in words. */
export function PlanFacts({ activity, groups }: PlanFactsProps) {
  const say = useWords(campaignWords.activity);
  const { plan } = activity;
  const { schedule, perMinute, quietHours, firstWave, tracking } = plan;
  const wave = firstWave ? say('waveFacts', { percent: firstWave.percent, minutes: firstWave.waitMinutes }) : say('none');
  const limits = firstWave
    ? (['failedPercent', 'optedOutPercent', 'blockedPercent'] as const)
        .filter((name) => firstWave[name] !== null)
        .map((name) => `${say(`value_${name}`)} ${firstWave[name]} %`)
        .join(', ')
    : '';
  const lines = mappingLines(plan.columnMapping, labelsOf(groups));
  return (
    <>
      <Panel title={say('forWhom')}>
        <FactList facts={useAudienceFacts(activity)} />
      </Panel>
      <Panel title={say('mapping')}>{lines.length > 0 ? <FactList facts={lines} /> : <Text size="sm">{say('noMapping')}</Text>}</Panel>
      <Panel title={say('scheduleAndSpeed')}>
        <FactList
          facts={[
            [say('channel'), `${activity.channelName} (${activity.channelState})`],
            [say('template'), `${activity.templateName} (${activity.templateStatus})`],
            [say('startsAt'), schedule.startsAt === '' ? say('whenStarted') : schedule.startsAt.replace('T', ' ')],
            [say('timeZone'), activity.timeZone],
            [say('scheduledOn'), formatReportDate(activity.scheduledOn)],
            [say('endsAt'), schedule.endsAt.replace('T', ' ') || say('none')],
            [say('perMinute'), perMinute?.toLocaleString() ?? say('asChannel')],
            [say('quietHours'), quietHours ? `${quietHours.from} – ${quietHours.to}` : say('asEnterprise')],
            [say('firstWave'), wave],
            [say('limits'), limits],
            [say('trackLinks'), say(tracking.links ? 'linksCounted' : 'linksAsTheyAre')],
            [say('replyHours'), say('replyWithin', { count: tracking.replyHours })],
          ]}
        />
      </Panel>
    </>
  );
}

/** Names of what an audience is made of, as far as the reader may see them; their number otherwise. */
function useAudienceFacts({ plan: { audience } }: Activity): [string, string][] {
  const say = useWords(campaignWords.activity);
  const sayCommon = useWords(campaignWords.common);
  const t = useWords(customerWords.phoneBook);
  const hasBook = useCan(['CUSTOMER.VIEW']);
  const isMaker = useCan(['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT']);
  const groups = useQuery({ ...setsQuery('group'), enabled: hasBook }).data;
  const labels = useQuery({ ...setsQuery('label'), enabled: hasBook }).data;
  const filters = useQuery({ ...filtersQuery, enabled: hasBook && audience.filterId !== '' }).data;
  const hasConditions = audience.conditions.clauses.length > 0;
  const fields = useFilterFields(hasBook && hasConditions);
  const file = useQuery({ ...audienceFileQuery(audience.fileId), enabled: isMaker && audience.fileId !== '' }).data;
  const names = (known: readonly { id: string; name: string }[] | undefined, ids: readonly string[]) =>
    known
      ? ids.map((id) => known.find((one) => one.id === id)?.name ?? say('gone')).join(', ')
      : ids.length === 0
        ? ''
        : String(ids.length);
  const one = (isThere: boolean, name: string | undefined) => (isThere ? (name ?? '1') : '');
  return [
    [say('groups'), names(groups, audience.groupIds)],
    [say('labels'), names(labels, audience.labelIds)],
    [say('savedFilter'), one(audience.filterId !== '', filters?.find(({ id }) => id === audience.filterId)?.name)],
    [
      say('conditions'),
      hasConditions
        ? audience.conditions.clauses
            .map((clause) => (hasBook ? describeClause(t, fields, clause) : String(clause.conditions.length)))
            .join('; ')
        : '',
    ],
    [say('file'), one(audience.fileId !== '', file && `${file.name} (${file.rows.toLocaleString()})`)],
    [say('results'), audience.results.map(({ result }) => sayCommon(`result_${result}`)).join(', ')],
    [say('excludedGroups'), names(groups, audience.exclude.groupIds)],
    [say('excludedLabels'), names(labels, audience.exclude.labelIds)],
    [
      say('excludedReached'),
      audience.exclude.activityIds.length === 0 ? '' : say('iterationCount', { count: audience.exclude.activityIds.length }),
    ],
  ];
}
