import {
  buildPassageIndex,
  compareInSteps,
  createVectorTable,
  measureMeaning,
  type PackedVector,
  type PassageIndex,
  packVector,
  type VectorTable,
  wordsOf,
} from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines } from './data.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

type Paragraph = { doc: number; text: string; qas: { q: string }[] };
const dimension = 512;
/** Share of the length of a text's vector: how far the stand-in for a model is from perfect. */
const noise = 0.2;
const everyStranger = 12;

/**
 * Measures what an embedding adds to the ranking, on XQuAD (measuring only). No model is at hand, so one is stood in for: a text's vector
 * is made of the words of the same text in the other language, with noise. It knows meanings and nothing of the words that BM25 sees. Alone
 * it finds fewer paragraphs than BM25 does; real models find more. A twelfth of the strangers' questions sets the scale and is not
 * measured.
 */
export function meaningRows({ dataFolder }: NluBench): NluRow[] {
  const [en, hi] = (['en', 'hi'] as const).map((language) =>
    readLines(dataFolder, `xquad/${language}.jsonl`).map((line) => JSON.parse(line) as Paragraph),
  ) as [Paragraph[], Paragraph[]];
  return [...measure('en', en, hi), ...measure('hi', hi, en), timeRow()];
}

function measure(language: string, own: readonly Paragraph[], other: readonly Paragraph[]): NluRow[] {
  const embed = createStandIn(other.map(({ text }) => text));
  const vectors = other.map(({ text, qas }) => ({ text: embed(text), questions: qas.map(({ q }) => embed(q)) }));
  const documents = [...new Set(own.map(({ doc }) => doc))];
  const counts = { own: 0, first: 0, kept: 0, strange: 0, refused: 0 };
  for (const half of [0, 1]) {
    const places = [...own.keys()].filter((at) => documents.indexOf(own[at]?.doc ?? -1) % 2 === half);
    const index = buildPassageIndex(places.map((at) => ({ id: String(at), text: own[at]?.text ?? '' })));
    const table = createVectorTable(
      dimension,
      places.map((at) => vectors[at]?.text),
    );
    const isOwn = new Set(places);
    const asked = own.flatMap(({ qas }, at) =>
      qas.map(({ q }, number) => ({ at, q, vector: vectors[at]?.questions[number] as PackedVector })),
    );
    const strangers = asked.filter(({ at }) => !isOwn.has(at));
    const scores = strangers.filter((_, at) => at % everyStranger === 0).map(({ vector }) => Math.max(...compare(table, vector)));
    const ask = ({ q, vector }: (typeof asked)[number], isAll: boolean): ReturnType<PassageIndex['search']> =>
      index.search(q, 1, { isAll, meaning: measureMeaning(compare(table, vector), scores) });
    for (const question of asked.filter(({ at }) => isOwn.has(at))) {
      counts.own++;
      counts.first += Number(ask(question, true)[0]?.id === String(question.at));
      counts.kept += Number(ask(question, false).length > 0);
    }
    for (const question of strangers.filter((_, at) => at % everyStranger !== 0)) {
      counts.strange++;
      counts.refused += Number(ask(question, false).length === 0);
    }
  }
  const row = (measured: string, ours: string): NluRow => ({
    measure: `meaning ${language}: ${measured}`,
    ours,
    peer: '',
    goal: '',
    stretch: '',
    verdict: 'no goal set',
  });
  return [
    row('hit@1 among half of the articles', (counts.first / counts.own).toFixed(3)),
    row('questions kept; strangers refused', `${(counts.kept / counts.own).toFixed(3)}; ${(counts.refused / counts.strange).toFixed(3)}`),
  ];
}

function compare(table: VectorTable, vector: PackedVector): Float32Array {
  const steps = compareInSteps(table, vector);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Words at places of a vector by their hashes, rare ones more, and noise; the same each time. */
function createStandIn(texts: readonly string[]): (text: string) => PackedVector {
  const holding = new Map<string, number>();
  for (const text of texts) for (const word of new Set(wordsOf(text))) holding.set(word, (holding.get(word) ?? 0) + 1);
  let seed = 7;
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  return (text) => {
    const vector = new Float64Array(dimension);
    for (const word of wordsOf(text)) {
      let hash = 7;
      for (const letter of word) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
      const weight = Math.log(texts.length / ((holding.get(word) ?? 0) + 1) + 1) ** 2;
      for (let place = 0; place < 8; place++) {
        hash = (Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) + place) >>> 0;
        vector[hash % dimension] = (vector[hash % dimension] ?? 0) + (hash & 0x10000 ? weight : -weight);
      }
    }
    const length = Math.hypot(...vector) || 1;
    const deviation = noise / Math.sqrt(dimension);
    return packVector(vector.map((value) => value / length + deviation * Math.sqrt(12) * (random() - 0.5))) as PackedVector;
  };
}

/** 50,000 passages, as many numbers as the usual models give. */
function timeRow(): NluRow {
  const vector = packVector(Float32Array.from({ length: 1536 }, (_, at) => Math.sin(at))) as PackedVector;
  const table = createVectorTable(1536, new Array<PackedVector>(50_000).fill(vector));
  const times = Array.from({ length: 9 }, () => {
    const from = performance.now();
    compare(table, vector);
    return performance.now() - from;
  });
  return toRow({
    measure: 'meaning: a question against 50,000 vectors of 1,536 numbers, p50 ms',
    ours: percentile(times, 0.5),
    direction: 'at most',
    goal: 200,
    stretch: 100,
    digits: 0,
  });
}
