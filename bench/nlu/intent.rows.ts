import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { trainIntentModel } from '../../packages/nlu/src/index.ts';
import { readIntentSet } from './data.ts';
import type { EngineReport } from './engine-report.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';
import { medianReport, runMeasure } from './run-measure.ts';

const fewShotGoals = { train_10shot: { goal: 82, stretch: 84 }, train_5shot: { goal: 73.5, stretch: 77 } };

/** Intents: accuracy, strangers, calibration, cost; CLINC150 in three sizes, a live bot (HINT3), and Devanagari (SIB-200). */
export function intentRows({ dataFolder, isQuick }: NluBench): NluRow[] {
  const runs = isQuick ? 1 : 3;
  const ours = (name: string, type = 'svm', encoder: string[] = []): EngineReport =>
    medianReport(runs, () => runMeasure('measure-ours.ts', [dataFolder, name, type, ...encoder]));
  const peer = (name: string, order = 'shuffled'): EngineReport => runMeasure('measure-peer.ts', [dataFolder, name, order]);
  const rows: NluRow[] = [orderRow(dataFolder)];

  const few = { train_10shot: ours('train_10shot'), train_5shot: ours('train_5shot') };
  const fewPeer = { train_10shot: peer('train_10shot'), train_5shot: peer('train_5shot') };
  const full = ours('train');
  const fullPeer = isQuick ? undefined : peer('train');
  rows.push(...qualityRows('CLINC150 full', full, fullPeer, { goal: 93.5, stretch: 94.2 }), ...strangerRows(full, fullPeer));
  rows.push(...costRows(full, fullPeer));
  if (!isQuick) {
    const grouped = peer('train', 'grouped');
    rows.push({
      measure: 'CLINC150 full, the peer with phrases grouped by intent: accuracy, %',
      ours: (full.accuracy * 100).toFixed(1),
      peer: (grouped.accuracy * 100).toFixed(1),
      goal: '',
      stretch: '',
      verdict: 'order matters to the peer',
    });
  }
  for (const name of ['train_10shot', 'train_5shot'] as const)
    rows.push(...qualityRows(`CLINC150 ${name}`, few[name], fewPeer[name], fewShotGoals[name]));
  rows.push(
    toRow({
      measure: 'CLINC150 train_5shot: training, CPU s (the peer, 0.5)',
      ours: few.train_5shot.trainCpuSeconds,
      peer: fewPeer.train_5shot.trainCpuSeconds,
      direction: 'at most',
      goal: Math.min(0.5, fewPeer.train_5shot.trainCpuSeconds),
      stretch: 0.2,
      digits: 2,
    }),
  );
  rows.push(...foreignRows(dataFolder, ours, peer));
  if (!isQuick) rows.push(...semanticRows(dataFolder, (name, encoder) => ours(name, 'semantic', [encoder])));
  return rows;
}

function qualityRows(
  name: string,
  ours: EngineReport,
  peer: EngineReport | undefined,
  accuracy: { goal: number; stretch: number },
): NluRow[] {
  return [
    toRow({
      measure: `${name}: accuracy in scope, %`,
      ours: ours.accuracy * 100,
      ...(peer && { peer: peer.accuracy * 100 }),
      direction: 'at least',
      ...accuracy,
      digits: 1,
    }),
    rejectionRow(name, ours, peer),
    toRow({
      measure: `${name}: calibration error, texts in scope`,
      ours: ours.calibrationInScope,
      ...(peer && { peer: peer.calibrationInScope }),
      direction: 'at most',
      goal: 0.06,
      stretch: 0.04,
      digits: 3,
    }),
    toRow({
      measure: `${name}: calibration error, with strangers`,
      ours: ours.calibrationAll,
      ...(peer && { peer: peer.calibrationAll }),
      direction: 'at most',
      goal: 0.06,
      stretch: 0.04,
      digits: 3,
    }),
    toRow({
      measure: `${name}: loss with typos, points`,
      ours: (ours.accuracy - ours.typoAccuracy) * 100,
      ...(peer && { peer: (peer.accuracy - peer.typoAccuracy) * 100 }),
      direction: 'at most',
      goal: 3,
      stretch: 2,
      digits: 1,
    }),
    toRow({
      measure: `${name}: own phrases at or above the threshold, %`,
      ours: ours.literalRatio * 100,
      direction: 'at least',
      goal: 99,
      stretch: 99,
      digits: 1,
    }),
  ];
}

/** Compares the false rejection at the default threshold with 5 of 100. */
function rejectionRow(name: string, ours: EngineReport, peer?: EngineReport): NluRow {
  const row = toRow({
    measure: `${name}: false rejection at the default threshold, distance from 5 %`,
    ours: Math.abs(ours.falseRejection * 100 - 5),
    ...(peer && { peer: Math.abs(peer.falseRejection * 100 - 5) }),
    direction: 'at most',
    goal: 3,
    stretch: 2,
    digits: 1,
  });
  return { ...row, ours: `${row.ours} (${(ours.falseRejection * 100).toFixed(1)} %)` };
}

