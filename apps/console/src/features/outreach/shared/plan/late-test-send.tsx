import { Suspense } from 'react';
import { late } from '../../../../lib/late.ts';
import type { TestSendProps } from './test-send.tsx';

const TestSend = late(() => import('./test-send.tsx').then((module) => module.TestSend));

/** The test's form comes with its question: a plan is edited far more often than it is tested. */
export const LateTestSend = (props: TestSendProps) => (
  <Suspense>
    <TestSend {...props} />
  </Suspense>
);
