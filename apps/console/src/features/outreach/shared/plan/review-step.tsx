import { Alert, Anchor, Button, Group, Loader, Select, Text } from '@mantine/core';
import { type CampaignCheck, type ContentLetter, contentsOf } from '@parley/contract';
import { IconAlertTriangle, IconCheck, IconRefresh, IconTestPipe } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ErrorState } from '../../../../components/error-state.tsx';
import { Panel } from '../../../../components/panel.tsx';
import { hasFlag } from '../../../../lib/app-config.ts';
import { sayFault } from '../../../../lib/errors.ts';
import { formatInstant, formatReportDate } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { contentName } from '../content-name.ts';
import { PressurePanel } from '../pressure-panel.tsx';
import { labelsOf } from '../send-draft.ts';
import { BalanceAfter } from './balance-after.tsx';
import { Breakdown } from './breakdown.tsx';
import { CostTable } from './cost-table.tsx';
import { FallbackTest } from './fallback-test.tsx';
import { LateTestSend } from './late-test-send.tsx';
import classes from './plan.module.css';
import type { PlanStep } from './plan.search.ts';
import { planOfContent } from './plan-contents.ts';
import { type PlanDraft, stepOf } from './plan-draft.ts';
import type { PlanContent } from './use-plan-content.ts';

type ReviewStepProps = {
  campaignId: string;
  /** '' of a campaign's own plan */
  activityId: string;
  draft: PlanDraft;
  /** Contents of the plan, in their order */
  contents: readonly [PlanContent, ...PlanContent[]];
  check: CampaignCheck | undefined;
  error: unknown;
  /** True if the typed values could not be saved, so that nothing was checked. */
  isUnsaved: boolean;
  isChecking: boolean;
  onCheck: () => void;
  onGo: (step: PlanStep) => void;
};

