import { Temporal } from 'temporal-polyfill';
import { openAt } from '../packages/hours/src/index.ts';
import { createOracle } from '../packages/hours/src/oracle.ts';
import { sampleCalendar, sampleEnd, sampleStart, sampleZones } from '../packages/hours/src/samples.ts';
import { type Figure, median } from './table.ts';

const [minute, hour] = [60_000, 3_600_000];
const rounds = 7;
const atOnce = 200_000;
const zone = 'Europe/Berlin';
const goal = 100_000;

/** Instants of ten years, in no order. */
const instants = Float64Array.from(
  { length: atOnce },
  (_, index) => sampleStart + ((index * 7_919_317_003) % ((sampleEnd - sampleStart) / minute)) * minute,
);

/** Questions a second. */
function measure(ask: (at: number) => unknown): number {
  const started = performance.now();
  for (const at of instants) ask(at);
  return atOnce / ((performance.now() - started) / 1000);
}

/** Minutes of ten years in which the oracle differs from what the package said at the last change, or at the last full hour. */
function countDifferences(): { asked: number; differing: number } {
  let [asked, differing] = [0, 0];
  for (const name of sampleZones) {
    const calendar = sampleCalendar(name);
    const oracle = createOracle(calendar);
    let said = openAt(calendar, sampleStart);
    for (let at = sampleStart; at < sampleEnd; at += minute) {
      asked += 1;
      if (at === said.nextChange || at % hour === 0) said = openAt(calendar, at);
      if (said.open !== oracle.isOpen(at)) differing += 1;
    }
    console.error(`  ${name}: ${differing} differences so far`);
  }
  return { asked, differing };
}

/** One question to a calendar with 200 exceptions, against what converting the same instant to the wall costs by itself. */
export async function benchHours(): Promise<Figure[]> {
  const calendar = sampleCalendar(zone);
  const bare = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).hour;
  const ours = (at: number) => openAt(calendar, at).nextChange;
  for (const ask of [bare, ours]) measure(ask);
  const runs = Array.from({ length: rounds }, () => ({ bare: measure(bare), ours: measure(ours) }));
  const rate = median(runs.map((run) => run.ours));
  const { asked, differing } = countDifferences();
  return [
    {
      name: 'openAt with the next change, 200 exceptions, instants of ten years in no order',
      ours: `${Math.round(rate)}/s`,
      reference: `${Math.round(median(runs.map((run) => run.bare)))}/s, Temporal shows the hour of the same instant`,
      ratio: median(runs.map((run) => run.ours / run.bare)),
      goal: `at least ${goal}/s`,
      isMet: rate >= goal,
    },
    {
      name: `minutes of ten years in ${sampleZones.length} zones in which it differs from the oracle`,
      ours: `${differing} of ${asked}`,
      reference: '',
      ratio: Number.NaN,
      goal: '0',
      isMet: differing === 0,
    },
  ];
}
