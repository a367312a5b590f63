import { cpus, release, totalmem } from 'node:os';

export type Figure = { name: string; ours: string; reference: string; ratio: number; goal: string; isMet: boolean };

export const machine = (): string =>
  `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.versions.node}`;

export function printTable(figures: readonly Figure[]): void {
  console.log(`\n${machine()}\n`);
  console.log('| figure | ours | reference, same run | ratio | goal | met |');
  console.log('| --- | --- | --- | --- | --- | --- |');
  for (const { name, ours, reference, ratio, goal, isMet } of figures) {
    console.log(
      `| ${name} | ${ours} | ${reference} | ${Number.isNaN(ratio) ? '' : ratio.toFixed(2)} | ${goal} | ${isMet ? 'yes' : 'NO'} |`,
    );
  }
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
