import { describeFailure } from '../../../lib/errors.ts';

/** Dialog that an action opens before it runs. */
export type ActivityDialog = 'approve' | 'reject' | 'pause' | 'resume' | 'speed' | 'retry' | 'label';

/** The parts that a refusal names; undefined when it was refused for anything else. */
export function changedParts(error: unknown): string[] | undefined {
  const { code, data } = describeFailure(error);
  if (code !== 'activity.changed') return undefined;
  return Array.isArray(data.parts) ? data.parts.map(String) : [];
}
