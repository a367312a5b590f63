import { Alert, Group, Skeleton, Stack } from '@mantine/core';
import type { Activity, ActivityEntry, SealPart } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../components/error-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatReportDate } from '../../../lib/format.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { useCan } from '../../account/shared/me.ts';
import { BackLink } from '../shared/back-link.tsx';
import { activityQuery, isRunning } from '../shared/campaign.queries.ts';
import { CountTiles } from '../shared/count-tiles.tsx';
import { Breakdown } from '../shared/plan/breakdown.tsx';
import { CostTable } from '../shared/plan/cost-table.tsx';
import { usePlanContents } from '../shared/plan/use-plan-content.ts';
import { PressurePanel } from '../shared/pressure-panel.tsx';
import { RecipientsPanel } from '../shared/recipients-panel.tsx';
import { Standing } from '../shared/run-state.tsx';
import classes from './activity.module.css';
import { ActivitySearch } from './activity.search.ts';
import { ActivityActions } from './activity-actions.tsx';
import { ChangesTable } from './changes-table.tsx';
import { ComparisonPanel } from './comparison-panel.tsx';
import { FallbackFacts } from './fallback-facts.tsx';
import { GivenNotice } from './given-notice.tsx';
import { LastRun } from './last-run.tsx';
import { LogPanel } from './log-panel.tsx';
import { MessagePanel } from './message-panel.tsx';
import { PlanFacts } from './plan-facts.tsx';
import { ProgressPanel } from './progress-panel.tsx';
import { WhyPanel } from './why-panel.tsx';

const shownPauses = ['LIMITS', 'NO_BALANCE', 'ASKED', 'CHOICE', 'TEMPLATE', 'LATE', 'CLOSED'] as const;
const isShownPause = (reason: string): reason is (typeof shownPauses)[number] => shownPauses.some((one) => one === reason);

/** One iteration with everything that is decided about it: what a checker has to see, and what its makers follow (screens 3.3 to 3.5). */
export function ActivityPage() {
  const say = useWords(campaignWords.activity);
  const { activityId = '' } = useParams({ strict: false });
  const activity = useQuery(activityQuery(activityId));
  return activity.data ? (
    <Loaded key={activityId} activity={activity.data} />
  ) : activity.isError ? (
    <ErrorState error={activity.error} title={say('couldNotLoad')} onRetry={() => void activity.refetch()} />
  ) : (
    <Stack gap="md" mt="md">
      <Skeleton height={72} radius="md" />
      <Skeleton height={320} radius="md" />
    </Stack>
  );
}

const seesCampaigns = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'CAMPAIGNS.DELETE'] as const;

function Back({ activity: { campaignId, campaignName, approval } }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const isMaker = useCan(seesCampaigns);
  const isChecker = useCan(['CAMPAIGNS.APPROVE']);
  if (isMaker)
    return (
      <BackLink to="/campaigns/campaigns-list/$campaignId" params={{ campaignId } as never}>
        {campaignName}
      </BackLink>
    );
  if (!isChecker)
    return (
      <BackLink to="/campaigns/report/$campaignId" params={{ campaignId } as never}>
        {campaignName}
      </BackLink>
    );
  return approval === 'Approved' ? (
    <BackLink to="/campaigns/approved">{say('backToReady')}</BackLink>
  ) : (
    <BackLink to="/campaigns/activity-list">{say('backToInbox')}</BackLink>
  );
}

