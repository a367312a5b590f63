import { Radio, Select, Stack, Text } from '@mantine/core';
import { type CampaignPlan, contentMeasures, contentRules } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';
import { type ChangePlan, faultAt, type PlanFaults } from './plan-draft.ts';

type ChoiceFieldsProps = { plan: Pick<CampaignPlan, 'contents' | 'choice'>; faults: PlanFaults; onPlan: ChangePlan };

/** Measure by which one of several contents is chosen behind the first part, and who chooses. */
export function ChoiceFields({ plan: { contents, choice }, faults, onPlan }: ChoiceFieldsProps) {
  const say = useWords(campaignWords.content);
  if (contents.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {say('noneText')}
      </Text>
    );
  const current = choice ?? { measure: 'read', rule: 'clear' };
  return (
    <div className={classes.fields}>
      <Text size="sm">{say('choiceText', { count: contents.length + 1 })}</Text>
      <Select
        label={say('measure')}
        maw={320}
        allowDeselect={false}
        data={contentMeasures.map((measure) => ({ value: measure, label: say(`measure_${measure}`) }))}
        value={current.measure}
        error={faultAt(faults, 'choice')}
        onChange={(measure) => measure && onPlan({ choice: { ...current, measure } })}
      />
      <Radio.Group
        label={say('rule')}
        value={current.rule}
        onChange={(value) => onPlan({ choice: { ...current, rule: contentRules.find((known) => known === value) ?? 'hand' } })}
      >
        <Stack gap="xs" mt="xs">
          {contentRules.map((rule) => (
            <Radio key={rule} value={rule} label={say(`rule_${rule}`)} description={say(`ruleText_${rule}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </div>
  );
}
