import type { FirstSteps, SampleRemoval } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => api.firstSteps.get({}, { signal }),
  // Steps are done on other screens: whoever comes back sees what is done by now.
  refetchOnMount: 'always',
  // The dashboard is whole without them.
  meta: { isQuiet: true },
});

/** Sample data stands in lists of other screens: they are read again when somebody comes there. */
function useChange<V, A extends FirstSteps>(change: (value: V) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (answer) => {
      const { isShown, isDismissed, mayManage, steps, samples } = answer;
      client.setQueryData(firstStepsQuery.queryKey, { isShown, isDismissed, mayManage, steps, samples });
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'first-steps', refetchType: 'none' });
    },
  });
}

export const useDismissSteps = () => useChange((isDismissed: boolean) => api.firstSteps.dismiss({ body: { isDismissed } }));
export const useAddSamples = () => useChange((_none: undefined) => api.firstSteps.addSamples({}));
export const useRemoveSamples = () => useChange<undefined, SampleRemoval>(() => api.firstSteps.removeSamples({}));
