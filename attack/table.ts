import { cpus, totalmem } from 'node:os';
import type { Findings, Tally } from './findings.ts';

export type Row = { assault: string; what: string; tally: Tally; seconds: number; heldMs: number; memoryMb: number };

const columns = ['assault', 'calls', 'frames', 'files', 'connections', 'kills', 'seconds', 'longest turn', 'memory', 'findings'];

/** Prints the work done and its cost, then each finding with how to repeat it, then one closing line. */
export function printReport(rows: readonly Row[], findings: Findings, seed: number): void {
  console.log(
    `\n${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}; seed ${seed}\n`,
  );
  console.log(`| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |`);
  for (const { assault, what, tally, seconds, heldMs, memoryMb } of rows)
    console.log(
      `| ${assault}: ${what} | ${tally.calls} | ${tally.frames} | ${tally.files} | ${tally.connections} | ${tally.kills} | ${seconds} | ${heldMs} ms | ${memoryMb} MB | ${findings.of(assault).length} |`,
    );
  for (const { assault, what, detail, times } of findings.list())
    console.log(`\nFINDING ${assault}: ${what} (${times} times)\n  ${detail.replaceAll('\n', '\n  ')}`);
  const sum = (pick: (row: Row) => number) => rows.reduce((total, row) => total + pick(row), 0);
  console.log(
    `\nattack: ${findings.list().length} findings in ${sum(({ tally }) => tally.calls)} calls, ${sum(({ tally }) => tally.frames)} frames, ${sum(({ tally }) => tally.files)} files, ${sum(({ tally }) => tally.connections)} connections and ${sum(({ tally }) => tally.kills)} kills; longest turn ${Math.max(...rows.map(({ heldMs }) => heldMs))} ms, largest memory ${Math.max(...rows.map(({ memoryMb }) => memoryMb))} MB`,
  );
}
