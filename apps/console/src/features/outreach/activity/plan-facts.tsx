import { Text } from '@mantine/core';
import { type Activity, contentsOf, type VariableGroup } from '@parley/contract';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatClock, formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { customerWords } from '../../../locales/customer.ts';
import { useCan } from '../../account/shared/me.ts';
import { describeClause } from '../../customer/shared/filter-fields.ts';
import { useFilterFields } from '../../customer/shared/use-filter-fields.ts';
import { labelsOf } from '../shared/send-draft.ts';
import { mappingLines } from './mapping-lines.ts';

/** @property groups of each content, in their order */
type PlanFactsProps = { activity: Activity; groups: readonly (readonly VariableGroup[])[] };

/** Everything of a plan that an approval covers, in words. */
export function PlanFacts({ activity, groups }: PlanFactsProps) {
  const say = useWords(campaignWords.activity);
  const sayContent = useWords(campaignWords.content);
  const { plan } = activity;
  const { schedule, perMinute, quietHours, calendarId, firstWave, tracking } = plan;
  const wave = firstWave ? say('waveFacts', { percent: firstWave.percent, count: firstWave.waitMinutes }) : say('none');
  const limits = firstWave
    ? (['failedPercent', 'optedOutPercent', 'blockedPercent'] as const)
        .filter((name) => firstWave[name] !== null)
        .map((name) => `${say(`value_${name}`)} ${firstWave[name]} %`)
        .join(', ')
    : '';
  const contents = contentsOf(plan);
  const isCompared = contents.length > 1;
  const lines = contents.flatMap(({ letter, columnMapping }, place) =>
    mappingLines(columnMapping, labelsOf(groups[place] ?? [])).map(([name, from]): [string, string] => [
      isCompared ? `${letter}: ${name}` : name,
      from,
    ]),
  );
  const choice: [string, string][] =
    isCompared && plan.choice
      ? [
          ...contents.map(({ letter, name, message }): [string, string] => [
            sayContent('ofContent', { letter }),
            [name, message.template.templateId].filter((part) => part !== '').join(', '),
          ]),
          [sayContent('measure'), sayContent(`measure_${plan.choice.measure}`)],
          [sayContent('rule'), sayContent(`rule_${plan.choice.rule}`)],
        ]
      : [];
  return (
    <>
      <Panel title={say('forWhom')}>
        <FactList facts={useAudienceFacts(activity)} />
      </Panel>
      <Panel title={say('mapping')}>{lines.length > 0 ? <FactList facts={lines} /> : <Text size="sm">{say('noMapping')}</Text>}</Panel>
      {choice.length > 0 ? (
        <Panel title={sayContent('contents')} text={sayContent('contentsText')}>
          <FactList facts={choice} />
        </Panel>
      ) : null}
      <Panel title={say('scheduleAndSpeed')}>
        <FactList
          facts={[
            [say('channel'), `${activity.channelName} (${activity.channelState})`],
            [say('template'), `${activity.templateName} (${activity.templateStatus})`],
            ...(plan.page
              ? [
                  [
                    say('page'),
                    say('pageOf', {
                      name: activity.names[plan.page.encapId] ?? '?',
                      number: plan.page.number,
                      interpolation: { escapeValue: false },
                    }),
                  ] as [string, string],
                ]
              : []),
            [say('startsAt'), schedule.startsAt === '' ? say('whenStarted') : schedule.startsAt.replace('T', ' ')],
            [say('timeZone'), activity.timeZone],
            [say('scheduledOn'), formatReportDate(activity.scheduledOn)],
            [say('endsAt'), schedule.endsAt.replace('T', ' ') || say('none')],
            [say('perMinute'), perMinute === null ? say('asChannel') : formatNumber(perMinute)],
            [say('quietHours'), quietHours ? `${formatClock(quietHours.from)} – ${formatClock(quietHours.to)}` : say('asEnterprise')],
            [say('openHours'), calendarId ? (activity.names[calendarId] ?? '?') : say('anyHour')],
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

/** Returns the parts of an audience, by the names in the response; the conditions in words for users who may see the phone book. */
function useAudienceFacts({ plan: { audience }, names }: Activity): [string, string][] {
  const say = useWords(campaignWords.activity);
  const sayCommon = useWords(campaignWords.common);
  const t = useWords(customerWords.phoneBook);
  const hasBook = useCan(['CUSTOMER.VIEW']);
  const hasConditions = audience.conditions.clauses.length > 0;
  const fields = useFilterFields(hasBook && hasConditions);
  const nameOf = (id: string) => names[id] ?? say('gone');
  const namesOf = (ids: readonly string[]) => ids.map(nameOf).join(', ');
  return [
    [say('given'), audience.given ? say('givenMost', { most: formatNumber(audience.given.most) }) : ''],
    [say('givenColumns'), audience.given ? audience.given.columns.join(', ') : ''],
    [say('groups'), namesOf(audience.groupIds)],
    [say('labels'), namesOf(audience.labelIds)],
    [say('savedFilter'), audience.filterId === '' ? '' : nameOf(audience.filterId)],
    [
      say('conditions'),
      hasConditions
        ? audience.conditions.clauses
            .map((clause) => (hasBook ? describeClause(t, fields, clause) : String(clause.conditions.length)))
            .join('; ')
        : '',
    ],
    [say('file'), audience.fileId === '' ? '' : nameOf(audience.fileId)],
    [
      say('results'),
      audience.results.map(({ activityId, result }) => `${nameOf(activityId)}: ${sayCommon(`result_${result}`)}`).join(', '),
    ],
    [say('excludedGroups'), namesOf(audience.exclude.groupIds)],
    [say('excludedLabels'), namesOf(audience.exclude.labelIds)],
    [say('excludedReached'), namesOf(audience.exclude.activityIds)],
  ];
}
