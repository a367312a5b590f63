import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { type Currency, rechargeLimits, taxOf } from '@parley/contract';
import { type FormEvent, useRef, useState } from 'react';
import { FactList } from '../../../components/fact-list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SaveFailure } from '../../../components/save-failure.tsx';
import { readIssues } from '../../../lib/errors.ts';
import { formatCost } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { parseAmount } from './amount.ts';
import { useRecharge } from './billing.queries.ts';
import { openPayment } from './payment-window.ts';

const { least, most } = rechargeLimits;
/** Written when they are said: the grouping is the enterprise's, which is known by then. */
const sayLimits = () => ({ least: formatCost(least), most: formatCost(most) });

type RechargeFormProps = { isOffered: boolean; taxBasisPoints: number; currency: Currency };

/** An amount, its tax, and the way to the window in which both are paid. */
export function RechargeForm({ isOffered, taxBasisPoints, currency }: RechargeFormProps) {
  const say = useWords(billingWords.recharge);
  const recharge = useRecharge();
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [blockedUrl, setBlockedUrl] = useState('');
  // Sending the same amount again after a lost answer finds the link that was made.
  const requestKey = useRef(crypto.randomUUID());
  const amount = parseAmount(text);
  const isFit = amount !== undefined && amount >= least && amount <= most;
  const tax = isFit ? taxOf(amount, taxBasisPoints) : 0;

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setBlockedUrl('');
    if (!isFit) return setFault(say('amountWrong', sayLimits()));
    try {
      const made = await recharge.mutateAsync({ amount, requestKey: requestKey.current });
      setText('');
      if (made.url !== '' && !openPayment(made.url)) setBlockedUrl(made.url);
    } catch (error) {
      setFault(readIssues(error).map(({ message }) => message)[0] ?? '');
    }
  };

  if (!isOffered) return <Alert color="yellow">{say('notOffered')}</Alert>;
  return (
    <Panel title={say('title')} text={say('text')}>
      <form noValidate onSubmit={(event) => void handleSubmit(event)}>
        <Stack gap="md" maw={420}>
          {recharge.error && fault === '' ? <SaveFailure error={recharge.error} /> : null}
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
            error={fault}
            value={text}
            onChange={(event) => {
              setFault('');
              recharge.reset();
              requestKey.current = crypto.randomUUID();
              setText(event.currentTarget.value);
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
