import type { Random } from '../apps/server/seed/random.ts';
import type { Enterprise } from './enterprises.ts';
import type { Findings, Tally } from './findings.ts';
import type { Target } from './target.ts';
import type { Watch } from './watch.ts';

/** Context that every assault receives. */
export type Scene = {
  target: Target;
  /** The attacker's own enterprise, with a person of every role. */
  attacker: Enterprise;
  /** Another enterprise, which nobody of the first may read or change. */
  victim: Enterprise;
  random: Random;
  seed: number;
  findings: Findings;
  tally: Tally;
  watch: Watch;
  /** The short form of the suite: the same assaults on a sample. */
  isShort: boolean;
};

export type Assault = {
  name: string;
  /** Short description of the attempt, for the table. */
  what: string;
  run: (scene: Scene) => Promise<void>;
};
