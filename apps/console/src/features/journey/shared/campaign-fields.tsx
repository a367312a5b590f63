import { NumberInput, Select } from '@mantine/core';
import { answerHours } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { campaignNamesQuery } from './journey.queries.ts';

type Answered = { campaignId: string; hours: number };
type CampaignFieldsProps = Answered & { isOptional: boolean; onChange: (part: Partial<Answered>) => void };

/** The campaign whose answers begin the stream, and the time limit for the first one. */
export function CampaignFields({ campaignId, hours, isOptional, onChange }: CampaignFieldsProps) {
  const say = useWords(journeyWords.entry);
  const campaigns = useQuery(campaignNamesQuery);
  return (
    <>
      <Select
        label={say('campaign')}
        required={!isOptional}
        searchable
        nothingFoundMessage={say('noCampaigns')}
        disabled={campaigns.isPending || campaigns.isError}
        error={campaigns.error ? describeFailure(campaigns.error).message : undefined}
        data={(campaigns.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={campaignId || null}
        onChange={(next) => onChange({ campaignId: next ?? '' })}
      />
      <NumberInput
        label={say('answerHours')}
        description={say('answerHoursHint')}
        required={!isOptional}
        allowDecimal={false}
        min={answerHours.least}
        max={answerHours.most}
        value={hours}
        onChange={(next) => onChange({ hours: Number(next) || answerHours.usual })}
      />
    </>
  );
}
