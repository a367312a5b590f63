import { type CallInput, type endpoints, mappedUsersPage } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type DepartmentSearch, departmentsPage } from './department.search.ts';

export const departmentListQuery = ({ name, from }: DepartmentSearch) =>
  queryOptions({
    queryKey: ['departments', 'list', name, from],
    queryFn: ({ signal }) => api.departments.list({ query: { name, from, perPage: departmentsPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const departmentQuery = (departmentId: string) =>
  queryOptions({
    queryKey: ['departments', 'one', departmentId],
    queryFn: ({ signal }) => api.departments.get({ params: { departmentId } }, { signal }),
    meta: { isQuiet: true },
  });

export type MappedFilter = { mapped: boolean; name: string; from: number };
export const mappedUsersQuery = (departmentId: string, filter: MappedFilter) =>
  queryOptions({
    queryKey: ['departments', 'users', departmentId, filter],
    queryFn: ({ signal }) =>
      api.departments.mappedUsers({ params: { departmentId }, query: { ...filter, perPage: mappedUsersPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Users show their departments, and channels choose one. */
function useDepartmentMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSuccess: () => Promise.all(['departments', 'users', 'calendars'].map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}

type UpdateBody = CallInput<typeof endpoints.departments.update>['body'];
/** A new department has no id yet. */
export const useSaveDepartment = () =>
  useDepartmentMutation(({ id, ...body }: UpdateBody & { id?: string }) =>
    id === undefined ? api.departments.create({ body }) : api.departments.update({ params: { departmentId: id }, body }),
  );

export const useDeleteDepartment = () =>
  useDepartmentMutation(({ id, moveTo }: { id: string; moveTo: string }) =>
    api.departments.remove({ params: { departmentId: id }, query: { moveTo: moveTo as '' } }),
  );

export const useMapUsers = (departmentId: string) =>
  useDepartmentMutation(({ users, isAdded }: { users: string[]; isAdded: boolean }) =>
    (isAdded ? api.departments.addUsers : api.departments.removeUsers)({ params: { departmentId }, body: { users } }),
  );
