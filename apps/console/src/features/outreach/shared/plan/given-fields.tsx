import { NumberInput, Switch, TagsInput } from '@mantine/core';
import { type Audience, emptyPlan, mostGiven } from '@parley/contract';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import { faultAt, type PlanFaults } from './plan-draft.ts';

type GivenFieldsProps = { audience: Audience; faults: PlanFaults; onChange: (part: Partial<Audience>) => void };

const { exclude: _exclude, ...nobody } = emptyPlan().audience;

/** Tells whether the people come with the start, and how many at most: then nobody else is chosen. */
export function GivenFields({ audience: { given }, faults, onChange }: GivenFieldsProps) {
  const say = useWords(campaignWords.plan);
  return (
    <>
      <Switch
        label={say('given')}
        description={say('givenText')}
        checked={given !== null}
        onChange={(event) =>
          onChange(event.currentTarget.checked ? { ...nobody, given: { most: mostGiven, columns: [] } } : { given: null })
        }
      />
      {given ? (
        <>
          <NumberInput
            label={say('mostGiven')}
            min={1}
            max={mostGiven}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=" "
            maw={320}
            value={given.most}
            error={faultAt(faults, 'audience.given')}
            onChange={(value) =>
              onChange({ given: { ...given, most: typeof value === 'number' && Number.isInteger(value) ? value : mostGiven } })
            }
          />
          <TagsInput
            label={say('givenColumns')}
            description={say('givenColumnsText')}
            maxTags={60}
            value={given.columns}
            onChange={(columns) => onChange({ given: { ...given, columns } })}
          />
        </>
      ) : null}
    </>
  );
}
