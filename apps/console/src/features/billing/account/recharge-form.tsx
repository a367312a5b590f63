import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { type Currency, rechargeLimits, taxOf } from '@parley/contract';
import { useRef, useState } from 'react';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readIssues } from '../../../lib/errors.ts';
import { formatCost } from '../../../lib/format.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { parseAmount } from './amount.ts';
import { useRecharge } from './billing.queries.ts';
import { openPayment } from './payment-window.ts';

const { least, most } = rechargeLimits;
const isFitting = (amount: number | undefined): amount is number => amount !== undefined && amount >= least && amount <= most;
/** Written when they are said: the grouping is the enterprise's, which is known by then. */
const sayLimits = () => ({ least: formatCost(least), most: formatCost(most) });

type RechargeFormProps = { isOffered: boolean; taxBasisPoints: number; currency: Currency };

/** An amount, its tax, and the way to the window in which both are paid. */
export function RechargeForm({ isOffered, taxBasisPoints, currency }: RechargeFormProps) {
  const say = useWords(billingWords.recharge);
  const recharge = useRecharge();
  const [blockedUrl, setBlockedUrl] = useState('');
  // Sending the same amount again after a lost answer finds the link that was made.
  const requestKey = useRef(crypto.randomUUID());
  const form = useForm({
    initial: { text: '' },
    check: (draft) => ({ text: !isFitting(parseAmount(draft.text)) && say('amountWrong', sayLimits()) }),
  });
  const amount = parseAmount(form.draft.text);
  const isFit = isFitting(amount);
  const tax = isFit ? taxOf(amount, taxBasisPoints) : 0;

  const handleSubmit = async () => {
    if (!isFit) return;
    try {
      const made = await recharge.mutateAsync({ amount, requestKey: requestKey.current });
      form.change({ text: '' });
      if (made.url !== '' && !openPayment(made.url)) setBlockedUrl(made.url);
    } catch (error) {
      form.setFault('text', readIssues(error)[0]?.message);
    }
  };

  if (!isOffered) return <Alert color="yellow">{say('notOffered')}</Alert>;
  return (
    <Panel title={say('title')} text={say('text')}>
      <form
        noValidate
        onSubmit={(event) => {
          setBlockedUrl('');
          form.submit(handleSubmit)(event);
        }}
      >
        <Stack gap="md" maw={420}>
          {recharge.error && form.faults.text === undefined ? <SaveFailure error={recharge.error} /> : null}
          {blockedUrl === '' ? null : (
            <Alert color="yellow" role="alert" title={say('blocked')}>
              <Anchor href={blockedUrl} target="_blank" rel="opener" size="sm" onClick={() => setBlockedUrl('')}>
                {say('openWindow')}
              </Anchor>
            </Alert>
          )}
          <TextInput
            label={say('amount', { currency })}
            description={say('range', sayLimits())}
            inputMode="decimal"
            autoComplete="off"
            withAsterisk
            {...form.field('text')}
            onChange={(event) => {
              recharge.reset();
              requestKey.current = crypto.randomUUID();
              form.change({ text: event.currentTarget.value });
            }}
          />
          <FactList
            facts={
              isFit
                ? [
                    [say('tax', { percent: taxBasisPoints / 100 }), formatCost(tax, currency)],
                    [say('pay'), formatCost(amount + tax, currency)],
                  ]
                : []
            }
          />
          <Group>
            <Button type="submit" loading={recharge.isPending}>
              {say('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
