import type { NluBench, NluRow } from './row.ts';
import { measureSmallBots, type SmallBotsReport } from './small-bots.ts';

const botCount = 14;
/** SNIPS and HINT3 have too few intents for more. */
const sizes: Record<string, readonly number[]> = { train: [3, 5, 10], hint3: [3, 5, 10], snips: [3, 5] };
const labels: Record<string, string> = { train: 'CLINC150', hint3: 'HINT3', snips: 'SNIPS' };

/**
 * Measures how honest bots are that have just been begun: no goals, the figures are printed. SNIPS and CLINC150 also fitted the prior,
 * HINT3 not.
 */
export function smallBotRows({ dataFolder }: NluBench): NluRow[] {
  return Object.entries(sizes).flatMap(([name, counts]) =>
    counts.flatMap((intentCount) => {
      const report = measureSmallBots(dataFolder, name, intentCount, botCount);
      return toRows(`${botCount} bots of ${intentCount} intents x 8 phrases, ${labels[name]}`, report);
    }),
  );
}

function toRows(label: string, report: SmallBotsReport): NluRow[] {
  const told = (measure: string, ours: string): NluRow => ({
    measure: `${label}: ${measure}`,
    ours,
    peer: '',
    goal: 'told',
    stretch: '',
    verdict: '',
  });
  const percent = (ratio: number): string => (ratio * 100).toFixed(1);
  return [
    told('AUROC of strangers', report.auroc.toFixed(3)),
    told('strangers found at 5 % false rejection', report.recall.toFixed(3)),
    told(
      'at the default threshold rejected in scope / of strangers, %',
      `${percent(report.falseRejection)} / ${percent(report.strangersRejected)}`,
    ),
    told('calibration error, three strangers to seven in scope', report.calibration.toFixed(3)),
  ];
}
