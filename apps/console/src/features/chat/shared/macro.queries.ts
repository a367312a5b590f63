import type { Macro, MacroScope, MacroStep } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { macroKeys } from './macros-of-chat.ts';

/** @param deptId of a department's alone */
export const macrosQuery = (scope: MacroScope, deptId: string) =>
  queryOptions({
    queryKey: macroKeys.ofScope(scope, deptId),
    queryFn: ({ signal }) => api.macros.list({ query: { scope, deptId: deptId as '' } }, { signal }),
  });

export const macroQuery = (macroId: string) =>
  queryOptions({
    queryKey: macroKeys.one(macroId),
    queryFn: ({ signal }) => api.macros.get({ params: { macroId } }, { signal }),
    meta: { isQuiet: true },
  });

export type MacroBody = { name: string; letter: string; steps: MacroStep[] };

function useMacroMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: macroKeys.all }),
  });
}

export const useSaveMacro = (scope: MacroScope, deptId: string) =>
  useMacroMutation(({ id, version, ...body }: MacroBody & { id?: string; version?: number }) =>
    id === undefined || version === undefined
      ? api.macros.create({ body: { ...body, scope, deptId: deptId as '' } })
      : api.macros.update({ params: { macroId: id }, body: { ...body, version } }),
  );

export const useRemoveMacro = () => useMacroMutation((macroId: string) => api.macros.remove({ params: { macroId } }));

/** The row moves at once; the orders travel one after the other, and only the last one reads the list again. */
export function useOrderMacros(scope: MacroScope, deptId: string) {
  const client = useQueryClient();
  const queryKey = macroKeys.ofScope(scope, deptId);
  const mutationKey = ['macros', 'order', scope, deptId];
  return useMutation({
    mutationKey,
    scope: { id: `macros-order ${scope} ${deptId}` },
    meta: { isQuiet: true },
    mutationFn: (ids: string[]) => api.macros.saveOrder({ body: { scope, deptId: deptId as '', ids } }),
    onMutate: (ids) => {
      void client.cancelQueries({ queryKey });
      client.setQueryData<Macro[]>(queryKey, (old) => old && ids.flatMap((id) => old.find((macro) => macro.id === id) ?? []));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: macroKeys.all });
    },
  });
}
