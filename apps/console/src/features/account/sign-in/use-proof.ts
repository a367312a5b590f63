import { toProofAnswer } from '@parley/contract';
import { useEffect, useRef, useState } from 'react';
import type { ProofNews, ProofTask } from './captcha-proof.worker.ts';

export type Proof = { state: 'none' | 'working' | 'done' | 'failed' /** Probability that it is done by now, 0 to 1 */; share: number };
const none: Proof = { state: 'none', share: 0 };

/** The proof of work in the place of a captcha's letters; a new captcha wants a new proof. */
export function useProof({ captchaId, bits }: ProofTask, onDone: (answer: string) => void) {
  const [proof, setProof] = useState<Proof>(none);
  const worker = useRef<Worker | undefined>(undefined);
  const end = () => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a proof belongs to its captcha, so another id begins anew
  useEffect(() => {
    setProof(none);
    return end;
  }, [captchaId]);

  function start(): void {
    end();
    setProof({ state: 'working', share: 0 });
    const thread = new Worker(new URL('./captcha-proof.worker.ts', import.meta.url), { type: 'module' });
    worker.current = thread;
    thread.addEventListener('error', () => setProof({ state: 'failed', share: 0 }));
    thread.addEventListener('message', ({ data }: MessageEvent<ProofNews>) => {
      // The chance to have found one after n tries is 1 - (1 - 2^-bits)^n.
      if (data.kind === 'progress') return setProof({ state: 'working', share: 1 - Math.exp(-data.tried / 2 ** bits) });
      end();
      setProof({ state: 'done', share: 1 });
      onDone(toProofAnswer(data.counter));
    });
    thread.postMessage({ captchaId, bits } satisfies ProofTask);
  }
  return { proof, start };
}
