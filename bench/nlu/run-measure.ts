import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { median } from '../table.ts';
import type { EngineReport } from './engine-report.ts';

/** Runs a measuring script in a process of its own, so that processor seconds and peak memory are its own. */
export function runMeasure(script: string, args: readonly string[]): EngineReport {
  const file = path.join(import.meta.dirname, script);
  const output = execFileSync(process.execPath, ['--expose-gc', file, ...args], { encoding: 'utf8', maxBuffer: 1e8 });
  // null is what JSON makes of a figure that an engine does not have
  return JSON.parse(output.trim().split('\n').at(-1) as string, (_, value) => value ?? Number.NaN) as EngineReport;
}

/** The median of each figure over several runs. */
export function medianReport(runs: number, run: () => EngineReport): EngineReport {
  const reports = Array.from({ length: runs }, run);
  const keys = Object.keys(reports[0] as EngineReport) as (keyof EngineReport)[];
  return Object.fromEntries(keys.map((key) => [key, median(reports.map((report) => report[key]))])) as EngineReport;
}