function Loaded({ activity }: { activity: Activity }) {
  const say = useWords(campaignWords.activity);
  const sayContent = useWords(campaignWords.content);
  const navigate = useNavigate();
  const { search, change } = useAddressState(ActivitySearch);
  // Parts that an approval found changed: the page has refetched the iteration, and names them.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const { plan, breakdown, estimate, compared, sinceRejection } = activity;
  const contents = usePlanContents(plan, { id: activity.channelId, name: activity.channelName, type: activity.channelType });
  const groups = contents.map((content) => content.groups);
  const hasRun = activity.startedOn !== '';
  const compares = useCan(['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.APPROVE']);
  const isAhead = compares && !hasRun && breakdown !== null && (activity.approval === 'Submitted' || activity.approval === 'Approved');
  return (
    <div>
      <Back activity={activity} />
      <PageHeader
        title={`${activity.campaignName} #${activity.number}`}
        subtitle={
          <Group gap="xs" component="span">
            {activity.name === `#${activity.number}` ? null : activity.name}
            <Standing {...activity} />
          </Group>
        }
        actions={
          <ActivityActions
            activity={activity}
            onChanged={setChanged}
            onGone={() => void navigate({ to: '/campaigns/campaigns-list/$campaignId', params: { campaignId: activity.campaignId } })}
          />
        }
      />
      <div className={classes.page}>
        <Notices activity={activity} changed={changed} />
        <GivenNotice activity={activity} />
        {hasRun ? <ProgressPanel activity={activity} /> : null}
        {hasRun && plan.contents.length > 0 ? (
          <ComparisonPanel activity={activity} onOpen={(content) => change({ status: '', reason: '', content })} />
        ) : null}
        <div className={classes.columns}>
          <div className={classes.column}>
            {sinceRejection.length > 0 ? (
              <Panel title={say('sinceRejection')} text={say('sinceRejectionText')}>
                <ChangesTable label={say('sinceRejection')} changes={sinceRejection} groups={groups} />
              </Panel>
            ) : null}
            {compared ? (
              <Panel title={say('compared', { number: compared.number })} text={say('comparedText')}>
                {compared.changes.length > 0 ? (
                  <ChangesTable label={say('compared', { number: compared.number })} changes={compared.changes} groups={groups} />
                ) : (
                  say('nothingChanged')
                )}
              </Panel>
            ) : null}
            <Panel title={say('audience')} text={say('audienceText')}>
              {breakdown ? <Breakdown breakdown={breakdown} /> : say('notCounted')}
            </Panel>
            {isAhead ? <PressurePanel ask={{ campaignId: activity.campaignId, activityId: activity.id }} /> : null}
            <PlanFacts activity={activity} groups={groups} />
            {plan.fallback ? <FallbackFacts fallback={plan.fallback} /> : null}
            {estimate ? (
              <Panel title={say('cost')} text={plan.contents.length > 0 ? sayContent('atMost') : say('costText')}>
                <CostTable estimate={estimate} />
              </Panel>
            ) : null}
            {compared ? <LastRun activityId={compared.activityId} number={compared.number} /> : null}
          </div>
          <div className={classes.column}>
            <MessagePanel activity={activity} contents={contents} />
            <WhyPanel activityId={activity.id} />
            <LogPanel activity={activity} />
          </div>
        </div>
        {hasRun ? (
          <>
            <CountTiles
              counts={activity.counts}
              status={search.status}
              reason={search.reason}
              onChoose={(choice) => change({ ...choice, content: '' })}
            />
            <RecipientsPanel
              activityId={activity.id}
              choice={search}
              isLive={isRunning(activity)}
              hasContents={plan.contents.length > 0}
              onAll={() => change({ status: '', reason: '', content: '' })}
            />
            {plan.fallback ? (
              <RecipientsPanel activityId={activity.id} run="fallback" choice={{ status: '', reason: '' }} isLive={isRunning(activity)} />
            ) : null}
          </>
        ) : null}
      </div>
    </div>
  );
}

function Notices({ activity, changed }: { activity: Activity; changed: readonly string[] }) {
  const say = useWords(campaignWords.activity);
  const sayCommon = useWords(campaignWords.common);
  const { approval, entries, reason, checker, decidedOn, pauseReason, isOverdue, isStartDoubled, whyNotApprove, scheduledOn } = activity;
  const known = (part: string): part is SealPart => ['content', 'mapping', 'audience', 'schedule', 'speed', 'cost'].includes(part);
  const lastOf = (...kinds: ActivityEntry['kind'][]) => entries.findLast(({ kind }) => kinds.includes(kind));
  const broken = lastOf('submitted', 'broken_seal');
  return (
    <>
      {changed.length > 0 ? (
        <Alert color="yellow" role="alert" title={say('changedTitle')}>
          {say('changedText')} {changed.map((part) => (known(part) ? sayCommon(`part_${part}`) : part)).join(', ')}
        </Alert>
      ) : null}
      {broken?.kind === 'broken_seal' && approval === 'New' ? (
        <Alert color="yellow" title={say('sealBroken')}>
          {say('sealBrokenText')} {broken.parts.map((part) => sayCommon(`part_${part}`)).join(', ')}
        </Alert>
      ) : null}
      {approval === 'Approved' && !activity.startedOn && lastOf('approved', 'checker_left')?.kind === 'checker_left' ? (
        <Alert color="yellow">{say('checkerLeft', { name: checker.name, interpolation: { escapeValue: false } })}</Alert>
      ) : null}
      {approval === 'Rejected' ? (
        <Alert
          color="red"
          title={say('rejectedBy', { name: checker.name, time: formatReportDate(decidedOn), interpolation: { escapeValue: false } })}
        >
          {reason}
        </Alert>
      ) : null}
      {isOverdue ? <Alert color="orange">{say('overdue', { time: formatReportDate(scheduledOn) })}</Alert> : null}
      {isShownPause(pauseReason) ? <Alert color="yellow">{say(`paused_${pauseReason}`)}</Alert> : null}
      {isStartDoubled ? <Alert color="yellow">{say('doubled', { time: formatReportDate(scheduledOn) })}</Alert> : null}
      {approval === 'Submitted' && (whyNotApprove === 'last_editor' || whyNotApprove === 'submitter') ? (
        <Alert color="blue">{say(`bar_${whyNotApprove}`)}</Alert>
      ) : null}
    </>
  );
}
