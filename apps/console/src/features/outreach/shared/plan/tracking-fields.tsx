import { NumberInput, Switch } from '@mantine/core';
import { type CampaignPlan, replyHours } from '@parley/contract';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';
import { type ChangePlan, faultAt, type PlanFaults } from './plan-draft.ts';

type TrackingFieldsProps = { tracking: CampaignPlan['tracking']; faults: PlanFaults; onPlan: ChangePlan };

/** Tracking after a message has left: responses, and opened links. */
export function TrackingFields({ tracking, faults, onPlan }: TrackingFieldsProps) {
  const say = useWords(campaignWords.plan);
  return (
    <Panel title={say('tracking')} text={say('trackingText')}>
      <div className={classes.fields}>
        <Switch
          label={say('trackLinks')}
          description={say('trackLinksText')}
          checked={tracking.links}
          error={faultAt(faults, 'tracking.links')}
          onChange={(event) => onPlan({ tracking: { ...tracking, links: event.currentTarget.checked } })}
        />
        <NumberInput
          label={say('replyHours')}
          description={say('replyHoursText')}
          min={1}
          max={720}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          maw={320}
          value={tracking.replyHours}
          error={faults['tracking.replyHours']}
          onChange={(value) =>
            onPlan({ tracking: { ...tracking, replyHours: typeof value === 'number' && Number.isInteger(value) ? value : replyHours } })
          }
        />
      </div>
    </Panel>
  );
}
