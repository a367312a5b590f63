import { NumberInput, Select } from '@mantine/core';
import { answerHours } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { describeFailure } from '../../../lib/errors.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { campaignNamesQuery } from './journey.queries.ts';

type Answered = { campaignId: string; hours: number };
type CampaignFieldsProps = Answered & { onChange: (part: Partial<Answered>) => void };

/** Which campaign's answers begin the stream, and how long the first one is waited for. */
export function CampaignFields({ campaignId, hours, onChange }: CampaignFieldsProps) {
  const say = useWords(journeyWords.entry);
  const campaigns = useQuery(campaignNamesQuery);
  return (
    <>
      <Select
        label={say('campaign')}
        required
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
        required
        allowDecimal={false}
        min={answerHours.least}
        max={answerHours.most}
        value={hours}
        onChange={(next) => onChange({ hours: Number(next) || answerHours.usual })}
      />
    </>
  );
}
