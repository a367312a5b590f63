import type pg from 'pg';
import { scheduleTask } from '../jobs/scheduled-task.ts';

/** Measured anew this often: machines drift by milliseconds an hour, and one that was set is set right within a minute. */
const everyMs = 60_000;
/** A machine that is off by less is believed: a round trip to the database is measured no more exactly. */
const believedMs = 250;

type Clock = { now: () => Date; stop: () => Promise<void> };
type Options = {
  pool: Pick<pg.Pool, 'query'>;
  /** The clock of this machine, in milliseconds since 1970 */
  machine?: () => number;
  onSkew: (skewMs: number) => void;
  onError: (error: unknown) => void;
};

/**
 * The clock of all processes of an installation: the database's, not this machine's. One process writes due times and another finds them. A
 * machine that is an hour ahead would remind people an hour early, and one that is behind an hour late.
 */
export async function followDatabaseClock({ pool, machine = Date.now, onSkew, onError }: Options): Promise<Clock> {
  let skewMs = 0;
  const measure = async () => {
    const asked = machine();
    const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at');
    const answered = machine();
    const measured = (rows[0]?.at ?? asked) - (asked + answered) / 2;
    const isOff = Math.abs(measured) > believedMs + (answered - asked) / 2;
    const before = skewMs;
    skewMs = isOff ? measured : 0;
    if (Math.abs(skewMs - before) > believedMs) onSkew(Math.round(skewMs));
  };
  await measure();
  const stop = scheduleTask(everyMs, measure, onError);
  return { now: () => new Date(machine() + skewMs), stop };
}
