import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from './report.queries.ts';
import type { StreamSearch } from './report.search.ts';

/** Reads the filters of a report from the address; a screen that names no stream shows the first one. */
export function useReportSearch<S extends StreamSearch>(search: S) {
  const choices = useQuery(choicesQuery);
  const [first] = choices.data?.streams ?? [];
  return { choices, shown: { ...search, journeyId: search.journeyId || (first?.id ?? '') } };
}
