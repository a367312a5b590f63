import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The answer to a call that an agent confirms; what comes of it arrives as a line of the chat. */
export const useDecideTool = (chatId: string) =>
  useMutation({
    mutationFn: ({ callId, isApproved }: { callId: string; isApproved: boolean }) =>
      api.tools.decide({ params: { chatId, callId }, body: { isApproved } }),
  });
