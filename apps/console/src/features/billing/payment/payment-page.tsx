import { Alert, Button, Loader, Text, Title } from '@mantine/core';
import type { PaymentResult } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { FactList } from '../../../components/fact-list.tsx';
import { api } from '../../../lib/api.ts';
import { describeFailure } from '../../../lib/errors.ts';
import { useAddressState } from '../../../lib/use-address-state.ts';
import { useWords } from '../../../lib/words.ts';
import { billingWords } from '../../../locales/billing.ts';
import { commonWords } from '../../../locales/common.ts';
import classes from './payment.module.css';
import { PaymentSearch } from './payment.search.ts';
import { PaymentPicture } from './payment-picture.tsx';
import { useClosing } from './use-closing.ts';

/** Outcome of a payment: sent to the server once, and shown as the server answers. The claims of the address are not trusted. */
export function PaymentPage() {
  const say = useWords(billingWords.payment);
  const sayText = useWords(billingWords.billingTexts);
  const sayCommon = useWords(commonWords.ui);
  const { search } = useAddressState(PaymentSearch);
  const { secondsLeft, close } = useClosing();
  // A query, not an effect: drawn twice, it still tells once.
  const told = useQuery({
    queryKey: ['payment', search],
    queryFn: async () => (await api.billing.call({ body: { requestType: 'update_payment_status', request: search } })) as PaymentResult,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { isQuiet: true },
  });
  const state = told.data?.status ?? 'pending';
  const [paymentId, referenceId] = told.data
    ? [told.data.paymentId, told.data.referenceId]
    : [search.razorpay_payment_id, search.razorpay_payment_link_reference_id];
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        {told.isPending ? <Loader aria-hidden /> : <PaymentPicture state={state} />}
        <div role="status">
          <Title order={1} size="h3">
            {told.isPending ? say('asking') : sayText(state)}
          </Title>
        </div>
        {told.isError ? (
          <Alert color="red" role="alert" ta="start" w="100%">
            <Text size="sm">{describeFailure(told.error).message}</Text>
            <Button mt="xs" size="xs" variant="default" loading={told.isFetching} onClick={() => void told.refetch()}>
              {sayCommon('tryAgain')}
            </Button>
          </Alert>
        ) : null}
        <div className={classes.facts}>
          <FactList
            facts={[
              [say('paymentId'), paymentId || say('none')],
              [say('referenceId'), referenceId || say('none')],
            ]}
          />
        </div>
        <Text size="sm" c="dimmed" role="timer">
          {say('closing', { count: secondsLeft })}
        </Text>
        <Button onClick={close}>{sayCommon('close')}</Button>
      </div>
    </main>
  );
}