function strangerRows(ours: EngineReport, peer?: EngineReport): NluRow[] {
  return [
    toRow({
      measure: 'CLINC150 full: AUROC of strangers',
      ours: ours.auroc,
      ...(peer && { peer: peer.auroc }),
      direction: 'at least',
      goal: 0.96,
      stretch: 0.968,
      digits: 3,
    }),
    toRow({
      measure: 'CLINC150 full: strangers found at 5 % false rejection',
      ours: ours.recall,
      ...(peer && { peer: peer.recall }),
      direction: 'at least',
      goal: 0.81,
      stretch: 0.86,
      digits: 3,
    }),
  ];
}

function costRows(ours: EngineReport, peer?: EngineReport): NluRow[] {
  const comparison = peer
    ? [
        toRow({
          measure: 'CLINC150 full: training CPU, ours / the peer',
          ours: ours.trainCpuSeconds / peer.trainCpuSeconds,
          peer: 1,
          direction: 'at most',
          goal: 1 / 12,
          stretch: 1 / 25,
          digits: 3,
        }),
        toRow({
          measure: 'CLINC150 full: peak memory of training, ours / the peer',
          ours: ours.peakMegabytes / peer.peakMegabytes,
          peer: 1,
          direction: 'at most',
          goal: 0.6,
          stretch: 0.4,
          digits: 2,
        }),
      ]
    : [];
  return [
    ...comparison,
    costRow('training, CPU s', ours.trainCpuSeconds, peer?.trainCpuSeconds, 6, 3, 1),
    costRow('peak memory of training, MB', ours.peakMegabytes, peer?.peakMegabytes, 240, 160, 0),
    costRow('model, MB', ours.modelMegabytes, peer?.modelMegabytes, 2, 1.4, 2),
    costRow('load and first answer, ms', ours.loadMs, undefined, 20, 10, 1),
    costRow('resident a bot, MB', ours.residentMegabytes, undefined, 3, 2, 2),
    costRow('predict p50, us', ours.p50Microseconds, peer?.p50Microseconds, 30, 15, 1),
    costRow('predict p99, us', ours.p99Microseconds, peer?.p99Microseconds, 150, 60, 1),
  ];
}

function costRow(measure: string, ours: number, peer: number | undefined, goal: number, stretch: number, digits: number): NluRow {
  return toRow({
    measure: `CLINC150 full: ${measure}`,
    ours,
    ...(peer !== undefined && { peer }),
    direction: 'at most',
    goal,
    stretch,
    digits,
  });
}

function foreignRows(dataFolder: string, ours: (name: string) => EngineReport, peer: (name: string) => EngineReport): NluRow[] {
  return ['hint3', 'sib200'].flatMap((name) => {
    const own = ours(name);
    const other = peer(name);
    const { train, test } = readIntentSet(dataFolder, name);
    const label = `${name} (${train.length} phrases, ${test.length} texts)`;
    const accuracy = { ours: own.accuracy * 100, peer: other.accuracy * 100 };
    return [
      {
        measure: `${label}: accuracy in scope, %`,
        ours: accuracy.ours.toFixed(1),
        peer: accuracy.peer.toFixed(1),
        goal: '',
        stretch: '',
        verdict: accuracy.ours >= accuracy.peer ? 'above the peer' : 'below the peer',
      },
      rejectionRow(label, own, other),
    ];
  });
}

/** Semantic models on CLINC150 with an encoder that has never seen CLINC150, trained for this run: the bundled one would know the answers. */
function semanticRows(dataFolder: string, ours: (name: string, encoder: string) => EngineReport): NluRow[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-encoder-'));
  try {
    const encoder = path.join(folder, 'encoder.bin');
    const script = path.join(import.meta.dirname, '../../packages/nlu/scripts/train-encoder.ts');
    execFileSync(process.execPath, [script, dataFolder, encoder, 'clinc'], { stdio: 'ignore' });
    return (['train_10shot', 'train_5shot'] as const).flatMap((name) =>
      qualityRows(`Semantic, encoder without CLINC150, ${name}`, ours(name, encoder), undefined, fewShotGoals[name]).slice(0, 3),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function orderRow(dataFolder: string): NluRow {
  const { train } = readIntentSet(dataFolder, 'train_10shot');
  const forward = trainIntentModel(train);
  const backward = trainIntentModel(train.toReversed());
  const isSame = Buffer.compare(forward, backward) === 0;
  return {
    measure: 'order of phrases turned round',
    ours: isSame ? 'identical bytes' : 'other bytes',
    peer: 'other answers',
    goal: 'identical bytes',
    stretch: 'identical bytes',
    verdict: isSame ? 'stretch met' : 'missed',
  };
}
