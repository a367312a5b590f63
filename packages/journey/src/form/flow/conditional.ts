import type { FlowComponent } from './schema.ts';

/** Components that are shown where a condition holds, and others where it does not. */
export const conditional = (condition: string, shown: FlowComponent[], otherwise?: FlowComponent[]): FlowComponent => ({
  type: 'If',
  condition,
  // biome-ignore lint/suspicious/noThenProperty: the vendor's own name
  then: shown,
  ...(otherwise ? { else: otherwise } : {}),
});
