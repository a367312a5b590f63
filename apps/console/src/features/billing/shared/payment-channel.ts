import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { billingKeys } from './billing.queries.ts';

const channelName = 'payment';

/** Tells the console's other windows that a payment has come to its end. */
export function tellPayment(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('ended');
  channel.close();
}

/** Reads the account anew when a payment window tells its end: a gateway may have cut that window from the one that opened it. */
export function usePaymentNews(): void {
  const client = useQueryClient();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = () => void client.invalidateQueries({ queryKey: billingKeys.all });
    return () => channel.close();
  }, [client]);
}
