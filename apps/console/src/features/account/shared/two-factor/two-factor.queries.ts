import type { OwnFactors } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import { needEnrolment, setToken } from '../../../../lib/session.ts';
import { meQuery } from '../me.ts';

export const ownFactorsQuery = queryOptions({
  queryKey: ['two-factor', 'own'],
  queryFn: ({ signal }): Promise<OwnFactors> => api.twoFactor.own({}, { signal }),
});

export const policyQuery = queryOptions({
  queryKey: ['two-factor', 'policy'],
  queryFn: ({ signal }) => api.twoFactor.policy({}, { signal }),
});

/** A session that was open for the second factor alone goes on with a token of its own; the former one is worth nothing any more. */
function takeToken(answer: unknown): void {
  const token = typeof answer === 'object' && answer !== null && 'token' in answer ? answer.token : '';
  if (typeof token === 'string' && token !== '') setToken(token);
}

/** A change of one's own factors; the list, and what the frame knows of the user, follow. */
export function useFactorChange<V, A>(mutationFn: (variables: V) => Promise<A>, options: { isQuiet?: boolean } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: options.isQuiet ?? false },
    mutationFn,
    onSuccess: async (answer) => {
      takeToken(answer);
      await Promise.all([
        client.invalidateQueries({ queryKey: ownFactorsQuery.queryKey }),
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]);
    },
  });
}

export function useRequireTwoFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { isEnabled: boolean; graceDays: number }) => api.twoFactor.require({ body }),
    onSuccess: async (policy) => {
      client.setQueryData(policyQuery.queryKey, policy);
      const me = client.getQueryData(meQuery.queryKey);
      // A user who requires a second factor at once may be the first to need one.
      if (policy.isEnabled && !policy.graceUntil && me && !me.twoFactorAuthUserLevel) needEnrolment();
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}
