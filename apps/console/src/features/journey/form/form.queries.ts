import { type CallAnswer, endpoints, type FormItem, formStates } from '@parley/contract';
import type { FormDocument } from '@parley/journey';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { FormListSearch, FormSearch } from './form.search.ts';

const { forms } = endpoints;
export const formPage = 24;
export const answerPage = 25;

const formKeys = {
  all: ['forms'] as const,
  list: ['forms', 'list'] as const,
  one: (formId: string) => ['forms', 'one', formId] as const,
};

/** People answer while the list is shown, so it is read again. */
export const formListQuery = ({ name, state, from }: FormListSearch) =>
  queryOptions({
    queryKey: [...formKeys.list, { name, state, from }],
    queryFn: ({ signal }) =>
      api.forms.list({ query: { name, from, perPage: formPage, state: state === '' ? '' : formStates[state] } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const formQuery = (formId: string) =>
  queryOptions({
    queryKey: formKeys.one(formId),
    queryFn: ({ signal }) => api.forms.get({ params: { formId } }, { signal }),
  });

export const formCheckQuery = (formId: string) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'check'],
    queryFn: async ({ signal }) => (await api.forms.check({ params: { formId } }, { signal })).findings,
    staleTime: 0,
    gcTime: 0,
  });

export const formVersionsQuery = (formId: string) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'versions'],
    queryFn: async ({ signal }) => (await api.forms.versions({ params: { formId } }, { signal })).versions,
  });

export const formVersionQuery = (formId: string, number: number) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'version', number],
    queryFn: async ({ signal }) =>
      (await api.forms.version({ params: { formId, number } }, { signal })).document as unknown as FormDocument,
    // A published version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });

const spanOf = ({ number, environment, fromDate, toDate }: FormSearch) => ({
  number,
  environment,
  fromDate: fromDate as '',
  toDate: toDate as '',
});
const answerFilterOf = (search: FormSearch) => ({ ...spanOf(search), face: search.face, search: search.search });

export const answersQuery = (formId: string, search: FormSearch) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'answers', { ...answerFilterOf(search), from: search.from }],
    queryFn: ({ signal }) =>
      api.forms.answers({ params: { formId }, query: { ...answerFilterOf(search), from: search.from, perPage: answerPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export const figuresQuery = (formId: string, search: FormSearch) =>
  queryOptions({
    queryKey: [...formKeys.one(formId), 'figures', spanOf(search)],
    queryFn: ({ signal }) => api.forms.figures({ params: { formId }, query: spanOf(search) }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Address of the answers of a filter as a file. */
export function answersCsvPath(formId: string, search: FormSearch): string {
  const given = Object.entries(answerFilterOf(search)).filter(([, value]) => value !== '' && value !== 0);
  const query = new URLSearchParams([['formId', formId], ...given.map(([name, value]) => [name, String(value)] as [string, string])]);
  return `${forms.download.path}?${query}`;
}

/** A change of a form. Whatever comes of it, every list and page shows it. */
function useFormCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: formKeys.all }),
  });
}

type Saved = { name: string } & ({ language: string } | { copyOf: string } | { id: string; version: number });
export const useSaveForm = () => useFormCall((body: Saved) => api.told.forms.save({ body }));

type At = Pick<FormItem, 'id' | 'version'>;
export const usePublishForm = () =>
  useFormCall(({ id, version, note }: At & { note: string }) =>
    api.told.forms.publish({ params: { formId: id }, body: { note, version } }),
  );
export const useOpenPage = () =>
  useFormCall(({ id, version, isOpen }: At & { isOpen: boolean }) =>
    api.told.forms.page({ params: { formId: id }, body: { isOpen, version } }),
  );
export const useRemoveForm = () => useFormCall((formId: string) => api.told.forms.remove({ params: { formId } }));

type Revealed = { formId: string; answerId: string };
/** Values that are revealed are kept nowhere: they go with the panel that shows them. */
export const useRevealAnswer = () =>
  useMutation({ meta: { isQuiet: true }, gcTime: 0, mutationFn: (params: Revealed) => api.forms.reveal({ params, body: {} }) });

export type WholeForm = CallAnswer<typeof forms.get>;
