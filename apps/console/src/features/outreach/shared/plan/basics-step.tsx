import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { campaignAccessTypes } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';
import type { PlanDraft, PlanFaults } from './plan-draft.ts';

type BasicsStepProps = {
  draft: Pick<PlanDraft, 'name' | 'description' | 'accessType'>;
  faults: PlanFaults;
  /** An iteration has a name alone; of a campaign that is there, its access is changed on its page. */
  fields: 'new' | 'campaign' | 'activity';
  onChange: (part: Partial<PlanDraft>) => void;
};

/** Name and description of the campaign, and its visibility. */
export function BasicsStep({ draft, faults, fields, onChange }: BasicsStepProps) {
  const say = useWords(campaignWords.plan);
  const sayList = useWords(campaignWords.list);
  const sayCommon = useWords(campaignWords.common);
  return (
    <div className={classes.fields}>
      <TextInput
        label={say(fields === 'activity' ? 'iterationName' : 'campaignName')}
        withAsterisk
        maxLength={120}
        value={draft.name}
        error={faults.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {fields === 'activity' ? null : (
        <Textarea
          label={say('description')}
          description={say('descriptionHint')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={draft.description}
          error={faults.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      )}
      {fields === 'new' ? (
        <Radio.Group
          label={sayList('whoSees')}
          value={draft.accessType}
          onChange={(value) => onChange({ accessType: campaignAccessTypes.find((type) => type === value) ?? draft.accessType })}
        >
          <Stack gap="sm" mt="xs">
            {campaignAccessTypes.map((type) => (
              <Radio key={type} value={type} label={sayCommon(`access_${type}`)} description={sayList(`accessText_${type}`)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : null}
    </div>
  );
}
