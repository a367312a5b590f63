import type { TestResult, TrainingIssue, TrainingReport } from '@parley/contract';
import type { TrainingIssue as EngineIssue, EvaluatedExample } from '@parley/nlu';
import type { BotSnapshot } from '../version/bot.definition.ts';
import type { Trained } from './train.models.ts';

const bins = 20;
const mostPhrasesOfCell = 20;
const mostCells = 500;
const mostSuspects = 100;

/** The name of an intent or an entity. */
type Named = (id: string) => string;

function byIntent(evaluated: readonly EvaluatedExample[], threshold: number, name: Named): TrainingReport['intents'] {
  const counts = new Map<string, { phraseCount: number; correctCount: number; predictedCount: number }>();
  const of = (intent: string) => {
    const found = counts.get(intent) ?? { phraseCount: 0, correctCount: 0, predictedCount: 0 };
    counts.set(intent, found);
    return found;
  };
  for (const { intent, predicted, confidence } of evaluated) {
    of(intent).phraseCount += 1;
    if (predicted === intent) of(intent).correctCount += 1;
    if (confidence >= threshold && predicted !== '') of(predicted).predictedCount += 1;
  }
  const accepted = new Map<string, number>();
  for (const { intent, predicted, confidence } of evaluated)
    if (predicted === intent && confidence >= threshold) accepted.set(intent, (accepted.get(intent) ?? 0) + 1);
  return [...counts]
    .filter(([, { phraseCount }]) => phraseCount > 0)
    .map(([intent, { phraseCount, correctCount, predictedCount }]) => ({
      name: name(intent),
      phraseCount,
      correctCount,
      precision: predictedCount === 0 ? 0 : (accepted.get(intent) ?? 0) / predictedCount,
      recall: (accepted.get(intent) ?? 0) / phraseCount,
    }))
    .sort((one, other) => one.recall - other.recall || one.name.localeCompare(other.name));
}

/** Cells off the diagonal, the largest first; below the threshold a phrase counts as out of scope. */
function confusionsOf(evaluated: readonly EvaluatedExample[], threshold: number, name: Named): TrainingReport['confusions'] {
  const cells = new Map<string, TrainingReport['confusions'][number]>();
  for (const { text, intent, predicted, confidence } of evaluated) {
    const got = confidence >= threshold ? predicted : '';
    if (got === intent) continue;
    const key = `${intent}|${got}`;
    const cell = cells.get(key) ?? { intent: name(intent), predicted: got === '' ? '' : name(got), count: 0, phrases: [] };
    cell.count += 1;
    if (cell.phrases.length < mostPhrasesOfCell) cell.phrases.push(text);
    cells.set(key, cell);
  }
  return [...cells.values()].sort((one, other) => other.count - one.count).slice(0, mostCells);
}

function histogramOf(evaluated: readonly EvaluatedExample[], outsiders: readonly number[]): TrainingReport['histogram'] {
  const histogram = Array.from({ length: bins }, (_, index) => ({ from: index / bins, inScope: 0, outOfScope: 0 }));
  const binOf = (confidence: number) => histogram[Math.min(bins - 1, Math.max(0, Math.floor(confidence * bins)))];
  for (const { confidence } of evaluated) (binOf(confidence) as { inScope: number }).inScope += 1;
  for (const confidence of outsiders) (binOf(confidence) as { outOfScope: number }).outOfScope += 1;
  return histogram;
}

/** Issues of the engine name intents and entities by id. */
export const nameIssues = (issues: readonly EngineIssue[], name: Named): TrainingIssue[] =>
  issues.map(({ kind, severity, message, intents, texts }) => ({
    kind,
    severity,
    message: message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => name(id)),
    intents: intents.map(name),
    texts: texts.slice(0, mostPhrasesOfCell),
  }));

export const namesOf = ({ definition }: Pick<BotSnapshot, 'definition'>): Named => {
  const names = new Map([
    ...definition.intents.map(({ intentId, name }) => [intentId, name] as const),
    ...definition.entities.map(({ entityId, name }) => [entityId, name] as const),
  ]);
  return (id) => names.get(id) ?? id;
};

/** Makes the report of a training, for its page: each figure comes from phrases that the model had not seen. */
export function makeReport(
  snapshot: BotSnapshot,
  trained: Trained,
  { threshold, tests, sourceIssues, tookMs }: { threshold: number; tests: TestResult[]; sourceIssues: TrainingIssue[]; tookMs: number },
): TrainingReport {
  const name = namesOf(snapshot);
  const { evaluated } = trained;
  const rejected = evaluated.filter(({ confidence }) => confidence < threshold).length;
  const suspects = evaluated
    .filter(({ predicted, intent }) => predicted !== intent)
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, mostSuspects)
    .map(({ text, intent, predicted, confidence }) => ({
      text,
      intent: name(intent),
      predicted: predicted === '' ? '' : name(predicted),
      confidence,
    }));
  const size = (bytes: Uint8Array | null) => bytes?.byteLength ?? 0;
  return {
    phraseCount: snapshot.phrases.length,
    intentCount: snapshot.definition.intents.length,
    passageCount: snapshot.passages.length,
    modelType: snapshot.definition.config.modelType,
    foldCount: trained.foldCount,
    accuracy: trained.accuracy,
    threshold,
    falseRejection: evaluated.length === 0 ? 0 : rejected / evaluated.length,
    intents: byIntent(evaluated, threshold, name),
    confusions: confusionsOf(evaluated, threshold, name),
    histogram: histogramOf(evaluated, trained.outsiders),
    learningCurve: trained.curve,
    suspects,
    tests,
    issues: [...nameIssues(trained.issues, name), ...sourceIssues],
    outsiderCount: trained.outsiders.length,
    tookMs,
    modelBytes: size(trained.intentModel) + size(trained.slotModel) + size(trained.passageIndex),
  };
}
