import type { SkillSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** Skills by name, without their agents. */
export const skillsQuery = queryOptions({ queryKey: ['skills'], queryFn: ({ signal }) => api.skills.list({}, { signal }) });

/** One skill with its agents, as it stands now. */
export const skillQuery = (skillId: string) =>
  queryOptions({
    queryKey: ['skills', skillId],
    queryFn: ({ signal }) => api.skills.get({ params: { skillId } }, { signal }),
    staleTime: 0,
  });

function useSkillMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: skillsQuery.queryKey }),
  });
}

export const useSaveSkill = () =>
  useSkillMutation(({ id, version, needs, ...rest }: SkillSave & { id?: string; version?: number }) => {
    const body = { ...rest, needs: needs.map((need) => ({ ...need, deptId: need.deptId as '' })) };
    return id === undefined || version === undefined
      ? api.skills.create({ body })
      : api.skills.update({ params: { skillId: id }, body: { ...body, version } });
  });
export const useRemoveSkill = () => useSkillMutation((skillId: string) => api.skills.remove({ params: { skillId } }));
