import { Suspense, useSyncExternalStore } from 'react';
import { late } from '../../../../lib/late.ts';
import { getAskedProof, subscribeProof } from '../../../../lib/proof.ts';

const ProofDialog = late(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog));

/** Stands once, at the root of the console: whichever call asks for a fresh proof opens it, and is made again afterwards. */
export function ProofHost() {
  const asked = useSyncExternalStore(subscribeProof, getAskedProof);
  return <Suspense>{asked ? <ProofDialog onAnswer={asked.answer} /> : null}</Suspense>;
}
