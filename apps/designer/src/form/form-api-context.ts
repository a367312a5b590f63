import { createContext, use } from 'react';
import type { FormApi } from './form-api.ts';

export const FormApiContext = createContext<FormApi | null>(null);
export function useFormApi(): FormApi {
  const api = use(FormApiContext);
  if (!api) throw new Error('There is nobody to ask.');
  return api;
}
