import { createContext, use } from 'react';
import type { DesignerApi } from '../api.ts';

export const ApiContext = createContext<DesignerApi | null>(null);
export function useApi(): DesignerApi {
  const api = use(ApiContext);
  if (!api) throw new Error('There is nobody to ask.');
  return api;
}

/** Finds records by their names: of a form, which has calls of its own; elsewhere the stream's. */
export const RefsContext = createContext<DesignerApi['refs'] | null>(null);
export function useRefs(): DesignerApi['refs'] {
  const own = use(RefsContext);
  const api = use(ApiContext);
  const refs = own ?? api?.refs;
  if (!refs) throw new Error('There is nobody to ask.');
  return refs;
}
