import { createContext, use } from 'react';
import type { DesignerApi } from '../api.ts';

export const ApiContext = createContext<DesignerApi | null>(null);
export function useApi(): DesignerApi {
  const api = use(ApiContext);
  if (!api) throw new Error('There is nobody to ask.');
  return api;
}
