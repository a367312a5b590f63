import { readFileSync } from 'node:fs';
import { loadIntentModel, trainIntentModel } from '../../packages/nlu/src/index.ts';
import { type IntentSet, type LabelledText, readIntentSet, readTable } from './data.ts';
import { auroc, calibrationError, type Judged, ratio, seededRandom } from './measures.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

const intentCounts = [3, 5, 8, 15, 30];
const phraseCounts = [5, 8, 15, 30];
const draws = 3;
const mostTexts = 200;
const mostStrangers = 100;
const domainIntents = 8;

/**
 * Bots of 3 to 30 intents and 5 to 30 phrases an intent, drawn at random from sets that are unlike each other; strangers are texts of the
 * set's other intents and of none, three to seven texts in scope where calibration is measured. Bots of a domain of CLINC150 have its other intents as
 * their only strangers: those are near.
 */
export function drawRows({ dataFolder }: NluBench): NluRow[] {
  const random = seededRandom(11);
  const clinc = readIntentSet(dataFolder, 'train');
  const sib = (language: string): IntentSet => ({
    train: readTable(dataFolder, `sib200/${language}_train.tsv`),
    test: readTable(dataFolder, `sib200/${language}_dev.tsv`),
    strangers: clinc.strangers,
  });
  const sets: [string, IntentSet][] = [
    ['CLINC150', clinc],
    ['HINT3', readIntentSet(dataFolder, 'hint3')],
    ['SNIPS', readIntentSet(dataFolder, 'snips')],
    ['SIB-200 English', sib('eng_Latn')],
    ['SIB-200 Hindi', sib('hin_Deva')],
  ];
  const drawn = sets.map(([name, set]) => ({
    name,
    bots: intentCounts.flatMap((intents) =>
      phraseCounts.flatMap((phrases) => Array.from({ length: draws }, () => judgeBot(set, intents, phrases, random) ?? [])),
    ),
  }));
  const domains = JSON.parse(readFileSync(`${dataFolder}/clinc150/domains.json`, 'utf8')) as Record<string, string[]>;
  const near = Object.entries(domains).map(([domain, names]) => {
    const isOf = ({ intent }: LabelledText): boolean => names.includes(intent);
    const set = { train: clinc.train.filter(isOf), test: clinc.test.filter(isOf), strangers: [] };
    const bots = phraseCounts.flatMap((phrases) =>
      Array.from({ length: draws }, () => judgeBot(set, domainIntents, phrases, random) ?? []),
    );
    return { domain, bots };
  });
  const banking = near.find(({ domain }) => domain === 'banking')?.bots ?? [];
  return [
    ...drawn.flatMap(({ name, bots }) =>
      rowsOf(
        name,
        bots.filter((bot) => bot.length > 0),
      ),
    ),
    ...rowsOf('CLINC150 banking, near strangers', banking),
    ...rowsOf(
      'CLINC150 all domains, near strangers',
      near.flatMap(({ bots }) => bots),
    ),
  ];
}

/** @returns undefined where the set has not so many intents with so many phrases */
function judgeBot(set: IntentSet, intentCount: number, phraseCount: number, random: () => number): Judged[] | undefined {
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((value) => ({ value, place: random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ value }) => value);
  const tested = new Set(set.test.map(({ intent }) => intent));
  // HINT3 has few intents of many phrases: those of eight take part with what they have
  const usable = [...Map.groupBy(set.train, ({ intent }) => intent)].filter(
    ([intent, examples]) => examples.length >= Math.min(8, phraseCount) && tested.has(intent),
  );
  if (usable.length < intentCount) return undefined;
  const chosen = shuffled(usable).slice(0, intentCount);
  const names = new Set(chosen.map(([intent]) => intent));
  const model = loadIntentModel(trainIntentModel(chosen.flatMap(([, examples]) => shuffled(examples).slice(0, phraseCount))));
  const judge = ({ text, intent }: LabelledText, isStranger: boolean): Judged => {
    const { intent: predicted, confidence, isInScope } = model.predict(text);
    return { confidence, isInScope, isStranger, isRight: !isStranger && predicted === intent };
  };
  const isKnown = ({ intent }: LabelledText): boolean => names.has(intent);
  return [
    ...shuffled(set.test.filter(isKnown))
      .slice(0, mostTexts)
      .map((text) => judge(text, false)),
    ...shuffled([
      ...shuffled(set.test.filter((text) => !isKnown(text))).slice(0, mostStrangers),
      ...shuffled(set.strangers)
        .slice(0, mostStrangers)
        .map((text) => ({ text, intent: '' })),
    ]).map((text) => judge(text, true)),
  ];
}

function rowsOf(name: string, bots: readonly Judged[][]): NluRow[] {
  const known = bots.flatMap((bot) => bot.filter(({ isStranger }) => !isStranger));
  const strangers = bots.flatMap((bot) => bot.filter(({ isStranger }) => isStranger));
  const mixed = bots.flatMap((bot) => {
    const inScope = bot.filter(({ isStranger }) => !isStranger);
    return [...inScope, ...bot.filter(({ isStranger }) => isStranger).slice(0, Math.round((inScope.length * 3) / 7))];
  });
  const rejection = ratio(known, ({ isInScope }) => !isInScope) * 100;
  const aurocs = bots.filter((bot) => bot.some(({ isStranger }) => isStranger)).map(auroc);
  const label = `${bots.length} drawn bots, ${name}`;
  const row = toRow({
    measure: `${label}: false rejection, distance from 5 %`,
    ours: Math.abs(rejection - 5),
    direction: 'at most',
    goal: 3,
    stretch: 2,
    digits: 1,
  });
  return [
    { ...row, ours: `${row.ours} (${rejection.toFixed(1)} %)` },
    toRow({
      measure: `${label}: calibration error`,
      ours: calibrationError(mixed),
      direction: 'at most',
      goal: 0.06,
      stretch: 0.04,
      digits: 3,
    }),
    {
      measure: `${label}: AUROC of strangers; rejected, %`,
      ours: `${(aurocs.reduce((sum, one) => sum + one, 0) / aurocs.length).toFixed(3)}; ${(ratio(strangers, ({ isInScope }) => !isInScope) * 100).toFixed(1)}`,
      peer: '',
      goal: 'told',
      stretch: '',
      verdict: '',
    },
  ];
}
