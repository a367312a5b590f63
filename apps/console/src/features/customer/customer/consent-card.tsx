import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { type Consent, type ConsentChannel, type ConsentState, type Customer, consentChannels, consentStates } from '@parley/contract';
import { Suspense, useState } from 'react';
import { sayDone } from '../../../lib/done.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { late } from '../../../lib/late.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './customer.module.css';
import { useSetConsent } from './customer.queries.ts';

const ConsentHistory = late(() => import('./consent-history.tsx').then((module) => module.ConsentHistory));

const stateOf = (consent: Consent | undefined): ConsentState => (consent ? (consent.isGranted ? 'granted' : 'refused') : 'never_asked');

/** The customer's consent by channel, with its time and its source. */
export function ConsentCard({ customer }: { customer: Customer }) {
  const say = useWords(customerWords.customer);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const setConsent = useSetConsent(customer.id);
  const changing = setConsent.isPending ? setConsent.variables.channel : undefined;
  const handleChange = (channel: ConsentChannel, state: ConsentState) =>
    setConsent.mutate({ channel, state }, { onSuccess: ({ message }) => message && showToast('success', sayDone(message, 'saved')) });

  return (
    <section className={classes.card} aria-labelledby="customer-consent">
      <Group justify="space-between" gap="xs">
        <h2 id="customer-consent" className={classes.cardTitle}>
          {say('consentTitle')}
        </h2>
        <Button size="compact-xs" variant="subtle" onClick={() => setHistoryOpen(true)}>
          {say('consentHistory')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed">
        {say('consentHint')}
      </Text>
      <ul className={classes.rows}>
        {consentChannels.map((channel) => {
          const consent = customer.consents.find((entry) => entry.channel === channel);
          const name = say(`channel_${channel}`);
          return (
            <li key={channel} className={classes.stacked}>
              <div>
                <Text size="sm" fw={550}>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" className="tabular">
                  {consent
                    ? [
                        say(consent.isGranted ? 'consentGiven' : 'consentTaken', { time: formatReportDate(consent.changedAt) }),
                        consent.source && say('consentSource', { source: consent.source }),
                      ]
                        .filter(Boolean)
                        .join(' ')
                    : say('consentNone')}
                </Text>
              </div>
              <SegmentedControl
                size="xs"
                fullWidth
                aria-label={say('consentOf', { channel: name })}
                data={consentStates.map((state) => ({ value: state, label: say(`consent_${state}`) }))}
                value={changing === channel ? setConsent.variables?.state : stateOf(consent)}
                disabled={setConsent.isPending}
                onChange={(state) => handleChange(channel, state)}
              />
            </li>
          );
        })}
      </ul>
      {isHistoryOpen ? (
        <Suspense>
          <ConsentHistory customerId={customer.id} onClose={() => setHistoryOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
