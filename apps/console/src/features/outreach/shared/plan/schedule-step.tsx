import { NumberInput, Radio, Select, Stack, Switch, Text } from '@mantine/core';
import { type CampaignPlan, type FirstWave, waveLimits, waveWaitMinutes } from '@parley/contract';
import { DateTimeField, TimeField } from '@parley/ui/date-field';
import { lazy, Suspense, useState } from 'react';
import { nativeOptions } from '../../../../components/native-options.ts';
import { Panel } from '../../../../components/panel.tsx';
import { getEnterpriseZone } from '../../../../lib/format.ts';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { listTimeZones } from '../../../customer/shared/locale-choices.ts';
import { ChoiceFields } from './choice-fields.tsx';
import classes from './plan.module.css';
import { type ChangePlan, faultAt, type PlanDraft, type PlanFaults } from './plan-draft.ts';
import { TrackingFields } from './tracking-fields.tsx';

// It asks the server for calendars anyway: its script may come as late.
const OpenHoursField = lazy(() => import('../open-hours-field.tsx').then((field) => ({ default: field.OpenHoursField })));

type ScheduleStepProps = { draft: PlanDraft; faults: PlanFaults; onPlan: ChangePlan };

/** A whole number of a field; undefined while it holds none. */
const wholeOf = (value: string | number): number | undefined => (typeof value === 'number' && Number.isInteger(value) ? value : undefined);

/** Start and end of the run, its speed, and the limits that stop it. */
export function ScheduleStep({ draft: { plan }, faults, onPlan }: ScheduleStepProps) {
  const say = useWords(campaignWords.plan);
  const { schedule, perMinute, quietHours, calendarId, firstWave, tracking } = plan;
  const [isPlanned, setPlanned] = useState(schedule.startsAt !== '');
  const zone = schedule.timeZone || getEnterpriseZone();
  const change = (part: Partial<CampaignPlan['schedule']>) => onPlan({ schedule: { ...schedule, timeZone: zone, ...part } });
  return (
    <div className={classes.fields}>
      <Panel title={say('when')}>
        <div className={classes.fields}>
          <Radio.Group
            label={say('starts')}
            value={isPlanned ? 'planned' : 'now'}
            onChange={(value) => {
              setPlanned(value === 'planned');
              if (value === 'now') change({ startsAt: '' });
            }}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="now" label={say('startsNow')} description={say('startsNowText')} />
              <Radio value="planned" label={say('startsPlanned')} description={say('startsPlannedText')} />
            </Stack>
          </Radio.Group>
          <div className={classes.row}>
            {isPlanned ? (
              <DateTimeField
                label={say('startsAt')}
                value={schedule.startsAt}
                error={faults['schedule.startsAt']}
                onChange={(startsAt) => change({ startsAt })}
              />
            ) : null}
            <Select
              label={say('timeZone')}
              description={say('timeZoneText')}
              searchable
              allowDeselect={false}
              {...nativeOptions}
              limit={200}
              data={listTimeZones(zone)}
              value={zone}
              error={faults['schedule.timeZone']}
              onChange={(timeZone) => timeZone && onPlan({ schedule: { ...schedule, timeZone } })}
            />
            <DateTimeField
              label={say('endsAt')}
              description={say('endsAtText')}
              value={schedule.endsAt}
              error={faults['schedule.endsAt']}
              onChange={(endsAt) => change({ endsAt })}
            />
          </div>
        </div>
      </Panel>
      <Panel title={say('speed')}>
        <div className={classes.fields}>
          <NumberInput
            label={say('perMinute')}
            description={say('perMinuteText')}
            min={1}
            max={600_000}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            value={perMinute ?? ''}
            error={faults.perMinute}
            onChange={(value) => onPlan({ perMinute: wholeOf(value) ?? null })}
          />
          <Suspense>
            <OpenHoursField calendarId={calendarId} fault={faults.calendarId} onChange={(next) => onPlan({ calendarId: next })} />
          </Suspense>
          <Switch
            label={say('ownQuietHours')}
            description={say('ownQuietHoursText')}
            checked={quietHours !== null}
            onChange={(event) => onPlan({ quietHours: event.currentTarget.checked ? { from: '21:00', to: '09:00' } : null })}
          />
          {quietHours ? (
            <div className={classes.row}>
              <TimeField
                label={say('quietFrom')}
                required
                value={quietHours.from}
                error={faultAt(faults, 'quietHours')}
                onChange={(from) => onPlan({ quietHours: { ...quietHours, from } })}
              />
              <TimeField
                label={say('quietTo')}
                required
                value={quietHours.to}
                onChange={(to) => onPlan({ quietHours: { ...quietHours, to } })}
              />
            </div>
          ) : null}
        </div>
      </Panel>
      <Panel title={say('firstWave')} text={say('firstWaveText')}>
        <div className={classes.fields}>
          <Switch
            label={say('useFirstWave')}
            checked={firstWave !== null}
            error={faults.firstWave}
            onChange={(event) =>
              onPlan({
                firstWave: event.currentTarget.checked ? { percent: 10, waitMinutes: waveWaitMinutes, ...waveLimits } : null,
              })
            }
          />
          {firstWave ? <WaveFields wave={firstWave} faults={faults} onChange={(next) => onPlan({ firstWave: next })} /> : null}
          <ChoiceFields plan={plan} faults={faults} onPlan={onPlan} />
        </div>
      </Panel>
      <TrackingFields tracking={tracking} faults={faults} onPlan={onPlan} />
    </div>
  );
}

type WaveFieldsProps = { wave: FirstWave; faults: PlanFaults; onChange: (wave: FirstWave) => void };

function WaveFields({ wave, faults, onChange }: WaveFieldsProps) {
  const say = useWords(campaignWords.plan);
  const limit = (field: 'failedPercent' | 'optedOutPercent' | 'blockedPercent') => (
    <NumberInput
      label={say(field)}
      description={say('noLimitText')}
      min={0}
      max={100}
      suffix=" %"
      allowDecimal={false}
      allowNegative={false}
      value={wave[field] ?? ''}
      error={faults[`firstWave.${field}`]}
      onChange={(value) => onChange({ ...wave, [field]: wholeOf(value) ?? null })}
    />
  );
  return (
    <>
      <div className={classes.row}>
        <NumberInput
          label={say('wavePercent')}
          min={1}
          max={50}
          clampBehavior="strict"
          suffix=" %"
          allowDecimal={false}
          allowNegative={false}
          value={wave.percent}
          error={faults['firstWave.percent']}
          onChange={(value) => onChange({ ...wave, percent: wholeOf(value) ?? 1 })}
        />
        <NumberInput
          label={say('waveWait')}
          min={1}
          max={1440}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          value={wave.waitMinutes}
          error={faults['firstWave.waitMinutes']}
          onChange={(value) => onChange({ ...wave, waitMinutes: wholeOf(value) ?? waveWaitMinutes })}
        />
      </div>
      <Text size="sm">{say('waveLimits')}</Text>
      <div className={classes.row}>
        {limit('failedPercent')}
        {limit('optedOutPercent')}
        {limit('blockedPercent')}
      </div>
    </>
  );
}
