import type { FlowComponent } from './schema.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.filter((one) => typeof one === 'string').join('\n') : '';
export const childrenIn = (value: unknown): FlowComponent[] =>
  (Array.isArray(value) ? value : []).filter((one): one is FlowComponent => isRecord(one) && typeof one.type === 'string');
/** Reads an action; older versions name the next screen without a type. */
export const actionOf = (value: unknown): { name: string; next: string; url: string } => {
  const action = isRecord(value) ? value : {};
  const next = isRecord(action.next) ? textOf(action.next.name) : textOf(action.next);
  return { name: textOf(action.name), next, url: textOf(action.url) };
};
