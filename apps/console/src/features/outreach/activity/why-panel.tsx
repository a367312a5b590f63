import { Alert, Button, Group, TextInput } from '@mantine/core';
import { reasonTexts, type WhyAnswer as WhyAnswerSchema, type WhyFallback, type z } from '@parley/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { api } from '../../../lib/api.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { campaignWords } from '../../../locales/campaign.ts';
import { messagingWords } from '../../../locales/messaging.ts';

/** 'Why will this person (not) get it?': by the gate before the start, by the ledger afterwards. */
export function WhyPanel({ activityId }: { activityId: string }) {
  const say = useWords(campaignWords.activity);
  const [number, setNumber] = useState('');
  const ask = useMutation({
    meta: { isQuiet: true },
    mutationFn: (wanted: string) => api.activities.why({ params: { activityId }, query: { number: wanted } }),
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (number.trim() !== '') ask.mutate(number.trim());
  };
  return (
    <Panel title={say('why')} text={say('whyText')}>
      <form onSubmit={handleSubmit}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={say('number')}
            inputMode="tel"
            maxLength={320}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={ask.isPending} disabled={number.trim() === ''}>
            {say('look')}
          </Button>
        </Group>
      </form>
      <div role="status">{ask.data ? <Answer answer={ask.data} /> : null}</div>
      {ask.error ? <SaveFailure error={ask.error} /> : null}
    </Panel>
  );
}

function Answer({ answer }: { answer: z.infer<typeof WhyAnswerSchema> }) {
  const say = useWords(campaignWords.activity);
  const sayContent = useWords(campaignWords.content);
  const sayReason = useWords(messagingWords.reasonTexts);
  const sayStatus = useWords(messagingWords.delivery);
  const { isInAudience, isDecided, willGet, status, reason, reasonText, dueOn, name, number, missing, content, fallback } = answer;
  const plain = { interpolation: { escapeValue: false } };
  const who = name || number;
  if (!isInAudience)
    return (
      <Alert color="gray" mt="sm">
        {say('whyNotThere', { name: who, ...plain })}
      </Alert>
    );
  const known = reason in reasonTexts ? sayReason(reason as keyof typeof reasonTexts) : reasonText || reason;
  const title = isDecided
    ? say(willGet ? 'whySent' : 'whyNotSent', { name: who, ...plain })
    : say(willGet ? 'whyWill' : 'whyWillNot', { name: who, ...plain });
  const otherWords = (other: WhyFallback): string => {
    if (other.status === '') return say('whyFallbackWaits');
    const told = other.reason in reasonTexts ? sayReason(other.reason as keyof typeof reasonTexts) : other.reasonText;
    return `${say('whyFallback', { number: other.number, status: sayStatus(other.status as 'SENT'), ...plain })}${told === '' ? '' : `. ${told}`}`;
  };
  return (
    <Alert color={willGet || fallback?.willGet ? 'green' : 'orange'} mt="sm" title={title}>
      {[
        isDecided && status !== '' ? sayStatus(status as 'SENT') : '',
        known,
        content === '' ? '' : sayContent('gotContent', { letter: content }),
        missing.length > 0 ? say('whyMissing', { names: missing.join(', '), ...plain }) : '',
        dueOn === '' ? '' : say('whyDue', { time: formatReportDate(dueOn) }),
        isDecided ? '' : say('whyMayChange'),
        fallback ? otherWords(fallback) : '',
      ]
        .filter((part) => part !== '')
        .join(' ')}
    </Alert>
  );
}
