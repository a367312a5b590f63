import { Suspense } from 'react';
import { late } from '../../../lib/late.ts';

const ReplyText = late(() => import('../shared/reply-text.tsx').then((module) => module.ReplyText));

/** An answer of a bot as its markdown means; its plain words until the script for that has come. */
export const ReplyWords = ({ text }: { text: string }) => (
  <Suspense fallback={text}>
    <ReplyText text={text} />
  </Suspense>
);
