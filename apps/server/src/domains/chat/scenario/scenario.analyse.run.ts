import { type Analysed, type Asked, analyse, type Progress, type Records } from '@parley/routing/replay';

export type Analysing = { records: Records; asked: Asked };
export type Told = Progress | { result: Analysed[] };

/** Tells how far it is, and the result last. Runs away from the main thread. */
export default function* replayRange({ records, asked }: Analysing): Generator<Told> {
  yield* analyse(records, asked);
}
