import { NumberInput, Radio, Stack, Switch, Text } from '@mantine/core';
import { type Audience, type CampaignPlan, emptyFallback, type Fallback, fallbackTriggers, mostFallbackHours } from '@parley/contract';
import { useState } from 'react';
import { Panel } from '../../../../components/panel.tsx';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from '../broadcast.module.css';
import { MappingBlock } from '../mapping-block.tsx';
import { PreviewPanel } from '../preview-panel.tsx';
import { fromColumnMapping, type MappedValue, toColumnMapping } from '../send-draft.ts';
import { ContentEditor, usePickedContent } from './content-editor.tsx';
import plans from './plan.module.css';
import type { ChangePlan, PlanFaults } from './plan-draft.ts';
import { useMappingColumns } from './use-mapping-columns.ts';
import { usePlanContent } from './use-plan-content.ts';

type FallbackPanelProps = { plan: CampaignPlan; faults: PlanFaults; onPlan: ChangePlan };

/** The fallback for people that the message does not reach. */
export function FallbackPanel({ plan: { fallback, audience }, faults, onPlan }: FallbackPanelProps) {
  const say = useWords(campaignWords.plan);
  return (
    <Panel title={say('fallback')} text={say('fallbackText')}>
      <div className={plans.fields}>
        <Switch
          label={say('useFallback')}
          checked={fallback !== null}
          onChange={(event) => onPlan({ fallback: event.currentTarget.checked ? emptyFallback() : null })}
        />
        {fallback ? (
          <FallbackFields
            fallback={fallback}
            audience={audience}
            faults={faultsWithin(faults, 'fallback.')}
            onChange={(part) => onPlan({ fallback: { ...fallback, ...part } })}
          />
        ) : null}
      </div>
    </Panel>
  );
}

const faultsWithin = (faults: PlanFaults, head: string): PlanFaults =>
  Object.fromEntries(Object.entries(faults).flatMap(([field, text]) => (field.startsWith(head) ? [[field.slice(head.length), text]] : [])));

type FallbackFieldsProps = { fallback: Fallback; audience: Audience; faults: PlanFaults; onChange: (part: Partial<Fallback>) => void };

function FallbackFields({ fallback, audience, faults, onChange }: FallbackFieldsProps) {
  const say = useWords(campaignWords.plan);
  const { message, columnMapping, on, afterHours } = fallback;
  const { media, cards } = message.template;
  const content = usePlanContent(fallback);
  const picked = usePickedContent(fallback, content);
  return (
    <>
      <Radio.Group label={say('fallbackOn')} value={on} onChange={(value) => onChange({ on: triggerOf(value) })}>
        <Stack gap="xs" mt="xs">
          {fallbackTriggers.map((trigger) => (
            <Radio key={trigger} value={trigger} label={say(`fallbackOn_${trigger}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {on === 'not_delivered' ? (
        <NumberInput
          label={say('fallbackHours')}
          description={say('fallbackHoursText')}
          min={1}
          max={mostFallbackHours}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          maw={320}
          value={afterHours}
          error={faults.afterHours}
          onChange={(value) => onChange({ afterHours: typeof value === 'number' && Number.isInteger(value) ? value : 24 })}
        />
      ) : null}
      <div className={classes.layout}>
        <div className={plans.fields}>
          <ContentEditor given={fallback} content={content} faults={faults} picked={picked} onChange={onChange} />
          {content.groups.length > 0 ? (
            <FallbackMapping
              key={content.template?.id ?? ''}
              groups={content.groups}
              audience={audience}
              mapping={columnMapping}
              faults={faultsWithin(faults, 'columnMapping.')}
              onChange={(next) => onChange({ columnMapping: next })}
            />
          ) : null}
        </div>
        <aside className={classes.side}>
          <PreviewPanel
            template={picked.template}
            draft={{ values: fromColumnMapping(columnMapping), media, cards: cards.map((card) => card.media) }}
            previews={[]}
          />
        </aside>
      </div>
    </>
  );
}

const triggerOf = (value: string): Fallback['on'] => fallbackTriggers.find((trigger) => trigger === value) ?? 'failed';

type FallbackMappingProps = {
  groups: ReturnType<typeof usePlanContent>['groups'];
  audience: Audience;
  mapping: Fallback['columnMapping'];
  faults: PlanFaults;
  onChange: (mapping: Fallback['columnMapping']) => void;
};

function FallbackMapping({ groups, audience, mapping, faults, onChange }: FallbackMappingProps) {
  const say = useWords(campaignWords.plan);
  const columns = useMappingColumns(audience);
  const [values, setValues] = useState(() => fromColumnMapping(mapping));
  const change = (key: string, value: MappedValue) => {
    const next = { ...values, [key]: value };
    setValues(next);
    onChange(toColumnMapping(groups, next));
  };
  return (
    <div>
      <Text size="sm" fw={550}>
        {say('fallbackMapping')}
      </Text>
      <MappingBlock groups={groups} columns={columns} values={values} faults={faults} onChange={change} />
    </div>
  );
}
