import type { FormDocument, FormFinding, KnownType } from '@parley/journey';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useFormApi } from './form-api-context.ts';
import { fetchCheck } from './parts.ts';

const text: KnownType = { type: 'Text' };
/** Fields of every customer, as the server's check knows them. */
const own: Readonly<Record<string, KnownType>> = { name: text, phone: text, email: text, language: text, country: text, zone: text };

/** Names of customers' fields for expressions; attributes by their field name. */
export function useCustomerTypes(): Readonly<Record<string, KnownType>> {
  const api = useFormApi();
  const { data } = useQuery({ queryKey: ['refs', 'attribute', '', ''], queryFn: () => api.refs('attribute', '') });
  return useMemo(
    () => ({ ...own, ...Object.fromEntries((data ?? []).map(({ detail }): [string, KnownType] => [detail, { type: 'Any' }])) }),
    [data],
  );
}

/** Findings of the form: those of the form itself at once, and records that are gone after it was saved. */
export function useFormFindings(
  document: FormDocument,
  customer: Readonly<Record<string, KnownType>>,
  version: number,
): readonly FormFinding[] {
  const api = useFormApi();
  const settled = useDeferredValue(document);
  const { data: ofServer } = useQuery({ queryKey: ['form-check', version], queryFn: () => api.check(), placeholderData: keepPreviousData });
  const [findings, setFindings] = useState<readonly FormFinding[]>([]);
  useEffect(() => {
    let isPast = false;
    // A script that does not arrive is asked for again after the next change.
    void fetchCheck().then(
      ({ checkDraft }) => !isPast && setFindings(checkDraft(settled, customer, ofServer ?? [])),
      () => undefined,
    );
    return () => {
      isPast = true;
    };
  }, [settled, customer, ofServer]);
  return findings;
}