/** Every check over the whole audience, what it costs, what runs on the same day, and a test, before it is submitted. */
export function ReviewStep({
  campaignId,
  activityId,
  draft,
  contents,
  check,
  error,
  isUnsaved,
  isChecking,
  onCheck,
  onGo,
}: ReviewStepProps) {
  const say = useWords(campaignWords.plan);
  const [isTesting, setTesting] = useState(false);
  const sayContent = useWords(campaignWords.content);
  const [tested, setTested] = useState<ContentLetter>('A');
  const named = contentsOf(draft.plan);
  const placeOf = (letter: ContentLetter) =>
    Math.max(
      0,
      named.findIndex((one) => one.letter === letter),
    );
  const content = contents[placeOf(tested)] ?? contents[0];
  const nameOf = (letter: ContentLetter, key: string) => {
    const label = labelsOf(contents[placeOf(letter)]?.groups ?? []).get(key) ?? key;
    return named.length > 1 ? `${letter}: ${label}` : label;
  };
  return (
    <div className={classes.fields}>
      <Panel
        title={say('checks')}
        text={say('checksText')}
        actions={
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} loading={isChecking} onClick={onCheck}>
            {say('checkAgain')}
          </Button>
        }
      >
        <div role="status" aria-busy={isChecking}>
          {check ? (
            <Checks check={check} onGo={onGo} />
          ) : error && isUnsaved ? (
            <Alert color="red">{say('cannotSave')}</Alert>
          ) : error ? (
            <ErrorState error={error} title={say('notChecked')} onRetry={onCheck} />
          ) : (
            <Group gap="xs">
              <Loader size={16} aria-hidden />
              <Text size="sm">{say('checking')}</Text>
            </Group>
          )}
        </div>
      </Panel>
      {check?.starts.isDoubled ? (
        <Alert color="yellow">
          {say('doubledHour', { time: formatInstant(check.starts.at, 'instant', draft.plan.schedule.timeZone || undefined) })}
        </Alert>
      ) : null}
      {check && check.overlaps.length > 0 ? (
        <Alert color="yellow" title={say('overlaps')}>
          <ul>
            {check.overlaps.map(({ activityId, campaignName, number, scheduledOn }) => (
              <li key={activityId}>
                <Anchor component={Link} to="/campaigns/activity/$activityId" params={{ activityId } as never} size="sm">
                  {campaignName} #{number}
                </Anchor>{' '}
                {formatReportDate(scheduledOn)}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {check?.breakdown ? (
        <Panel title={say('counted')}>
          <Breakdown breakdown={check.breakdown} />
        </Panel>
      ) : null}
      {check?.breakdown ? <PressurePanel ask={{ campaignId, activityId, plan: draft.plan }} /> : null}
      {check && check.lacking.count > 0 ? (
        <Alert color="yellow" title={say('lacking', { count: check.lacking.count })}>
          <ul>
            {check.lacking.variables.map(({ content: letter, key, count }) => (
              <li key={`${letter} ${key}`}>
                {say('lackingOf', { name: nameOf(letter, key), count, interpolation: { escapeValue: false } })}
              </li>
            ))}
          </ul>
          <Text size="xs">{say('lookedAt', { count: check.lacking.looked })}</Text>
        </Alert>
      ) : null}
      {check && check.lacking.tooLong > 0 ? (
        <Alert color="yellow" title={say('longer', { count: check.lacking.tooLong })}>
          <Text size="xs">{say('lookedAt', { count: check.lacking.looked })}</Text>
        </Alert>
      ) : null}
      {hasFlag('campaignEstimateCost') && check?.estimate ? (
        <Panel title={say('cost')} text={named.length > 1 ? sayContent('atMost') : say('costText')}>
          <CostTable estimate={check.estimate} />
          <BalanceAfter estimate={check.estimate} />
        </Panel>
      ) : null}
      <Panel title={say('test')} text={say('testText')}>
        {named.length > 1 ? (
          <Select
            label={sayContent('content')}
            maw={320}
            mb="sm"
            allowDeselect={false}
            data={named.map(({ letter, name, message }) => ({
              value: letter,
              label: contentName(letter, name || message.template.templateId),
            }))}
            value={tested}
            onChange={(letter) => letter && setTested(letter)}
          />
        ) : null}
        <Button
          variant="default"
          leftSection={<IconTestPipe size={16} aria-hidden />}
          disabled={!content.template || !content.channel}
          onClick={() => setTesting(true)}
        >
          {say('sendTest')}
        </Button>
        {draft.plan.fallback ? <FallbackTest campaignId={campaignId} draft={draft} fallback={draft.plan.fallback} /> : null}
      </Panel>
      {isTesting ? (
        <LateTestSend
          campaignId={campaignId}
          draft={{ ...draft, plan: planOfContent(draft.plan, placeOf(tested)) }}
          content={content}
          onClose={() => setTesting(false)}
        />
      ) : null}
    </div>
  );
}

function Checks({ check: { checks }, onGo }: { check: CampaignCheck; onGo: (step: PlanStep) => void }) {
  const say = useWords(campaignWords.plan);
  return (
    <ul className={classes.checks} aria-label={say('checks')}>
      {checks.map(({ check, isFine, errors }) => (
        <li key={check}>
          {isFine ? (
            <IconCheck size={18} color="var(--mantine-color-green-filled)" aria-hidden />
          ) : (
            <IconAlertTriangle size={18} color="var(--mantine-color-red-filled)" aria-hidden />
          )}
          <div>
            {say(`check_${check}`)}: {say(isFine ? 'fine' : 'notFine')}
            {errors.length > 0 ? (
              <ul>
                {errors.map((fault) => (
                  <li key={`${fault.field} ${fault.code}`}>
                    {sayFault(fault)}{' '}
                    {stepOf(fault.field) === 'review' ? null : (
                      <Anchor component="button" type="button" size="sm" onClick={() => onGo(stepOf(fault.field))}>
                        {say('goTo', { step: say(`step_${stepOf(fault.field)}`) })}
                      </Anchor>
                    )}
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
