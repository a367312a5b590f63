import { useState } from 'react';
import { describeFailure } from '../../../lib/errors.ts';

/** A request over the agents' line from a dialog: whether it is under way, and what was refused, in words. */
export function useRequest(onDone: () => void) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem('');
    work()
      .then(onDone, (error: unknown) => setProblem(describeFailure(error).message))
      .finally(() => setBusy(false));
  };
  return { isBusy, problem, run };
}
