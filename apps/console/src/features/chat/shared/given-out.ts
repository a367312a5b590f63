import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../account/shared/me.ts';
import { chatConfigQuery } from './chat.queries.ts';

/** Tells whether the program gives waiting chats out: then nobody picks them up, but for supervisors and by the settings (NOTIF-010). */
export function useIsGivenOut(): boolean {
  const { data: config } = useQuery(chatConfigQuery);
  const isSupervisor = useCan(['CHAT.VIEW_MONITOR']);
  const isRouted = config?.routingMode === 'automatic' || config?.routingMode === 'roundRobin';
  return isRouted && !config.pickupWhileRouted && !isSupervisor;
}
