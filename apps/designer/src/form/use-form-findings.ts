import { checkForm, type FormDocument, type FormFinding, fieldsOf, type KnownType } from '@parley/journey';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useFormApi } from './form-api-context.ts';

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

/** What is wrong with the form: at once what can be seen in it, and records that are gone after it was saved. */
export function useFormFindings(
  document: FormDocument,
  customer: Readonly<Record<string, KnownType>>,
  version: number,
): readonly FormFinding[] {
  const api = useFormApi();
  const settled = useDeferredValue(document);
  const { data: ofServer } = useQuery({ queryKey: ['form-check', version], queryFn: () => api.check() });
  return useMemo(() => {
    const fields = new Map(fieldsOf(settled).map((field) => [field.id, field]));
    const gone = new Set(
      (ofServer ?? []).flatMap(({ code, field, part }) => {
        const found = code === 'REF_GONE' ? fields.get(field) : undefined;
        return found ? [(part === 'picture' ? found.picture : found.saveTo)?.id] : [];
      }),
    );
    return checkForm(settled, { customer, hasRef: (_ref, id) => !gone.has(id) });
  }, [settled, customer, ofServer]);
}
