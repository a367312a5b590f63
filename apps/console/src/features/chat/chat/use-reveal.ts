import { type ChatDetail, revealSeconds } from '@parley/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import { departmentConfigQuery } from '../shared/chat.queries.ts';

/** Contact details that are hidden from the agent, shown to the owner of the chat for a minute where the enterprise allows it. */
export function useReveal({ chatId, deptId, customer }: ChatDetail, isOwner: boolean) {
  const isHidden = isOwner && customer.isHidden;
  const config = useQuery({ ...departmentConfigQuery(deptId), enabled: isHidden });
  const { data, error, isPending, mutate, reset } = useMutation({
    mutationFn: () => api.chatContacts.reveal({ params: { chatId } }),
    // The answer is forgotten with the panel.
    gcTime: 0,
    meta: { isQuiet: true },
  });
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, revealSeconds * 1000);
    return () => clearTimeout(timer);
  }, [data, reset]);
  return {
    isOffered: isHidden && config.data?.revealContact === true,
    shown: isHidden ? data : undefined,
    error,
    isBusy: isPending,
    toggle: () => (data && isHidden ? reset() : mutate()),
  };
}
