import { readFileSync } from 'node:fs';

export type LabelledText = { intent: string; text: string };

export const readLines = (folder: string, name: string): string[] => readFileSync(`${folder}/${name}`, 'utf8').trim().split('\n');

/** A table with the label first and a tab between. */
export function readTable(folder: string, name: string): LabelledText[] {
  return readLines(folder, name).map((line) => {
    const tab = line.indexOf('\t');
    return { intent: line.slice(0, tab), text: line.slice(tab + 1) };
  });
}

export type IntentSet = { train: LabelledText[]; test: LabelledText[]; strangers: string[] };

const outOfScope = 'NO_NODES_DETECTED';

/** Sets that intents are measured on; strangers are texts of no intent. */
export function readIntentSet(folder: string, name: string): IntentSet {
  if (name === 'hint3') {
    const test = readTable(folder, 'hint3/sofmattress_test.tsv');
    return {
      train: readTable(folder, 'hint3/sofmattress_train.tsv'),
      test: test.filter(({ intent }) => intent !== outOfScope),
      strangers: test.filter(({ intent }) => intent === outOfScope).map(({ text }) => text),
    };
  }
  if (name === 'sib200')
    return { train: readTable(folder, 'sib200/hin_Deva_train.tsv'), test: readTable(folder, 'sib200/hin_Deva_dev.tsv'), strangers: [] };
  if (name === 'snips') {
    const readJson = (file: string): LabelledText[] => readLines(folder, file).map((line) => JSON.parse(line) as LabelledText);
    return {
      train: readJson('snips/train_small.jsonl'),
      test: readJson('snips/train.jsonl').filter((_, at) => at % 5 === 0),
      strangers: readTable(folder, 'clinc150/oos_test.tsv').map(({ text }) => text),
    };
  }
  const train = readTable(folder, `clinc150/${name}.tsv`);
  return {
    train,
    test: readTable(folder, 'clinc150/test.tsv'),
    strangers: readTable(folder, 'clinc150/oos_test.tsv').map(({ text }) => text),
  };
}
